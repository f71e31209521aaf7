export { type PdfMergeOptions, pdfMerge, pdfMergeOptions } from './operation.ts';
