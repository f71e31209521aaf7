import { containsMiddle, uniteBoxes } from '../../page-model/box.ts';
import type { Box } from '../../page-model/types.ts';
import type { FreeRow } from '../free-rows.ts';
import { wrappedEm } from '../text-rows.ts';
import type { Table } from '../types.ts';

/** A row above or below a table is at most this far from it, in its own height: the blank line before a note is more. */
const nearLines = 1;
/** Tolerance for texts that begin or end together, in points. */
const alignedPt = 1;

/**
 * Rows outside of a table that have the place of its own: between its rows, or right above or below them with a text in
 * several columns or in one after the first, as the rest of a record has. What begins where labels do is a title or note;
 * leaders and marks alone say nothing.
 */
export function missedRows(rows: readonly FreeRow[], table: Table): readonly FreeRow[] {
  if (table.angle !== 0) return [];
  const missed: FreeRow[] = [];
  let { box } = table;
  const gap = (row: FreeRow) => Math.max(box.y0 - row.box.y1, row.box.y0 - box.y1);
  const written = rows.filter(({ pieces }) =>
    pieces.some(({ words }) => words.some(({ text }) => /[\p{L}\p{N}]/u.test(text))),
  );
  for (const row of written.toSorted((a, b) => gap(a) - gap(b))) {
    const isNear = gap(row) <= nearLines * (row.box.y1 - row.box.y0);
    if (!containsMiddle(table.box, row.box) && !(isNear && hasColumns(row, table))) continue;
    missed.push(row);
    box = uniteBoxes([box, row.box]);
  }
  return missed;
}

/** Whether each text of a row begins or ends where texts of one column do, one at least after the first column. */
function hasColumns({ pieces }: FreeRow, { cells, headerRows }: Table): boolean {
  const body = cells.filter(({ row, columnSpan }) => row >= headerRows && columnSpan === 1);
  const columns = pieces.map(({ words }) => {
    const piece = uniteBoxes(words.map((word) => word.box));
    return body.find(({ lines }) => lines.some((line) => areAligned(line.box, piece)))?.column ?? -1;
  });
  return columns.every((column) => column >= 0) && columns.some((column) => column > 0);
}

/** A row of at least this many texts is a record: a label and its value may have any line below them. */
const minTexts = 3;

/** The rows that continue a text of a record: alone, right below it and from its left edge. `rows` are from top to bottom. */
export function wrappedRows(rows: readonly FreeRow[], kept: ReadonlySet<FreeRow>): readonly FreeRow[] {
  const wrapped: FreeRow[] = [];
  let above: FreeRow | undefined;
  for (const row of rows) {
    const isRecord = kept.has(row) && row.pieces.length >= minTexts;
    if (!isRecord && above !== undefined && isWrapped(row, above)) wrapped.push(row);
    if (isRecord || wrapped.at(-1) === row) above = row;
  }
  return wrapped;
}

function isWrapped({ box, pieces }: FreeRow, above: FreeRow): boolean {
  const [text, ...others] = pieces;
  const startOf = ({ words }: FreeRow['pieces'][number]) => words[0]?.box.x0 ?? Number.NaN;
  const isBelow = box.y0 > above.box.y0 && box.y0 - above.box.y1 <= wrappedEm * (text?.words[0]?.style.sizePt ?? 0);
  return (
    isBelow &&
    text !== undefined &&
    others.length === 0 &&
    above.pieces.some((own) => /\p{L}/u.test(own.text) && Math.abs(startOf(own) - startOf(text)) < alignedPt)
  );
}

function areAligned(a: Box, b: Box): boolean {
  return Math.abs(a.x0 - b.x0) < alignedPt || Math.abs(a.x1 - b.x1) < alignedPt;
}
