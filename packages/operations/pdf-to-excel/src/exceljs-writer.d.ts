/** Only the writer of exceljs: its readers account for half of what the package loads, and most of its dependencies. */
declare module 'exceljs/lib/stream/xlsx/workbook-writer.js' {
  import ExcelJS from 'exceljs';

  const WorkbookWriter: typeof ExcelJS.stream.xlsx.WorkbookWriter;
  type WorkbookWriter = ExcelJS.stream.xlsx.WorkbookWriter;
  export default WorkbookWriter;
}
