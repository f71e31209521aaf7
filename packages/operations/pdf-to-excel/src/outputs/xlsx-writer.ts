import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { PageSetup, Worksheet } from 'exceljs';
import type { SheetItem, SheetTable } from '../sheet-model.ts';
import type { TypedLine } from '../typed-line.ts';
import { quoteFormulaLike, writeQuotePrefixes } from './quote-prefix.ts';
import type { PlannedSheet } from './sheet-plan.ts';
import type { OutputPlace, SheetWriter } from './sheet-writer.ts';
import { WorkbookStream } from './workbook-stream.ts';
import { writeTable } from './write-table.ts';

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Excel column width in characters per point of the page, and its bounds. */
const charactersPerPoint = 0.19;
const narrowest = 6;
const widest = 60;

/** Writes a workbook, a sheet at a time. */
export function createXlsxWriter({ folder, baseName }: OutputPlace, title: string | null): SheetWriter {
  const fileName = `${baseName}.xlsx`;
  const path = join(folder, 'tables.xlsx');
  const file = createWriteStream(path);
  const failed = new Promise<never>((_, reject) => file.on('error', reject));
  // It is raced by what writes; a failure between two writes waits for the next.
  failed.catch(() => {});
  // exceljs's shared strings table treats all texts with superscripts as the same string.
  const workbook = new WorkbookStream({ stream: file, useStyles: true, useSharedStrings: false });
  writeQuotePrefixes(workbook);
  workbook.creator = 'Platen';
  workbook.lastModifiedBy = 'Platen';
  if (title !== null) workbook.title = title;
  let sheet: Worksheet;
  return {
    begin: (planned) => {
      sheet = addSheet(workbook, planned);
    },
    table: ({ table, values }, top) => writeTable(sheet, table, values, top),
    line: (line, row) => writeLine(sheet, line, row),
    end: async () => {
      sheet.commit();
      // The archive must consume what was written before the next sheet begins.
      await Promise.race([setImmediate(), failed]);
    },
    finish: async () => {
      await Promise.race([workbook.commit(), failed]);
      return [{ path, fileName, mediaType }];
    },
  };
}

function addSheet(workbook: WorkbookStream, { name, items, header }: PlannedSheet): Worksheet {
  const views = header > 0 ? [{ state: 'frozen' as const, ySplit: header }] : [];
  const sheet = workbook.addWorksheet(name, { views, pageSetup: pageSetupOf(items, header) });
  setWidths(sheet, items);
  return sheet;
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

function writeLine(sheet: Worksheet, { texts }: TypedLine, row: number) {
  texts.forEach(({ text, bold, value }, index) => {
    const cell = sheet.getCell(row, index + 1);
    cell.value = value.kind === 'text' ? text : value.value;
    quoteFormulaLike(cell);
    if (value.kind !== 'text') cell.numFmt = value.format;
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
