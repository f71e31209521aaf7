import ExcelJS, { type Worksheet } from 'exceljs';
import { type DecimalSign, decimalSignOf } from './parse-number.ts';
import type { SheetLine, SheetPage, SheetTable } from './sheet-model.ts';
import { createSheetNames } from './sheet-names.ts';
import { typeCells } from './type-cells.ts';
import { writeTable } from './write-table.ts';

export interface WorkbookOptions {
  readonly sheets: 'per-table' | 'per-page' | 'single';
  readonly title: string | null;
}

/** Characters of Excel's column width for a point of the page, and the bounds of a column. */
const charactersPerPoint = 0.19;
const narrowest = 6;
const widest = 60;

/** Writes the pages into a workbook file. Text between tables goes to the sheet of its page, or to a sheet of its own. */
export async function writeWorkbook(
  pages: readonly SheetPage[],
  options: WorkbookOptions,
  path: string,
): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  workbook.creator = 'Platen';
  if (options.title !== null) workbook.title = options.title;
  const decimal = decimalSignOf(textsOf(pages));
  if (options.sheets === 'per-table') writePerTable(workbook, pages, decimal);
  else if (options.sheets === 'per-page') writePerPage(workbook, pages, decimal);
  else writeTogether(workbook.addWorksheet('Tables'), pages, decimal);
  await workbook.xlsx.writeFile(path);
}

function* textsOf(pages: readonly SheetPage[]): Generator<string> {
  for (const { items } of pages) {
    for (const item of items) if (item.kind === 'table') for (const { text } of item.table.cells) yield text;
  }
}

function writePerTable(workbook: ExcelJS.Workbook, pages: readonly SheetPage[], decimal: DecimalSign) {
  const nameOf = createSheetNames();
  for (const page of pages) {
    const lines = page.items.filter((item) => item.kind === 'line');
    if (lines.length > 0)
      writeTogether(workbook.addWorksheet(`Page ${page.pageNumber} Text`), [{ ...page, items: lines }], decimal);
    for (const item of page.items) {
      if (item.kind !== 'table') continue;
      const sheet = workbook.addWorksheet(nameOf(item.table));
      writeTable(sheet, item.table, typeCells(item.table, decimal), 1);
      setWidths(sheet, [item.table]);
      freezeHeader(sheet, item.table);
    }
  }
}

function writePerPage(workbook: ExcelJS.Workbook, pages: readonly SheetPage[], decimal: DecimalSign) {
  for (const page of pages) {
    if (page.items.length > 0) writeTogether(workbook.addWorksheet(`Page ${page.pageNumber}`), [page], decimal);
  }
}

/** One below the other, with an empty row around each table. */
function writeTogether(sheet: Worksheet, pages: readonly SheetPage[], decimal: DecimalSign) {
  const tables: SheetTable[] = [];
  let top = 1;
  let afterTable = false;
  for (const { items } of pages) {
    for (const item of items) {
      if (top > 1 && (afterTable || item.kind === 'table')) top += 1;
      afterTable = item.kind === 'table';
      if (item.kind === 'table') {
        top = writeTable(sheet, item.table, typeCells(item.table, decimal), top);
        tables.push(item.table);
      } else {
        writeLine(sheet, item.line, top);
        top += 1;
      }
    }
  }
  setWidths(sheet, tables);
}

function writeLine(sheet: Worksheet, line: SheetLine, row: number) {
  const cell = sheet.getCell(row, 1);
  cell.value = line.text;
  if (line.bold) cell.font = { bold: true };
}

function setWidths(sheet: Worksheet, tables: readonly SheetTable[]) {
  const columns = Math.max(0, ...tables.map(({ columnCuts }) => columnCuts.length - 1));
  for (let column = 0; column < columns; column += 1) {
    const widthPt = Math.max(
      ...tables.map(({ columnCuts }) => (columnCuts[column + 1] ?? 0) - (columnCuts[column] ?? 0)),
    );
    sheet.getColumn(column + 1).width = Math.min(widest, Math.max(narrowest, widthPt * charactersPerPoint));
  }
}

function freezeHeader(sheet: Worksheet, { headerRows, rowCount }: SheetTable) {
  if (headerRows > 0 && headerRows < rowCount) sheet.views = [{ state: 'frozen', ySplit: headerRows }];
}
