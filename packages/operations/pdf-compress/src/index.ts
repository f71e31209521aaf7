export { type PdfCompressOptions, pdfCompress, pdfCompressOptions } from './operation.ts';
