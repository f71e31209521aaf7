import { containsMiddle, intersectBoxes } from '@platen/pdf-kit/geometry';
import type { Line, Page } from '@platen/pdf-kit/page-model';
import { freeRows, type Table, tableReach } from '@platen/pdf-kit/tables';
import { fullDatesIn } from '@platen/pdf-kit/values';
import type { ChosenTable } from './choose-tables.ts';
import { recognitionOf } from './recognition.ts';
import type { SheetPage } from './sheet-model.ts';
import { toSheetTable } from './to-sheet-table.ts';

/** What a page contributes to the workbook, from top to bottom: its tables and, with `all`, the lines between them. */
export function toSheetPage(
  page: Page,
  tables: readonly ChosenTable[],
  content: 'tables' | 'all',
  running: ReadonlySet<Line>,
): SheetPage {
  const found = tables.map(({ table, title, chain, isForm }) => ({
    y: table.box.y0,
    item: {
      kind: 'table' as const,
      table: { ...toSheetTable(table, tableReach(page, table, running)), title, chain, isForm },
    },
  }));
  const dates = [...new Set(page.lines.flatMap(({ text }) => fullDatesIn(text)))];
  if (content === 'tables') return { pageNumber: page.number, dates, items: found.map(({ item }) => item) };
  const free = page.lines.filter((line) => !tables.some(({ table }) => holdsLine(table, line)));
  const lines = freeRows(free).map(({ y, pieces }) => ({
    y,
    item: {
      kind: 'line' as const,
      line: { texts: pieces.map(({ text, bold, words }) => ({ text, bold, recognition: recognitionOf(words) })) },
    },
  }));
  const ordered = [...found, ...lines].sort((a, b) => a.y - b.y);
  return { pageNumber: page.number, dates, items: ordered.map(({ item }) => item) };
}

/** Whether a line is in a cell of a table: other lines may be between the labels of a form. */
function holdsLine({ box, cells, angle }: Table, line: Line): boolean {
  if (!containsMiddle(box, line.box)) return false;
  // The lines of a sideways table are as they are read, not where they are on the page.
  if (angle !== 0) {
    const own = cells.filter((cell) => containsMiddle(cell.box, line.box));
    return own.some(({ text }) => line.words.some((word) => text.includes(word.text)));
  }
  // Turned text over a cell, such as a watermark, is none of its lines.
  const isOwn = (own: Line) => own.angle === line.angle && intersectBoxes(own.box, line.box) !== null;
  return cells.some(({ lines }) => lines.some(isOwn));
}
