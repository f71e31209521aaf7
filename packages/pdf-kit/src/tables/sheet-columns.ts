import type { Edge } from './edges.ts';
import type { SheetRow, SheetRowCell } from './sheet-rows.ts';

/** Between the texts of two cells side by side: somewhere here is a border. */
interface Divide {
  readonly start: number;
  readonly end: number;
}

/** Borders this close to each other are one. */
const narrowestPt = 4;
/** Texts that begin this close to each other are set to one left edge. */
const edgePt = 0.8;

/**
 * The borders of the columns of a printed spreadsheet, outermost ones included: as few as separate every two
 * cells that are side by side in a row, where upright rules are if there are any, and between columns of text that
 * are never side by side but begin at edges of their own.
 */
export function readSheetColumns(rows: readonly SheetRow[], upright: readonly Edge[]): number[] {
  const cells = rows.flatMap((row) => row.cells);
  const divides = [
    ...rows.flatMap(({ cells: own }) =>
      own.slice(1).map((cell, index) => toDivide(own[index]?.x1 ?? cell.x0, cell.x0)),
    ),
    ...indentedColumns(rows),
  ];
  const x0 = Math.min(...cells.map((cell) => cell.x0)) - 1;
  const x1 = Math.max(...cells.map((cell) => cell.x1)) + 1;
  const inner = stab(divides).map((divide) => placeCut(divide, cells, upright));
  return [x0, ...inner.filter((cut) => cut > x0 + 1 && cut < x1 - 1), x1];
}

/** Text that runs over its border by a hair still ends there. */
function toDivide(left: number, right: number): Divide {
  return left <= right ? { start: left, end: right } : { start: right, end: left };
}

/** The fewest stretches that between them meet every divide: taken by their ends, from the left (interval stabbing). */
function stab(divides: readonly Divide[]): Divide[] {
  const stretches: Divide[] = [];
  for (const { start, end } of [...divides].sort((a, b) => a.end - b.end)) {
    const last = stretches.at(-1);
    if (last !== undefined && start <= last.end) {
      stretches[stretches.length - 1] = { start: Math.max(last.start, start), end: last.end };
    } else {
      stretches.push({ start, end });
    }
  }
  return stretches;
}

/** Where a rule is, or else where the fewest cells are crossed: text of other rows may have overflowed. */
function placeCut({ start, end }: Divide, cells: readonly SheetRowCell[], upright: readonly Edge[]): number {
  const middle = (start + end) / 2;
  const crossed = (at: number) => cells.filter(({ x0, x1 }) => x0 < at - 0.3 && x1 > at + 0.3).length;
  const drawn = upright.filter(({ at }) => at >= start - 1 && at <= end + 1).map(({ at }) => at);
  const free = cells.flatMap(({ x0, x1 }) => [x0 - 0.5, x1 + 0.5]).filter((at) => at >= start && at <= end);
  const places = drawn.length > 0 ? drawn : [middle, ...free];
  return places.reduce((best, at) => {
    const gain = crossed(best) - crossed(at);
    return gain > 0 || (gain === 0 && Math.abs(at - middle) < Math.abs(best - middle)) ? at : best;
  });
}

/** Columns of text whose cells are never side by side: several begin at one edge, and all to their left end before it. */
function indentedColumns(rows: readonly SheetRow[]): Divide[] {
  const cells = rows.flatMap((row) => row.cells);
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
