export { pdfCompress, pdfCompressOptions, type ResolvedPdfCompressOptions } from './operation.ts';
export type { PdfCompressOptions } from './pdf-compress-options.ts';
