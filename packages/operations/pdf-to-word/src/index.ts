export { createPdfToWord, createPdfToWordOptions, pdfToWord, type ResolvedPdfToWordOptions } from './operation.ts';
export type { PdfToWordOptions } from './pdf-to-word-options.ts';
