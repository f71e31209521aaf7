export { createPdfToExcel, createPdfToExcelOptions, pdfToExcel, type ResolvedPdfToExcelOptions } from './operation.ts';
export type { PdfToExcelOptions } from './pdf-to-excel-options.ts';
