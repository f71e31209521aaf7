import { uniteBoxes } from '../page-model/box.ts';
import type { Line } from '../page-model/types.ts';
import type { Chunk } from './chunk.ts';
import { columnOf } from './column-cuts.ts';
import { composeTable, placeWords } from './compose-table.ts';
import { buildTextRows, type TextRow } from './text-rows.ts';
import type { Table } from './types.ts';
import { isNumberText } from './value-text.ts';

/** A header is no further above its grid than this, in em, */
const reachEm = 1.2;
/** lines of one heading are nearer than this, in em, */
const pitchEm = 0.55;
/** and a header heads at least this share of the columns. */
const headedShare = 0.6;

/** A grid without a header with the line of headings right above it, which no rule closes, as its first row. */
export function withHeaderAbove(table: Table, lines: readonly Line[]): Table {
  if (table.kind !== 'ruled' || table.angle !== 0 || hasHeader(table)) return table;
  const above = lines.filter(
    ({ box, angle }) => angle === 0 && box.y1 <= table.box.y0 + 2 && box.x1 > table.box.x0 && box.x0 < table.box.x1,
  );
  const rows = buildTextRows(above);
  const row = rows.at(-1);
  if (row === undefined || table.box.y0 - row.box.y1 > reachEm * row.sizePt) return table;
  const columns = row.chunks.map((chunk) => columnAt(chunk, table));
  const isHeader =
    new Set(columns).size === columns.length &&
    columns.length >= Math.max(2, headedShare * table.columnCount) &&
    row.chunks.every(
      ({ text, box }, index) =>
        !isNumberText(text) &&
        box.x0 >= (table.columnCuts[columns[index] ?? 0] ?? 0) - 2 &&
        box.x1 <= (table.columnCuts[(columns[index] ?? 0) + 1] ?? 0) + 2,
    );
  if (!isHeader) return table;
  const first = firstLine(rows.at(-2), row, columns, table);
  const upper = first === null ? [] : first.chunks;
  const rowCuts = [(first ?? row).box.y0 - 1, ...table.rowCuts];
  const header = composeTable(
    {
      pageNumber: table.pageNumber,
      kind: table.kind,
      columnCuts: table.columnCuts,
      rowCuts: rowCuts.slice(0, 2),
      cells: row.chunks.map((chunk, index) => ({
        row: 0,
        column: columns[index] ?? 0,
        rowSpan: 1,
        columnSpan: 1,
        words: placeWords([...upper.filter((own) => columnAt(own, table) === columns[index]), chunk]),
      })),
      headerRows: 1,
      confidence: table.confidence,
    },
    [],
  );
  return {
    ...table,
    box: uniteBoxes([table.box, header.box]),
    rowCount: table.rowCount + 1,
    rowCuts,
    headerRows: 1,
    cells: [...header.cells, ...table.cells.map((cell) => ({ ...cell, row: cell.row + 1 }))],
  };
}

/** Amounts in the first row make it a row of the body, however it is set. */
function hasHeader({ headerRows, cells }: Table): boolean {
  return headerRows > 0 && !cells.some(({ row, text }) => row === 0 && isNumberText(text));
}

function columnAt({ box }: Chunk, { columnCuts }: Table): number {
  return columnOf((box.x0 + box.x1) / 2, columnCuts);
}

/** The line above a line of headings that begins some of them: close to it, each text over one of the headings. */
function firstLine(above: TextRow | undefined, row: TextRow, columns: readonly number[], table: Table): TextRow | null {
  if (above === undefined || row.box.y0 - above.box.y1 > pitchEm * row.sizePt) return null;
  const isOver = (chunk: Chunk) => {
    const head = row.chunks[columns.indexOf(columnAt(chunk, table))];
    return head !== undefined && head.bold === chunk.bold && head.box.x0 < chunk.box.x1 && head.box.x1 > chunk.box.x0;
  };
  return above.chunks.every(isOver) ? above : null;
}
