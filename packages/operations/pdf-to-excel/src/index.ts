export { type PdfToExcelOptions, pdfToExcel, pdfToExcelOptions } from './operation.ts';
