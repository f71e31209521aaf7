import type { Edge } from '../rules/edges.ts';
import { isNumberText } from '../value-text.ts';
import type { SheetRow, SheetRowCell } from './sheet-rows.ts';

/** The space between two adjacent cells: a border lies somewhere in it. */
interface Divide {
  readonly start: number;
  readonly end: number;
}

/** Borders closer than this are one. */
const narrowestPt = 4;
/** Tolerance for left edges of texts and right edges of numbers in one column. */
const edgePt = 0.8;
/** The padding between text and border: 1 pt in Calc, 2 pt in Excel. */
const insetPt = 2.5;

/**
 * The column borders of a printed spreadsheet, including the outermost: as few as separate all adjacent cells of a row,
 * placed at vertical rules if there are any, plus borders between columns of text that are never adjacent but have
 * different left edges.
 */
export function readSheetColumns(rows: readonly SheetRow[], upright: readonly Edge[]): number[] {
  const cells = rows.flatMap((row) => row.cells);
  const divides = [
    ...rows.flatMap(({ cells: own }) =>
      own.slice(1).map((cell, index) => toDivide(own[index]?.x1 ?? cell.x0, cell.x0)),
    ),
    ...indentedColumns(rows),
    ...borders(cells),
  ];
  const x0 = Math.min(...cells.map((cell) => cell.x0)) - 1;
  const x1 = Math.max(...cells.map((cell) => cell.x1)) + 1;
  const inner = stab(divides).map((divide) => placeCut(divide, cells, upright));
  return [x0, ...inner.filter((cut) => cut > x0 + 1 && cut < x1 - 1), x1];
}

/** Text that extends slightly over its border still ends there. */
function toDivide(left: number, right: number): Divide {
  return left <= right ? { start: left, end: right } : { start: right, end: left };
}

/** The fewest intervals that stab every divide, chosen by right ends from the left (interval stabbing). */
function stab(divides: readonly Divide[]): Divide[] {
  const stretches: Divide[] = [];
  // Of intervals that end together, the narrowest is the most precise.
  for (const { start, end } of [...divides].sort((a, b) => a.end - b.end || b.start - a.start)) {
    const last = stretches.at(-1);
    if (last !== undefined && start <= last.end) {
      stretches[stretches.length - 1] = { start: Math.max(last.start, start), end: last.end };
    } else {
      stretches.push({ start, end });
    }
  }
  return stretches;
}

/**
 * At a rule, or else where the fewest cells are crossed, since text of other rows may overflow. Text that begins inside
 * the interval stays right of the border: a heading at the left edge of its numbers.
 */
function placeCut({ start, end }: Divide, cells: readonly SheetRowCell[], upright: readonly Edge[]): number {
  const middle = (start + end) / 2;
  const crossed = (at: number) => cells.filter(({ x0, x1 }) => x0 < at - 0.3 && x1 > at + 0.3).length;
  const drawn = upright.filter(({ at }) => at >= start - 1 && at <= end + 1).map(({ at }) => at);
  const free = cells.flatMap(({ x0, x1 }) => [x0 - 0.5, x1 + 0.5]).filter((at) => at >= start && at <= end);
  const places = drawn.length > 0 ? drawn : [middle, ...free];
  const within = cells.filter(({ x0, x1 }) => x0 > start && x1 < end);
  const cost = (at: number) => cells.length * crossed(at) + within.filter(({ x1 }) => x1 <= at).length;
  return places.reduce((best, at) => {
    const gain = cost(best) - cost(at);
    return gain > 0 || (gain === 0 && Math.abs(at - middle) < Math.abs(best - middle)) ? at : best;
  });
}

/**
 * Columns of text whose cells are never adjacent: several begin at one edge, and all text to their left ends before it.
 * Numbers of equal width begin at one edge, too, but end at their border.
 */
function indentedColumns(rows: readonly SheetRow[]): Divide[] {
  const cells = rows.flatMap((row) => row.cells).filter((cell) => !isNumberCell(cell));
  const edges: { x: number; ends: number[] }[] = [];
  for (const { x0, x1 } of [...cells].sort((a, b) => a.x0 - b.x0)) {
    const last = edges.at(-1);
    if (last !== undefined && x0 - last.x <= edgePt) last.ends.push(x1);
    else edges.push({ x: x0, ends: [x1] });
  }
  const shared = edges.filter(({ ends }) => ends.length >= 2 && Math.max(...ends) - Math.min(...ends) > 2 * edgePt);
  return shared.slice(1).flatMap((edge, index) => {
    const left = shared[index];
    const reach = Math.max(...(left?.ends ?? []));
    return left !== undefined && reach < edge.x && edge.x - left.x > narrowestPt ? [{ start: reach, end: edge.x }] : [];
  });
}

/**
 * Borders where right-aligned numbers end and texts of other rows begin: a heading may be at the left of its numbers.
 */
function borders(cells: readonly SheetRowCell[]): Divide[] {
  const ends = cells
    .filter(isNumberCell)
    .map(({ x1 }) => x1)
    .sort((a, b) => a - b);
  const shared = ends.filter((end, index) => end - (ends[index - 1] ?? Number.NEGATIVE_INFINITY) <= edgePt);
  const starts = cells.map(({ x0 }) => x0).sort((a, b) => a - b);
  const found: Divide[] = [];
  let at = 0;
  for (const start of starts) {
    while (at < shared.length - 1 && (shared[at + 1] ?? start) <= start) at += 1;
    const end = shared[at];
    if (end !== undefined && end <= start && start - end <= 2 * insetPt) found.push({ start: end, end: start });
  }
  return found;
}

function isNumberCell({ lines }: SheetRowCell): boolean {
  return isNumberText(lines.map(({ text }) => text).join(' '));
}
