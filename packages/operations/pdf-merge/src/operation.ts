import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { defineOperation, type Operation } from '@platen/core';
import { activeContentOption, booleanOption } from '@platen/pdf-kit/options';
import * as z from '@platen/pdf-kit/zod';
import type { PdfMergeOptions } from './pdf-merge-options.ts';

/**
 * Checks the options of `pdf/merge`, from JSON or the fields of a form; the one source of its form fields, flags and
 * OpenAPI.
 */
export const pdfMergeOptions = z.object({
  bookmarks: booleanOption(true, 'One outline entry for each source file, above its own outline'),
  activeContent: activeContentOption,
  password: z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .optional()
    .meta({ writeOnly: true, description: 'Password of an encrypted file; repeat it, one for each file' }),
});

/** The options of `pdf/merge` as its worker gets them: checked, every default in place. */
export type ResolvedPdfMergeOptions = z.output<typeof pdfMergeOptions>;

/** `pdf/merge`: several PDFs, in the order given, as one. */
export const pdfMerge: Operation<ResolvedPdfMergeOptions, 'pdf/merge', PdfMergeOptions> = defineOperation({
  name: 'pdf/merge',
  title: 'Merge PDFs',
  description: 'Combine several PDFs into one that keeps their outlines, links, forms, layers and tags.',
  accepts: ['application/pdf'],
  files: { min: 2, max: null },
  options: pdfMergeOptions,
  worker: pathToFileURL(createRequire(import.meta.url).resolve('@platen/pdf-merge/worker')),
});
