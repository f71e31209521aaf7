import { openPageModel } from '../src/page-model.ts';
import { findTables, type Table } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';

/** The tables found on a page that a test draws. */
export async function tablesOf(draw: (pen: Pen) => void): Promise<Table[]> {
  const document = await openPageModel(await drawPdf(draw));
  try {
    return findTables(await document.readPage(1));
  } finally {
    await document.close();
  }
}

/** The texts of a table row by row; a spanning cell shows once, at its top-left position. */
export function texts({ rowCount, columnCount, cells }: Table): string[][] {
  const rows = Array.from({ length: rowCount }, () => Array.from({ length: columnCount }, () => ''));
  for (const { row, column, text } of cells) {
    const line = rows[row];
    if (line !== undefined) line[column] = text.replaceAll('\n', ' ');
  }
  return rows;
}
