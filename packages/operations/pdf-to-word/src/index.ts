export { type PdfToWordOptions, pdfToWord, pdfToWordOptions } from './operation.ts';
