export { type PdfSplitOptions, pdfSplit, pdfSplitOptions } from './operation.ts';
