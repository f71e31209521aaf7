export { createPdfToExcel, createPdfToExcelOptions, pdfToExcel, type ResolvedPdfToExcelOptions } from './operation.ts';
export type {
  CellWarning,
  PrintedTextJson,
  SheetPlaceJson,
  TableCellJson,
  TableJson,
  TablesDocument,
  TextLineJson,
  TextValueJson,
} from './outputs/tables-document.ts';
export type { PdfToExcelOptions } from './pdf-to-excel-options.ts';
