import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { defineOperation, type Operation } from '@platen/core';
import {
  installedLanguages,
  installedModels,
  languageOption,
  type OcrSettings,
  ocrSettingsFromEnvironment,
  withOcrSettings,
} from '@platen/pdf-kit/ocr-settings';
import {
  activeContentOption,
  booleanOption,
  choiceOption,
  choicesOption,
  conformanceOption,
  pagesOption,
  passwordOption,
} from '@platen/pdf-kit/options';
import * as z from '@platen/pdf-kit/zod';
import type { OcrOptions } from './ocr-options.ts';

/** Creates the options of `ocr`. The allowed languages are those whose data is installed in the given folders. */
export function createOcrOptions(languageFolders: readonly string[]) {
  return z
    .object({
      language: languageOption(languageFolders),
      mode: choiceOption(
        ['skip-text', 'force', 'redo'],
        'skip-text leaves pages that have text; redo reads scans with a text layer again; force reads every page again',
      ),
      output: choicesOption(
        ['pdf', 'txt', 'docx', 'hocr', 'json'],
        'Formats of the output: a searchable PDF, plain text, Word, hOCR, or JSON with every word; join several by commas',
      ),
      pages: pagesOption.describe(
        'Pages to read: 3, 2-5, 7-, -4, last, odd, even, separated by commas. In a PDF, the other pages stay unchanged',
      ),
      deskew: booleanOption(false, 'Straighten skewed pages'),
      rotate: booleanOption(false, 'Turn pages upright that are on their side or upside down'),
      activeContent: activeContentOption,
      conformance: conformanceOption,
      password: passwordOption,
    })
    .superRefine(({ output, conformance }, context) => {
      if (conformance !== undefined && !output.includes('pdf')) {
        context.addIssue({ code: 'custom', path: ['conformance'], message: 'needs pdf among the outputs' });
      }
    });
}

/** The options of `ocr` as its worker gets them: checked, with all defaults. */
export type ResolvedOcrOptions = z.output<ReturnType<typeof createOcrOptions>>;

/** Creates `ocr` with the languages and the recognizer that the host chooses. */
export function createOcr(settings: OcrSettings): Operation<ResolvedOcrOptions, 'ocr', OcrOptions> {
  return defineOperation({
    name: 'ocr',
    title: 'Recognise text',
    description: 'Make the text of scanned pages searchable, or extract it as text, Word, hOCR or JSON.',
    accepts: ['application/pdf', 'image/png', 'image/jpeg', 'image/tiff'],
    files: { min: 1, max: 1 },
    options: createOcrOptions(settings.languageFolders),
    worker: withOcrSettings(pathToFileURL(createRequire(import.meta.url).resolve('@platen/ocr/worker')), settings),
    // A page takes seconds and a megabyte of scan holds ten or more.
    limits: { timeoutMs: 600_000, timeoutMsPerMegabyte: 120_000 },
    languages: () => installedLanguages(settings.languageFolders),
    models: () => installedModels(settings),
  });
}

/** `ocr`: recognises the text of scanned pages. Its settings come from `PLATEN_OCR_LANGUAGES` and `PLATEN_OCR_TESSERACT`. */
export const ocr = createOcr(ocrSettingsFromEnvironment());
