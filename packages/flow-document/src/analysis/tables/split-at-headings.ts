import type { Line } from '@platen/pdf-kit/page-model';
import { heaviest } from '@platen/pdf-kit/statistics';
import type { Table, TableCell } from '@platen/pdf-kit/tables';

/** A heading is larger than the text of the table below it by this factor. */
const largerBy = 1.1;
/** A single row with fewer texts is a line with a tab; with more it is the head of the columns below it. */
const minInRow = 3;

/**
 * The tables that a page shows where one was found: a larger line that has its row for itself is the heading of what
 * follows, as in statements and timetables. Headings become text of the page, and so does a row of two texts that is left.
 * Titles inside a grid stay in their cells.
 */
export function splitAtHeadings(table: Table): readonly Table[] {
  if (table.kind === 'ruled' || table.kind === 'tagged' || table.angle !== 0) return [table];
  const headings = headingLines(table);
  if (headings.length === 0) return [table];
  const cuts = [table.box.y0, ...headings.flatMap(({ box }) => [box.y0, box.y1]), table.box.y1];
  const tables: Table[] = [];
  for (let index = 0; index + 1 < cuts.length; index += 2) {
    const [y0, y1] = [cuts[index] ?? 0, cuts[index + 1] ?? 0];
    const part = between(table, y0, y1);
    if (part !== null && isTable(part)) tables.push(part);
  }
  return tables;
}

function isTable({ rowCount, cells }: Table): boolean {
  return rowCount > 1 || cells.filter(({ lines }) => lines.length > 0).length >= minInRow;
}

/** From top to bottom. */
function headingLines({ cells }: Table): readonly Line[] {
  const all = cells.flatMap(({ lines }) => lines);
  const usual = heaviest(all.map(({ style, text }) => [style.sizePt, text.length])) ?? 0;
  return cells
    .filter(({ column }) => column === 0)
    .flatMap(({ lines }) => lines)
    .filter((line) => line.style.sizePt >= largerBy * usual && /\p{L}/u.test(line.text))
    .filter((line) => all.every((other) => other === line || !isBeside(line, other)))
    .sort((first, second) => first.baseline - second.baseline);
}

function isBeside({ box }: Line, other: Line): boolean {
  const middle = (other.box.y0 + other.box.y1) / 2;
  return middle > box.y0 && middle < box.y1;
}

/** What of a table is between two heights; null when nothing does. */
function between(table: Table, y0: number, y1: number): Table | null {
  const isInside = ({ baseline }: Line) => baseline > y0 && baseline <= y1;
  const kept = table.cells.map((cell) => ({ ...cell, lines: cell.lines.filter(isInside) }));
  const filled = kept.filter(({ lines }) => lines.length > 0);
  const first = Math.min(...filled.map(({ row }) => row));
  const last = Math.max(...filled.map(({ row, rowSpan }) => row + rowSpan - 1));
  if (filled.length === 0) return null;
  const rowCuts = table.rowCuts.slice(first, last + 2).map((cut) => Math.min(Math.max(cut, y0), y1));
  const cells = kept
    .filter((cell) => cell.row >= first && cell.row + cell.rowSpan - 1 <= last)
    .map((cell): TableCell => {
      const box = { ...cell.box, y0: Math.max(cell.box.y0, y0), y1: Math.min(cell.box.y1, y1) };
      return { ...cell, row: cell.row - first, box, text: cell.lines.map(({ text }) => text).join('\n') };
    });
  return {
    ...table,
    box: { ...table.box, y0: rowCuts[0] ?? y0, y1: rowCuts.at(-1) ?? y1 },
    rowCount: last - first + 1,
    rowCuts,
    cells,
    headerRows: first === 0 ? Math.min(table.headerRows, last + 1) : 0,
  };
}
