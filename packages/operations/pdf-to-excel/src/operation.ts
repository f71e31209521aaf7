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
import { choiceOption, choicesOption } from '@platen/pdf-kit/options';
import * as z from '@platen/pdf-kit/zod';
import type { PdfToExcelOptions } from './pdf-to-excel-options.ts';

/** Creates the options of `pdf/to-excel`. The allowed languages are those whose data is installed in the given folders. */
export function createPdfToExcelOptions(languageFolders: readonly string[]) {
  return z.object({
    ...pageReadingFields(languageFolders),
    output: choicesOption(
      ['xlsx', 'csv', 'json'],
      'Formats of the output: a workbook, a CSV file for each table, or JSON with the place of each value; join several by commas',
    ),
    sheets: choiceOption(
      ['per-table', 'per-page', 'single'],
      'What gets a separate sheet: each table, each page, or everything together',
    ),
    content: choiceOption(['tables', 'all'], 'tables writes only tables; all also writes the text between them'),
  });
}

/** The options of `pdf/to-excel` as its worker gets them: checked, with all defaults. */
export type ResolvedPdfToExcelOptions = z.output<ReturnType<typeof createPdfToExcelOptions>>;

/** Creates `pdf/to-excel` with the languages and the recognizer that the host chooses. */
export function createPdfToExcel(
  settings: OcrSettings,
): Operation<ResolvedPdfToExcelOptions, 'pdf/to-excel', PdfToExcelOptions> {
  const worker = pathToFileURL(createRequire(import.meta.url).resolve('@platen/pdf-to-excel/worker'));
  return defineOperation({
    name: 'pdf/to-excel',
    title: 'PDF to Excel',
    description:
      'Extract the tables of a PDF into an XLSX workbook, CSV or JSON: merged cells, headers, and numbers stored as numbers.',
    accepts: ['application/pdf'],
    files: { min: 1, max: 1 },
    options: createPdfToExcelOptions(settings.languageFolders),
    worker: withOcrSettings(worker, settings),
    // Scanned pages take seconds each, and a megabyte of scan holds ten or more.
    limits: { timeoutMs: 300_000, timeoutMsPerMegabyte: 60_000 },
    languages: () => installedLanguages(settings.languageFolders),
    models: () => installedModels(settings),
  });
}

/** `pdf/to-excel`: writes the tables of a PDF to a workbook with typed cells. Its OCR settings come from the environment. */
export const pdfToExcel = createPdfToExcel(ocrSettingsFromEnvironment());
