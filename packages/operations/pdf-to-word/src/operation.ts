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
import { choiceOption } from '@platen/pdf-kit/options';
import * as z from '@platen/pdf-kit/zod';
import type { PdfToWordOptions } from './pdf-to-word-options.ts';

/** Creates the options of `pdf/to-word`. The allowed languages are those whose data is installed in the given folders. */
export function createPdfToWordOptions(languageFolders: readonly string[]) {
  return z.object({
    ...pageReadingFields(languageFolders),
    layout: choiceOption(
      ['flow', 'exact'],
      'flow: running text that is easy to edit; exact: every paragraph in a frame at its place',
    ),
  });
}

/** The options of `pdf/to-word` as its worker gets them: checked, with all defaults. */
export type ResolvedPdfToWordOptions = z.output<ReturnType<typeof createPdfToWordOptions>>;

/** Creates `pdf/to-word` with the languages and the recognizer that the host chooses. */
export function createPdfToWord(
  settings: OcrSettings,
): Operation<ResolvedPdfToWordOptions, 'pdf/to-word', PdfToWordOptions> {
  return defineOperation({
    name: 'pdf/to-word',
    title: 'PDF to Word',
    description:
      'Turn a PDF into a Word document that you can edit: paragraphs, headings, lists, tables, headers and footers.',
    accepts: ['application/pdf'],
    files: { min: 1, max: 1 },
    options: createPdfToWordOptions(settings.languageFolders),
    worker: withOcrSettings(
      pathToFileURL(createRequire(import.meta.url).resolve('@platen/pdf-to-word/worker')),
      settings,
    ),
    limits: { timeoutMs: 300_000, timeoutMsPerMegabyte: 60_000 },
    languages: () => installedLanguages(settings.languageFolders),
    models: () => installedModels(settings),
  });
}

/** `pdf/to-word`: converts a PDF to a Word document that people can edit. Its OCR settings come from the environment. */
export const pdfToWord = createPdfToWord(ocrSettingsFromEnvironment());
