import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { defineOperation, type Operation } from '@platen/core';
import { parsePageSelection } from '@platen/pdf-kit';
import {
  activeContentOption,
  booleanOption,
  choiceOption,
  conformanceOption,
  numberOption,
  passwordText,
} from '@platen/pdf-kit/options';
import * as z from '@platen/pdf-kit/zod';
import type { PdfMergeOptions } from './pdf-merge-options.ts';

/** Most blank pages that a file is filled up with, and one: a sheet that is folded into a booklet has 32 pages. */
const maxPadTo = 32;

/** The selections of all files: a list, or in one form field its JSON; a text alone is a list of one. */
const pagesOption = z
  .union([z.string(), z.array(z.string())], 'must be a list with a selection for each file')
  .transform((value) => {
    const [only, ...others] = typeof value === 'string' ? [value] : value;
    const isList = others.length > 0 || only === undefined || !only.trim().startsWith('[');
    const selections = isList ? [value].flat() : readJson(only);
    // Forms send an empty field for a file of which nothing was chosen, if something was for another.
    return selections?.map((text) => (text.trim() === '' && selections.length > 1 ? 'all' : text)) ?? null;
  })
  .superRefine((selections, context) => {
    if (selections === null) {
      context.addIssue({ code: 'custom', message: 'is not a list of selections in JSON, such as ["1-3", "all"]' });
    }
    for (const [index, text] of (selections ?? []).entries()) {
      const parsed = isAll(text) ? [] : parsePageSelection(text);
      if (typeof parsed === 'string') context.addIssue({ code: 'custom', path: [index], message: parsed });
    }
  })
  .transform((selections) => selections?.map((text) => (isAll(text) ? null : text)))
  .optional()
  .meta({
    'x-per-file': true,
    description: 'Pages of each file, in this order: all, or a selection such as 7,1-3; repeat it, one for each file',
  });

function isAll(text: string): boolean {
  return text.trim().toLowerCase() === 'all';
}

function readJson(text: string): readonly string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : null;
  } catch {
    return null; // The reason is in the words of a parser.
  }
}

/**
 * The schema of the options of `pdf/merge`, from JSON or the fields of a form. Form fields, flags and OpenAPI are derived
 * from it.
 */
export const pdfMergeOptions = z
  .object({
    pages: pagesOption,
    order: choiceOption(
      ['files', 'alternate', 'alternate-reverse'],
      'files: one file after the other; alternate: one page of each in turn; alternate-reverse: the same, later files from their last page',
    ),
    padTo: numberOption({ min: 1, max: maxPadTo })
      .default(1)
      .describe(
        'Add blank pages to each file until its number of pages is a multiple of this; 2 for printing on both sides',
      ),
    bookmarks: booleanOption(true, 'Add an outline entry for each source file, above its own outline'),
    activeContent: activeContentOption,
    conformance: conformanceOption,
    password: z
      .union([passwordText, z.array(passwordText)])
      .transform((value) => (typeof value === 'string' ? [value] : value))
      .optional()
      .meta({ writeOnly: true, description: 'Password of an encrypted file; repeat it, one for each file' }),
  })
  .superRefine(({ padTo, order }, context) => {
    if (padTo > 1 && order !== 'files') {
      context.addIssue({ code: 'custom', path: ['padTo'], message: 'needs the order "files"' });
    }
  });

/** The options of `pdf/merge` as its worker gets them: checked, with all defaults. */
export type ResolvedPdfMergeOptions = z.output<typeof pdfMergeOptions>;

/** `pdf/merge`: combines several PDFs, or some of their pages, into one. */
export const pdfMerge: Operation<ResolvedPdfMergeOptions, 'pdf/merge', PdfMergeOptions> = defineOperation({
  name: 'pdf/merge',
  title: 'Merge PDFs',
  description: 'Combine several PDFs into one that keeps their outlines, links, forms, layers and tags.',
  accepts: ['application/pdf'],
  files: { min: 2, max: null },
  options: pdfMergeOptions,
  worker: pathToFileURL(createRequire(import.meta.url).resolve('@platen/pdf-merge/worker')),
});
