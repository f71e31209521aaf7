import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { defineOperation } from '@platen/core';
import { choiceOption, pagesOption, passwordOption } from '@platen/pdf-kit/options';
import { z } from 'zod';

export const pdfToWordOptions = z.object({
  pages: pagesOption,
  layout: choiceOption(
    ['flow', 'exact'],
    'flow: text that can be gone on with; exact: every paragraph where it stood, in a frame',
  ),
  ocr: choiceOption(['auto', 'off', 'force'], 'auto: recognise the text of pages that are pictures'),
  language: z.string().max(200).optional().describe('Languages of the text to recognise, such as eng or deu+eng'),
  password: passwordOption,
});

export type PdfToWordOptions = z.output<typeof pdfToWordOptions>;

/** `pdf/to-word`: a PDF as an editable Word document. */
export const pdfToWord = defineOperation({
  name: 'pdf/to-word',
  title: 'PDF to Word',
  description:
    'Turn a PDF into a Word document with paragraphs, headings, lists, tables, headers and footers one can go on writing in.',
  accepts: ['application/pdf'],
  files: { min: 1, max: 1 },
  options: pdfToWordOptions,
  worker: pathToFileURL(createRequire(import.meta.url).resolve('@platen/pdf-to-word/worker')),
});
