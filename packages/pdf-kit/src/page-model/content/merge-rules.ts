import type { Rule } from '../types.ts';

/** Pieces this far apart, along or across, are one rule: borders are often drawn cell by cell. */
const joinPt = 0.6;

/** Longest dash of a line that is drawn dash by dash, as by TeX, and longest gap behind one, in points. */
const longestDashPt = 6;
/** Boxes for single letters are as many at most, and longer. */
const leastDashes = 8;
/** Tolerance for the lengths of dashes and their distances, in points. */
const dashPt = 0.3;

/** Joins rules of one colour that continue or repeat each other. */
export function mergeRules(rules: readonly Rule[]): Rule[] {
  return axes.flatMap((axis) =>
    tracksOf(
      rules.filter(({ orientation }) => orientation === axis.orientation),
      axis,
    ).flatMap((track) => joinDashes(mergeTrack(track, axis), axis)),
  );
}

/** Rows of at least so many dashes that are each one line, and the rule that each of them is. */
export function dashedRules(
  dashes: readonly Rule[],
  least: number,
): readonly { readonly rule: Rule; readonly row: readonly Rule[] }[] {
  return axes.flatMap((axis) =>
    tracksOf(
      dashes.filter(({ orientation }) => orientation === axis.orientation),
      axis,
    ).flatMap((track) => {
      const ordered = [...track].sort((a, b) => axis.start(a) - axis.start(b));
      return rowsOf(ordered, axis).flatMap((row) => {
        const rule = ruleOf(row, axis, least);
        return rule === null ? [] : [{ rule, row }];
      });
    }),
  );
}

interface Axis {
  readonly orientation: Rule['orientation'];
  readonly across: (rule: Rule) => number;
  readonly start: (rule: Rule) => number;
  readonly end: (rule: Rule) => number;
  readonly extend: (rule: Rule, end: number) => Rule;
}

const axes: readonly Axis[] = [
  {
    orientation: 'horizontal',
    across: ({ y0 }) => y0,
    start: ({ x0 }) => x0,
    end: ({ x1 }) => x1,
    extend: (rule, end) => ({ ...rule, x1: end }),
  },
  {
    orientation: 'vertical',
    across: ({ x0 }) => x0,
    start: ({ y0 }) => y0,
    end: ({ y1 }) => y1,
    extend: (rule, end) => ({ ...rule, y1: end }),
  },
];

/** Rules on about the same line. */
function tracksOf(rules: readonly Rule[], axis: Axis): Rule[][] {
  const ordered = [...rules].sort((a, b) => axis.across(a) - axis.across(b));
  const tracks: Rule[][] = [];
  for (const rule of ordered) {
    const track = tracks.at(-1);
    const [first] = track ?? [];
    if (track !== undefined && first !== undefined && axis.across(rule) - axis.across(first) <= joinPt)
      track.push(rule);
    else tracks.push([rule]);
  }
  return tracks;
}

function mergeTrack(track: readonly Rule[], axis: Axis): Rule[] {
  const merged: Rule[] = [];
  for (const rule of [...track].sort((a, b) => axis.start(a) - axis.start(b))) {
    const index = merged.findLastIndex(
      (other) =>
        axis.start(rule) - axis.end(other) <= joinPt && other.color === rule.color && other.dashed === rule.dashed,
    );
    const other = merged[index];
    if (other === undefined) merged.push(rule);
    else merged[index] = axis.extend(widest(other, rule), Math.max(axis.end(other), axis.end(rule)));
  }
  return merged;
}

/** A row of short rules, equally long and far apart, is a dashed one. */
function joinDashes(track: readonly Rule[], axis: Axis): Rule[] {
  if (track.length < leastDashes) return [...track];
  return rowsOf(track, axis).flatMap((row) => ruleOf(row, axis, leastDashes) ?? row);
}

/** The rule that is drawn by a row of dashes; null for too few. */
function ruleOf(row: readonly Rule[], axis: Axis, least: number): Rule | null {
  const [first, last] = [row[0], row.at(-1)];
  if (row.length < least || first === undefined || last === undefined) return null;
  return { ...axis.extend(first, axis.end(last)), dashed: true };
}

/** Runs of short rules of a track, equally long and far apart. */
function rowsOf(track: readonly Rule[], axis: Axis): Rule[][] {
  const length = (rule: Rule) => axis.end(rule) - axis.start(rule);
  const rows: Rule[][] = [];
  for (const rule of track) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row !== undefined && last !== undefined && isNextDash(rule, row, last)) row.push(rule);
    else rows.push([rule]);
  }
  function isNextDash(rule: Rule, row: readonly Rule[], last: Rule): boolean {
    const [first, second] = row;
    const stepPt = axis.start(rule) - axis.start(last);
    const isAlike = rule.color === last.color && Math.abs(length(rule) - length(last)) <= dashPt;
    const isShort = length(rule) <= longestDashPt && stepPt - length(last) <= longestDashPt;
    const usualPt = first === undefined || second === undefined ? stepPt : axis.start(second) - axis.start(first);
    return isAlike && isShort && Math.abs(stepPt - usualPt) <= dashPt;
  }
  return rows;
}

function widest(a: Rule, b: Rule): Rule {
  return a.widthPt >= b.widthPt ? a : { ...a, widthPt: b.widthPt };
}
