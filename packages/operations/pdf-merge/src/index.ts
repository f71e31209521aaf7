export { pdfMerge, pdfMergeOptions, type ResolvedPdfMergeOptions } from './operation.ts';
export type { PdfMergeOptions } from './pdf-merge-options.ts';
