/** The writer of exceljs alone: its readers bring half of what the package loads, and most of what it depends on. */
declare module 'exceljs/lib/stream/xlsx/workbook-writer.js' {
  import ExcelJS from 'exceljs';

  const WorkbookWriter: typeof ExcelJS.stream.xlsx.WorkbookWriter;
  type WorkbookWriter = ExcelJS.stream.xlsx.WorkbookWriter;
  export default WorkbookWriter;
}
