export { pdfSplit, pdfSplitOptions, type ResolvedPdfSplitOptions } from './operation.ts';
export type { PdfSplitOptions } from './pdf-split-options.ts';
