import { type CellDraft, placeWords } from '../compose-table.ts';
import type { Edge, PageEdges } from '../rules/edges.ts';
import { columnOf } from '../whitespace/column-cuts.ts';
import { type ColumnSpan, headingGroups } from './heading-groups.ts';
import type { SheetRow, SheetRowCell } from './sheet-rows.ts';

/** Text is centred if its margins on both sides differ by no more than this share of the available width. */
const centredShare = 0.06;
/** Tolerance for texts aligned to one edge, in points. */
const sharedEdgePt = 0.8;

interface Sheet {
  readonly rows: readonly SheetRow[];
  readonly cuts: readonly number[];
  readonly edges: PageEdges;
  /** How many rows at the top hold one cell each: titles. */
  readonly titles: number;
  /** The columns of headings over groups of columns. */
  readonly groups: ReadonlyMap<SheetRowCell, ColumnSpan>;
}

/** Places the cells of a printed spreadsheet in its columns, including merged cells. */
export function placeSheetCells(rows: readonly SheetRow[], cuts: readonly number[], edges: PageEdges): CellDraft[] {
  const titles = rows.findIndex(({ cells }) => cells.length > 1);
  const sheet: Sheet = { rows, cuts, edges, titles, groups: headingGroups(rows, cuts) };
  const drafts = rows.flatMap((_, index) => placeRow(index, sheet));
  // One after the other, so that no two cells extend into the same empty row.
  drafts.forEach((draft, index) => {
    drafts[index] = stretchOver(draft, drafts, sheet);
  });
  return drafts;
}

function placeRow(index: number, sheet: Sheet): CellDraft[] {
  const cells = sheet.rows[index]?.cells ?? [];
  const byColumn = new Map<number, CellDraft>();
  const spans = cells.map(
    (cell, place) =>
      sheet.groups.get(cell) ??
      columnsOf(
        cell,
        index,
        { x0: cells[place - 1]?.x1 ?? Number.NEGATIVE_INFINITY, x1: cells[place + 1]?.x0 ?? Number.POSITIVE_INFINITY },
        sheet,
      ),
  );
  cells.forEach((cell, place) => {
    const { first, last } = spans[place] ?? { first: 0, last: 0 };
    const next = Math.min(...spans.filter((span) => span.first > first).map((span) => span.first), last + 1);
    const words = placeWords(cell.lines);
    const taken = byColumn.get(first);
    byColumn.set(first, {
      row: index,
      column: first,
      rowSpan: 1,
      columnSpan: taken?.columnSpan ?? next - first,
      words: taken === undefined ? words : [...taken.words, ...words],
    });
  });
  return [...byColumn.values()];
}

/**
 * The columns of a cell. Text centred between two borders, or over several columns, is in a merged cell; other text
 * wider than its column merely overflows it: to the left if it ends with its column.
 */
function columnsOf(cell: SheetRowCell, index: number, room: Extent, { rows, cuts, edges, titles }: Sheet): ColumnSpan {
  const first = columnOf(cell.x0 + 0.5, cuts);
  const last = columnOf(cell.x1 - 0.5, cuts);
  const row = rows[index];
  const frame = row === undefined ? null : frameOf(cell, row, edges.vertical);
  if (frame !== null && frame.x0 >= room.x0 - 1 && frame.x1 <= room.x1 + 1 && isCentred(cell, frame)) {
    return { first: columnOf(frame.x0 + 2, cuts), last: columnOf(frame.x1 - 2, cuts) };
  }
  if (index < titles && first > 0) return { first: 0, last: cuts.length - 2 };
  if (first === last) return { first, last };
  if (isCentred(cell, { x0: cuts[first] ?? 0, x1: cuts[last + 1] ?? 0 })) return { first, last };
  const others = rows.flatMap(({ cells }) => cells.filter((other) => other !== cell));
  const begins = others.filter(({ x0 }) => Math.abs(x0 - cell.x0) < sharedEdgePt).length;
  const ends = others.filter(({ x1 }) => Math.abs(x1 - cell.x1) < sharedEdgePt).length;
  return begins === 0 && ends >= 2 ? { first: last, last } : { first, last: first };
}

interface Extent {
  readonly x0: number;
  readonly x1: number;
}

/** The space between the vertical borders on both sides of a cell; null if one is missing. */
function frameOf({ x0, x1 }: SheetRowCell, { y0, y1 }: SheetRow, upright: readonly Edge[]): Extent | null {
  const middle = (y0 + y1) / 2;
  const beside = upright.filter(({ start, end }) => start <= middle && end >= middle);
  const left = Math.max(...beside.filter(({ at }) => at <= x0 + 1).map(({ at }) => at));
  const right = Math.min(...beside.filter(({ at }) => at >= x1 - 1).map(({ at }) => at));
  return Number.isFinite(left) && Number.isFinite(right) ? { x0: left, x1: right } : null;
}

function isCentred(cell: SheetRowCell, { x0, x1 }: Extent): boolean {
  const left = cell.x0 - x0;
  const right = x1 - cell.x1;
  return left > 1.5 && Math.abs(left - right) <= Math.max(1, centredShare * (x1 - x0));
}

/** A cell whose vertical borders extend past the rules between adjacent rows is merged over those rows. */
function stretchOver(draft: CellDraft, drafts: readonly CellDraft[], { rows, cuts, edges }: Sheet): CellDraft {
  const left = cuts[draft.column] ?? 0;
  const right = cuts[draft.column + draft.columnSpan] ?? 0;
  const middle = (left + right) / 2;
  const isOpen = (above: number) => {
    const from = middleOf(rows[above]);
    const to = middleOf(rows[above + 1]);
    const between = edges.horizontal.filter(({ at }) => at > from && at < to);
    const own = between.some(({ start, end }) => start < middle && end > middle);
    const beside = between.some(({ start, end }) => end <= left + 2 || start >= right - 2);
    const taken = drafts.some(
      (other) =>
        other !== draft &&
        other.row <= above + 1 &&
        other.row + other.rowSpan > above &&
        other.column < draft.column + draft.columnSpan &&
        draft.column < other.column + other.columnSpan,
    );
    return beside && !own && !taken;
  };
  let first = draft.row;
  while (first > 0 && isOpen(first - 1)) first -= 1;
  let last = draft.row;
  while (last < rows.length - 1 && isOpen(last)) last += 1;
  return { ...draft, row: first, rowSpan: last - first + 1 };
}

function middleOf(row: SheetRow | undefined): number {
  return row === undefined ? 0 : (row.y0 + row.y1) / 2;
}
