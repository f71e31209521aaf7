export { createPdfToExcel, createPdfToExcelOptions, type PdfToExcelOptions, pdfToExcel } from './operation.ts';
