import { createWriteStream } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { type DecimalSign, parseNumber } from '@platen/pdf-kit/values';
import type { PageSetup, Worksheet } from 'exceljs';
import { quoteFormulaLike, writeQuotePrefixes } from './quote-prefix.ts';
import { isDoubtful } from './recognition.ts';
import type { SheetItem, SheetLine, SheetPage, SheetTable } from './sheet-model.ts';
import { createSheetNames } from './sheet-names.ts';
import type { DocumentTables } from './stages.ts';
import { numberFormat } from './type-cells.ts';
import type { TypedTable } from './typed-table.ts';
import { WorkbookStream } from './workbook-stream.ts';
import { writeTable } from './write-table.ts';

export interface WorkbookOptions {
  readonly sheets: 'per-table' | 'per-page' | 'single';
  readonly title: string | null;
}

/** Callbacks for what is written, with its sheet. */
export interface WorkbookListener {
  /** A table, its values, and the row of its first line (from 1). */
  readonly onTable: (sheet: string, table: TypedTable, top: number) => void;
  /** A number recognised with doubt, by its cell reference, such as `B3`. */
  readonly onDoubtful: (sheet: string, cell: string) => void;
}

/** Excel column width in characters per point of the page, and its bounds. */
const charactersPerPoint = 0.19;
const narrowest = 6;
const widest = 60;

/**
 * Writes the pages into a workbook file, sheet by sheet. A written sheet is released, so memory does not grow with
 * their number. Text between tables goes to the sheet of its page, or to a separate sheet.
 */
export async function writeWorkbook(
  document: DocumentTables,
  options: WorkbookOptions,
  path: string,
  listener: WorkbookListener = { onTable: () => {}, onDoubtful: () => {} },
): Promise<void> {
  const file = createWriteStream(path);
  const failed = new Promise<never>((_, reject) => file.on('error', reject));
  // exceljs's shared strings table treats all texts with superscripts as the same string.
  const workbook = new WorkbookStream({ stream: file, useStyles: true, useSharedStrings: false });
  writeQuotePrefixes(workbook);
  workbook.creator = 'Platen';
  workbook.lastModifiedBy = 'Platen';
  if (options.title !== null) workbook.title = options.title;
  await Promise.race([writeSheets(workbook, document, options.sheets, listener), failed]);
}

async function writeSheets(
  workbook: WorkbookStream,
  document: DocumentTables,
  sheets: WorkbookOptions['sheets'],
  listener: WorkbookListener,
) {
  for (const { name, items, header } of planSheets(document.pages, sheets)) {
    const views = header > 0 ? [{ state: 'frozen' as const, ySplit: header }] : [];
    const sheet = workbook.addWorksheet(name, { views, pageSetup: pageSetupOf(items, header) });
    setWidths(sheet, items);
    writeItems(sheet, items, document, listener);
    sheet.commit();
    // The archive must consume what was written before the next sheet begins.
    await setImmediate();
  }
  await workbook.commit();
}

/** A wider table than this, in points, is printed across. */
const uprightPt = 620;

/** Printed, a sheet is as wide as the paper, and each page of it begins with the header. */
function pageSetupOf(items: readonly SheetItem[], header: number): Partial<PageSetup> {
  const widths = items.map((item) => (item.kind === 'table' ? widthOf(item.table) : 0));
  return {
    fitToPage: true,
    fitToWidth: 1,
    fitToHeight: 0,
    orientation: widths.some((width) => width > uprightPt) ? 'landscape' : 'portrait',
    ...(header > 0 ? { printTitlesRow: `1:${header}` } : {}),
  };
}

function widthOf({ columnCuts }: SheetTable): number {
  return (columnCuts.at(-1) ?? 0) - (columnCuts[0] ?? 0);
}

interface PlannedSheet {
  readonly name: string;
  readonly items: readonly SheetItem[];
  /** Rows at its top that stay in view. */
  readonly header: number;
}

function* planSheets(pages: readonly SheetPage[], sheets: WorkbookOptions['sheets']): Generator<PlannedSheet> {
  if (sheets === 'single') {
    yield { name: 'Tables', items: pages.flatMap(({ items }) => items), header: 0 };
    return;
  }
  const nameOf = createSheetNames();
  for (const { pageNumber, items } of pages) {
    if (sheets === 'per-page') {
      if (items.length > 0) yield { name: `Page ${pageNumber}`, items, header: 0 };
      continue;
    }
    const lines = items.filter((item) => item.kind === 'line' && !item.isDetail);
    if (lines.length > 0) yield { name: `Page ${pageNumber} Text`, items: lines, header: 0 };
    const details = items.filter((item) => (item.kind === 'line' ? item.isDetail : item.table.isForm));
    if (details.length > 0) yield { name: `Page ${pageNumber} Details`, items: details, header: 0 };
    for (const item of items) {
      if (item.kind !== 'table' || item.table.isForm) continue;
      const { headerRows, rowCount } = item.table;
      yield { name: nameOf(item.table), items: [item], header: headerRows < rowCount ? headerRows : 0 };
    }
  }
}

/** Stacked, with an empty row around each table. */
function writeItems(
  sheet: Worksheet,
  items: readonly SheetItem[],
  { typed, decimal }: DocumentTables,
  { onTable, onDoubtful }: WorkbookListener,
) {
  let top = 1;
  let afterTable = false;
  for (const item of items) {
    if (top > 1 && (afterTable || item.kind === 'table')) top += 1;
    afterTable = item.kind === 'table';
    if (item.kind === 'table') {
      const table = typed(item.table);
      onTable(sheet.name, table, top);
      for (const { row, column } of table.doubtful)
        onDoubtful(sheet.name, sheet.getCell(top + row, column + 1).address);
      top = writeTable(sheet, table.table, table.values, top);
    } else {
      writeLine(sheet, item.line, top, decimal, (cell) => onDoubtful(sheet.name, cell));
      top += 1;
    }
  }
}

function writeLine(
  sheet: Worksheet,
  { texts }: SheetLine,
  row: number,
  decimal: DecimalSign,
  onDoubtful: (cell: string) => void,
) {
  texts.forEach(({ text, bold, recognition }, index) => {
    const cell = sheet.getCell(row, index + 1);
    const printed = parseNumber(text, decimal);
    // A whole number at the left is a label, as in a list.
    const isLabel = index === 0 && (texts.length > 1 || printed?.decimals !== 2);
    const number = isLabel ? null : printed;
    cell.value = number === null ? text : number.value;
    quoteFormulaLike(cell);
    if (number !== null) cell.numFmt = numberFormat(number);
    if (number !== null && isDoubtful(recognition)) onDoubtful(cell.address);
    if (bold) cell.font = { bold: true };
  });
}

/** A number that does not fit is shown as ####. */
const figure = /^[^\p{L}\n]*\d[^\n]{0,24}$/u;

/** Bold letters are wider than the figures that column widths are measured by. */
const boldWidth = 1.1;

function longestLine(text: string): number {
  return text.split('\n').reduce((longest, line) => Math.max(longest, line.length), 0);
}

function setWidths(sheet: Worksheet, items: readonly SheetItem[]) {
  const tables = items.flatMap((item) => (item.kind === 'table' ? [item.table] : []));
  const [widthsPt, needed]: [number[], number[]] = [[], []];
  for (const { columnCuts, cells, headerRows } of tables) {
    for (const [column, start] of columnCuts.slice(0, -1).entries()) {
      widen(widthsPt, column, (columnCuts[column + 1] ?? start) - start);
    }
    for (const { row, column, columnSpan, text, bold } of cells) {
      if (columnSpan > 1) continue;
      if (figure.test(text)) widen(needed, column, text.length + 2);
      if (bold || row < headerRows) widen(needed, column, boldWidth * longestLine(text) + 2);
    }
  }
  for (const [column, widthPt] of widthsPt.entries()) {
    const width = Math.max(narrowest, needed[column] ?? 0, widthPt * charactersPerPoint);
    sheet.getColumn(column + 1).width = Math.min(widest, width);
  }
  if (widthsPt.length === 0) setWidthsOfLines(sheet, items);
}

/** Columns of a text sheet are as wide as the text with a neighbour, which would cover its end. */
function setWidthsOfLines(sheet: Worksheet, items: readonly SheetItem[]) {
  const lengths: number[] = [];
  for (const item of items) {
    const texts = item.kind === 'line' ? item.line.texts : [];
    for (const [column, { text }] of texts.entries()) {
      widen(lengths, column, texts.length > column + 1 || column > 0 ? text.length : 0);
    }
  }
  for (const [column, length] of lengths.entries()) {
    sheet.getColumn(column + 1).width = Math.min(widest, Math.max(narrowest, length + 2));
  }
}

function widen(widths: number[], column: number, width: number) {
  widths[column] = Math.max(widths[column] ?? 0, width);
}
