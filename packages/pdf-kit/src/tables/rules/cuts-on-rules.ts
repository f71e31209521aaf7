import { containsMiddle, uniteBoxes } from '../../page-model/box.ts';
import type { Box, Line } from '../../page-model/types.ts';
import type { CellDraft, TableDraft } from '../compose-table.ts';
import type { Edge, PageEdges } from './edges.ts';

/** How far text may extend over a rule, in points. */
const slackPt = 1.5;
/** A rule between two columns or rows counts if it covers this share of the table: group headings have short rules. */
const innerShare = 0.25;
/** A rule that closes the table covers this share of it. */
const outerShare = 0.6;
/** A closing rule is this near to the text, in points; where a rule that crosses it begins there, further off; where two
 * do, it is the side of a frame. */
const outerReachPt = 16;
const crossedReachPt = 72;
/** Ends of rules this close are in one line, in points. */
const alignedPt = 2.5;

/**
 * Moves the cuts of a table found by its text or tags onto what is drawn between and around its columns and rows:
 * rules, sides of fills and, where no side is drawn, the common ends of its rules.
 */
export function cutsOnRules(draft: TableDraft, edges: PageEdges, lines: readonly Line[]): TableDraft {
  const columnsWithin = (rowCuts: readonly number[]) =>
    movedCuts({
      spans: draft.cells.flatMap((cell) => spanOf(cell, 'column')),
      cuts: draft.columnCuts,
      otherCuts: rowCuts,
      across: edges.vertical,
      along: edges.horizontal,
    });
  const rowsWithin = (columnCuts: readonly number[]) =>
    movedCuts({
      spans: draft.cells.flatMap((cell) => spanOf(cell, 'row')),
      cuts: draft.rowCuts,
      otherCuts: columnCuts,
      across: edges.horizontal.filter((edge) => endsAtCuts(edge, columnCuts)),
      along: edges.vertical,
    });
  const rowCuts = rowsWithin(columnsWithin(draft.rowCuts));
  // Only now do rules of rows without text matter.
  const moved = { ...draft, columnCuts: columnsWithin(rowCuts), rowCuts };
  return isOrdered(moved.columnCuts) && isOrdered(moved.rowCuts) && !takesIn(moved, lines) ? moved : draft;
}

/** Around columns and rows without text, cuts may move past each other. */
function isOrdered(cuts: readonly number[]): boolean {
  return cuts.every((cut, index) => index === 0 || cut > (cuts[index - 1] ?? cut));
}

/** The texts of cells between the cuts of one direction, and the edges they may lie on. */
interface Axis {
  readonly spans: readonly Span[];
  readonly cuts: readonly number[];
  readonly otherCuts: readonly number[];
  /** Edges that may be cuts. */
  readonly across: readonly Edge[];
  /** Edges that run from the first cut to the last. */
  readonly along: readonly Edge[];
}

/** The text of a cell: the cuts around it, and its extent. */
interface Span {
  readonly first: number;
  readonly last: number;
  readonly start: number;
  readonly end: number;
}

function spanOf({ row, column, rowSpan, columnSpan, words }: CellDraft, direction: 'row' | 'column'): Span[] {
  if (words.length === 0) return [];
  const box = uniteBoxes(words.map(({ word }) => word.box));
  return direction === 'column'
    ? [{ first: column, last: column + columnSpan, start: box.x0, end: box.x1 }]
    : [{ first: row, last: row + rowSpan, start: box.y0, end: box.y1 }];
}

/** An underline ends with its text or picture, anywhere in a column. */
function endsAtCuts({ start, end }: Edge, cuts: readonly number[]): boolean {
  const isNearCut = (at: number) => cuts.some((cut) => Math.abs(at - cut) <= outerReachPt);
  return (isNearCut(start) || start < (cuts[0] ?? start)) && (isNearCut(end) || end > (cuts.at(-1) ?? end));
}

function movedCuts(axis: Axis): number[] {
  const lastCut = axis.cuts.length - 1;
  const moved: number[] = [];
  axis.cuts.forEach((cut, index) => {
    // Columns and rows without text are bounded by their neighbours.
    const textEnd = Math.max(...axis.spans.filter(({ last }) => last <= index).map(({ end }) => end));
    const textStart = Math.min(...axis.spans.filter(({ first }) => first >= index).map(({ start }) => start));
    if (index === 0) moved.push(outerCut(axis, Number.isFinite(textStart) ? textStart : cut, 'start') ?? cut);
    else if (index === lastCut) moved.push(outerCut(axis, Number.isFinite(textEnd) ? textEnd : cut, 'end') ?? cut);
    else {
      const before = Math.max(textEnd - slackPt, (moved[index - 1] ?? cut) + alignedPt);
      moved.push(innerCut(axis, cut, before, textStart + slackPt) ?? cut);
    }
  });
  return moved;
}

/** The longest of the rules that are between what is before a cut and what is after it. */
function innerCut(axis: Axis, cut: number, before: number, after: number): number | null {
  const between = axis.across.filter(({ at }) => at > before && at < after);
  const [longest] = between
    .map(({ at }) => ({ at, share: shareAt(axis, at) }))
    .filter(({ share }) => share >= innerShare)
    .sort((a, b) => b.share - a.share || Math.abs(a.at - cut) - Math.abs(b.at - cut));
  return longest?.at ?? null;
}

/** The nearest rule that closes the table on one side, else where the rules that run to that side end. */
function outerCut(axis: Axis, text: number, side: 'start' | 'end'): number | null {
  const outward = side === 'start' ? -1 : 1;
  const beyond = (at: number) => (at - text) * outward;
  const ends = endsOn(axis, side);
  const crossings = (at: number) => ends.filter((end) => Math.abs(end - at) <= alignedPt).length;
  const reachPt = (at: number) => [outerReachPt, crossedReachPt][crossings(at)] ?? Number.POSITIVE_INFINITY;
  const [nearest] = axis.across
    .filter(({ at }) => beyond(at) > -slackPt && beyond(at) <= reachPt(at))
    .filter(({ at }) => shareAt(axis, at) >= outerShare)
    .sort((a, b) => beyond(a.at) - beyond(b.at));
  if (nearest !== undefined) return nearest.at;
  const [first] = ends;
  const aligned = first !== undefined && ends.every((end) => Math.abs(end - first) <= alignedPt);
  return aligned && ends.length >= 2 && beyond(first) > 0 ? first : null;
}

/** Where the edges that run along the table begin, or end. */
function endsOn({ along, cuts, otherCuts }: Axis, side: 'start' | 'end'): number[] {
  const [from, to] = [(otherCuts[0] ?? 0) - outerReachPt, (otherCuts.at(-1) ?? 0) + outerReachPt];
  const [first, last] = [cuts[0] ?? 0, cuts.at(-1) ?? 0];
  return along
    .filter(
      ({ at, start, end }) =>
        at >= from && at <= to && sharedPt(start, end, first, last) >= outerShare * (last - first),
    )
    .map((edge) => edge[side]);
}

/** The share of the table's extent that edges at a place run along. */
function shareAt({ across, otherCuts }: Axis, at: number): number {
  const [from, to] = [otherCuts[0] ?? 0, otherCuts.at(-1) ?? 0];
  const coveredPt = across
    .filter((edge) => Math.abs(edge.at - at) < 0.5)
    .reduce((sum, { start, end }) => sum + sharedPt(start, end, from, to), 0);
  return to > from ? coveredPt / (to - from) : 0;
}

function sharedPt(start: number, end: number, from: number, to: number): number {
  return Math.max(0, Math.min(end, to) - Math.max(start, from));
}

/** Whether text that is not of the table would be in it. */
function takesIn({ cells, columnCuts, rowCuts }: TableDraft, lines: readonly Line[]): boolean {
  const own = new Set(cells.flatMap(({ words }) => words.map(({ word }) => word)));
  const box: Box = { x0: columnCuts[0] ?? 0, y0: rowCuts[0] ?? 0, x1: columnCuts.at(-1) ?? 0, y1: rowCuts.at(-1) ?? 0 };
  return lines.some(({ words }) => words.some((word) => !own.has(word) && containsMiddle(box, word.box)));
}
