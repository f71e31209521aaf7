export { createPdfToWord, createPdfToWordOptions, type PdfToWordOptions, pdfToWord } from './operation.ts';
