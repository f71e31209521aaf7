import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { defineOperation, type Operation } from '@platen/core';
import {
  activeContentOption,
  booleanOption,
  booleanText,
  byteSizeOption,
  numberOption,
  pagesOption,
  passwordOption,
} from '@platen/pdf-kit/options';
import * as z from '@platen/pdf-kit/zod';
import type { PdfSplitOptions } from './pdf-split-options.ts';

const partCount = numberOption({ min: 1, max: 100_000 }).optional();

/** Levels of an outline that parts may begin at. */
const bookmarkLevels = [1, 2, 3] as const;

const bookmarksOption = z
  .preprocess(
    (value) => {
      const text = typeof value === 'string' ? value.trim().toLowerCase() : null;
      // As a level, 1 is the same as true; it was a word for it before there were levels.
      return text !== null && /^[1-3]$/.test(text) ? Number(text) : (booleanText(text) ?? value);
    },
    z.union([z.boolean(), z.literal(bookmarkLevels)], 'must be true, false or a level from 1 to 3'),
  )
  .transform((value) => (value === true ? 1 : value))
  .prefault(false)
  .describe('Make a part for each outline entry: of the top level, or of the levels down to 2 or 3');

/** The ways to split, of which a request may use one. */
const ways = ['pages', 'every', 'parts', 'bookmarks', 'maxSize'] as const;

/**
 * The schema of the options of `pdf/split`, from JSON or the fields of a form. Form fields, flags and OpenAPI are derived
 * from it.
 */
export const pdfSplitOptions = z
  .object({
    pages: pagesOption.describe('One part for each item: 3, 2-5, 7-, -4, last, odd, even, separated by commas'),
    every: partCount.describe('Number of pages in each part'),
    parts: partCount.describe('Number of parts, with about the same number of pages each'),
    bookmarks: bookmarksOption,
    maxSize: byteSizeOption.describe('Largest size of a part: 10MB, 500KB or a number of bytes'),
    merge: booleanOption(false, 'Put the pages of "pages" into one file, in the order given, each once'),
    activeContent: activeContentOption,
    password: passwordOption,
  })
  .superRefine((options, context) => {
    const used = ways.filter((way) => options[way] !== undefined && options[way] !== false);
    for (const way of used.slice(1)) {
      context.addIssue({ code: 'custom', path: [way], message: `cannot be used together with "${used[0]}"` });
    }
    if (options.merge && options.pages === undefined) {
      context.addIssue({ code: 'custom', path: ['merge'], message: 'needs "pages", the pages to put into one file' });
    }
  });

/** The options of `pdf/split` as its worker gets them: checked, with all defaults. */
export type ResolvedPdfSplitOptions = z.output<typeof pdfSplitOptions>;

/** `pdf/split`: splits a PDF into several, one for each page by default. */
export const pdfSplit: Operation<ResolvedPdfSplitOptions, 'pdf/split', PdfSplitOptions> = defineOperation({
  name: 'pdf/split',
  title: 'Split PDF',
  description: 'Split a PDF into parts that keep the outline, links, forms, layers and tags of their pages.',
  accepts: ['application/pdf'],
  files: { min: 1, max: 1 },
  options: pdfSplitOptions,
  worker: pathToFileURL(createRequire(import.meta.url).resolve('@platen/pdf-split/worker')),
});
