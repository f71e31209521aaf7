import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { defineOperation } from '@platen/core';
import { choiceOption, pagesOption, passwordOption } from '@platen/pdf-kit/options';
import { z } from 'zod';

export const pdfToExcelOptions = z.object({
  pages: pagesOption,
  sheets: choiceOption(
    ['per-table', 'per-page', 'single'],
    'What gets a sheet: a table, a page, or everything together',
  ),
  content: choiceOption(['tables', 'all'], 'Only tables, or also the text between them'),
  ocr: choiceOption(['auto', 'off', 'force'], 'Recognise text: on scanned pages, never, or on every page'),
  language: z
    .string()
    .max(100)
    .optional()
    .describe('Languages of scanned text: Tesseract codes joined by +, such as eng+deu'),
  password: passwordOption,
});

export type PdfToExcelOptions = z.output<typeof pdfToExcelOptions>;

/** `pdf/to-excel`: the tables of a PDF as a workbook with typed cells. */
export const pdfToExcel = defineOperation({
  name: 'pdf/to-excel',
  title: 'PDF to Excel',
  description:
    'Extract the tables of a PDF into an XLSX workbook: merged cells, headers, and numbers stored as numbers.',
  accepts: ['application/pdf'],
  files: { min: 1, max: 1 },
  options: pdfToExcelOptions,
  worker: pathToFileURL(createRequire(import.meta.url).resolve('@platen/pdf-to-excel/worker')),
});
