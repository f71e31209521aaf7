import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { defineOperation, type Operation } from '@platen/core';
import {
  installedLanguages,
  installedModels,
  type OcrSettings,
  ocrSettingsFromEnvironment,
  pageReadingFields,
  withOcrSettings,
} from '@platen/pdf-kit/ocr-settings';
import { booleanOption, choiceOption } from '@platen/pdf-kit/options';
import * as z from '@platen/pdf-kit/zod';
import type { PdfToMarkdownOptions } from './pdf-to-markdown-options.ts';

/** Creates the options of `pdf/to-markdown`. The allowed languages are those whose data is installed in the given folders. */
export function createPdfToMarkdownOptions(languageFolders: readonly string[]) {
  return z.object({
    ...pageReadingFields(languageFolders),
    images: choiceOption(
      ['files', 'none'],
      'files: each picture as a file next to the text; none: only their alternative texts',
    ),
    pageMarks: booleanOption(false, 'Add a comment before the first block of each page: <!-- page 3 -->'),
  });
}

/** The options of `pdf/to-markdown` as its worker gets them: checked, with all defaults. */
export type ResolvedPdfToMarkdownOptions = z.output<ReturnType<typeof createPdfToMarkdownOptions>>;

/** Creates `pdf/to-markdown` with the languages and the recognizer that the host chooses. */
export function createPdfToMarkdown(
  settings: OcrSettings,
): Operation<ResolvedPdfToMarkdownOptions, 'pdf/to-markdown', PdfToMarkdownOptions> {
  return defineOperation({
    name: 'pdf/to-markdown',
    title: 'PDF to Markdown',
    description:
      'Turn a PDF into GitHub-flavoured Markdown with headings, lists, tables, footnotes, links and pictures.',
    accepts: ['application/pdf'],
    files: { min: 1, max: 1 },
    options: createPdfToMarkdownOptions(settings.languageFolders),
    worker: withOcrSettings(
      pathToFileURL(createRequire(import.meta.url).resolve('@platen/pdf-to-markdown/worker')),
      settings,
    ),
    limits: { timeoutMs: 300_000, timeoutMsPerMegabyte: 60_000 },
    languages: () => installedLanguages(settings.languageFolders),
    models: () => installedModels(settings),
  });
}

/** `pdf/to-markdown`: converts a PDF to Markdown. Its OCR settings come from the environment. */
export const pdfToMarkdown = createPdfToMarkdown(ocrSettingsFromEnvironment());
