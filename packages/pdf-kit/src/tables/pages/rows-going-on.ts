import { composeTable, placeWords } from '../compose-table.ts';
import { pieceKind } from '../ledger/piece-kind.ts';
import type { Table } from '../types.ts';
import { columnOf } from '../whitespace/column-cuts.ts';
import { amountPlaces } from './closing-rows.ts';

/** Tolerance for the right edges of amounts and the left edges of labels in one column, in points. */
const samePt = 1.5;
/** This many columns of amounts with the same right edges belong to one table. */
const minColumns = 2;

/**
 * Puts the rows at the top of a page into the columns of the table at the end of the page before, if they continue it:
 * labels begin and amounts end at the same places, and the first row has amounts rather than headings. With few rows,
 * whitespace alone would place the cuts elsewhere. Null if they belong to another table.
 */
export function rowsGoingOn(below: Table, above: Table): Table | null {
  if (below.angle !== 0 || above.angle !== 0 || below.kind !== 'unruled' || !haveSameEnds(below, above)) return null;
  const cells = below.cells.flatMap(({ row, lines }) => {
    const placed = placeWords(lines);
    const columns = Map.groupBy(placed, ({ word: { box } }) => columnOf((box.x0 + box.x1) / 2, above.columnCuts));
    return [...columns].map(([column, words]) => ({ row, column, words }));
  });
  const drafts = [...Map.groupBy(cells, ({ row, column }) => `${row}:${column}`).values()].flatMap((own) => {
    const [first] = own;
    const words = own.flatMap((cell) => cell.words);
    return first === undefined ? [] : [{ row: first.row, column: first.column, rowSpan: 1, columnSpan: 1, words }];
  });
  const { pageNumber, kind, rowCuts, confidence } = below;
  const draft = { pageNumber, kind, columnCuts: above.columnCuts, rowCuts, cells: drafts, headerRows: 0, confidence };
  return { ...composeTable(draft, []), headerRows: 0 };
}

function haveSameEnds(below: Table, above: Table): boolean {
  const [own, theirs] = [amountPlaces({ ...below, headerRows: 0 }), amountPlaces(above)];
  const filled = [...own.values()].map(({ ends }) => ends).filter((ends) => ends.length > 0);
  const columns = new Set(filled.map(([end = 0]) => columnOf(end - samePt, above.columnCuts)));
  const isThere = (ends: readonly number[]) =>
    ends.every((end) =>
      theirs.get(columnOf(end - samePt, above.columnCuts))?.ends.some((other) => Math.abs(other - end) <= samePt),
    );
  return (
    columns.size >= minColumns &&
    columns.size === filled.length &&
    filled.every(isThere) &&
    below.cells.some(({ row, text }) => row === 0 && pieceKind(text) === 'number') &&
    Math.abs(labelStart(below) - labelStart(above)) <= samePt
  );
}

/** Where the texts of the first column begin. */
function labelStart({ cells, headerRows }: Table): number {
  const labels = cells.filter(({ row, column, text }) => column === 0 && row >= headerRows && text !== '');
  return Math.min(...labels.flatMap(({ lines }) => lines.map(({ box }) => box.x0)));
}
