import type { Line } from '../../page-model/types.ts';
import type { TableDraft } from '../compose-table.ts';
import type { PageEdges } from './edges.ts';

/** Tolerance for rules at one height, in points. */
const levelPt = 1;
/** Whitespace between the groups of columns of one table, in points. */
const widestGapPt = 24;
/** Fewer rules in a row may be level by chance. */
const minRules = 4;

/**
 * Whether a grid is only a group of columns of a wider table: its rules continue beyond a gap at the same heights, with
 * only figures between them, whereas rows of a separate table would have names. Rules between its columns make it a
 * table by itself.
 */
export function isStripe({ columnCuts, rowCuts }: TableDraft, edges: PageEdges, lines: readonly Line[]): boolean {
  const x0 = columnCuts[0] ?? 0;
  const x1 = columnCuts.at(-1) ?? 0;
  if (edges.vertical.some(({ at, soft }) => !soft && columnCuts.some((cut) => Math.abs(cut - at) <= levelPt)))
    return false;
  const beside = edges.horizontal.filter(
    ({ start, end }) => (start >= x1 && start - x1 <= widestGapPt) || (end <= x0 && x0 - end <= widestGapPt),
  );
  const goingOn = beside.filter(({ at }) => rowCuts.some((cut) => Math.abs(cut - at) <= levelPt));
  if (goingOn.length < Math.max(minRules, 0.8 * rowCuts.length)) return false;
  const top = Math.min(...goingOn.map(({ at }) => at));
  const bottom = Math.max(...goingOn.map(({ at }) => at));
  const start = Math.min(...goingOn.map((edge) => edge.start));
  const end = Math.max(...goingOn.map((edge) => edge.end));
  const texts = lines.filter(({ angle, box }) => {
    const middle = (box.x0 + box.x1) / 2;
    return angle === 0 && box.y0 > top - 1 && box.y1 < bottom + 1 && middle > start && middle < end;
  });
  return texts.length >= minRules - 1 && texts.every(({ text }) => !/\p{L}/u.test(text));
}
