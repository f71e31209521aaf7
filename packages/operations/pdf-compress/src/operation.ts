import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { defineOperation, type Operation } from '@platen/core';
import {
  activeContentOption,
  byteSizeOption,
  choiceOption,
  conformanceOption,
  numberOption,
  passwordOption,
} from '@platen/pdf-kit/options';
import * as z from '@platen/pdf-kit/zod';
import { compressionLevels } from './levels.ts';
import type { PdfCompressOptions } from './pdf-compress-options.ts';

const levelOption = choiceOption(
  compressionLevels,
  'Amount of compression; recommended means medium, extreme and maximum mean high',
  // What other services call the same amounts.
  { fallback: 'medium', synonyms: { recommended: 'medium', extreme: 'high', maximum: 'high' } },
);

/**
 * The schema of the options of `pdf/compress`, from JSON or the fields of a form. Form fields, flags and OpenAPI are derived
 * from it.
 */
export const pdfCompressOptions = z.object({
  level: levelOption,
  maxSize: byteSizeOption.describe('Largest size of the output, such as 200KB or 5MB; level is then ignored'),
  quality: numberOption({ min: 1, max: 100 })
    .optional()
    .describe('Quality of JPEG images; by default the quality of the level'),
  color: choiceOption(['keep', 'gray'], 'gray turns pages into shades of grey; keep leaves colours as they are', {
    synonyms: { grey: 'gray', grayscale: 'gray', greyscale: 'gray' },
  }),
  activeContent: activeContentOption,
  conformance: conformanceOption,
  password: passwordOption,
});

/** The options of `pdf/compress` as its worker gets them: checked, with all defaults. */
export type ResolvedPdfCompressOptions = z.output<typeof pdfCompressOptions>;

/** `pdf/compress`: writes the same document in fewer bytes. The result is never larger than the input. */
export const pdfCompress: Operation<ResolvedPdfCompressOptions, 'pdf/compress', PdfCompressOptions> = defineOperation({
  name: 'pdf/compress',
  title: 'Compress a PDF',
  description: 'Make a PDF smaller without losing text, tags, forms, outline, attachments, layers or metadata.',
  accepts: ['application/pdf'],
  files: { min: 1, max: 1 },
  tellsSizes: true,
  options: pdfCompressOptions,
  worker: pathToFileURL(createRequire(import.meta.url).resolve('@platen/pdf-compress/worker')),
});
