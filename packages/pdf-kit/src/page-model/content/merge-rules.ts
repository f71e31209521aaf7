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
  return [
    ...mergeAlong(
      rules.filter(({ orientation }) => orientation === 'horizontal'),
      { across: ({ y0 }) => y0, start: ({ x0 }) => x0, end: ({ x1 }) => x1 },
      (rule, end) => ({ ...rule, x1: end }),
    ),
    ...mergeAlong(
      rules.filter(({ orientation }) => orientation === 'vertical'),
      { across: ({ x0 }) => x0, start: ({ y0 }) => y0, end: ({ y1 }) => y1 },
      (rule, end) => ({ ...rule, y1: end }),
    ),
  ];
}

interface Axis {
  readonly across: (rule: Rule) => number;
  readonly start: (rule: Rule) => number;
  readonly end: (rule: Rule) => number;
}

function mergeAlong(rules: readonly Rule[], axis: Axis, extend: (rule: Rule, end: number) => Rule): Rule[] {
  const ordered = [...rules].sort((a, b) => axis.across(a) - axis.across(b));
  const tracks: Rule[][] = [];
  for (const rule of ordered) {
    const track = tracks.at(-1);
    const [first] = track ?? [];
    if (track !== undefined && first !== undefined && axis.across(rule) - axis.across(first) <= joinPt)
      track.push(rule);
    else tracks.push([rule]);
  }
  return tracks.flatMap((track) => joinDashes(mergeTrack(track, axis, extend), axis, extend));
}

function mergeTrack(track: readonly Rule[], axis: Axis, extend: (rule: Rule, end: number) => Rule): Rule[] {
  const merged: Rule[] = [];
  for (const rule of [...track].sort((a, b) => axis.start(a) - axis.start(b))) {
    const index = merged.findLastIndex(
      (other) =>
        axis.start(rule) - axis.end(other) <= joinPt && other.color === rule.color && other.dashed === rule.dashed,
    );
    const other = merged[index];
    if (other === undefined) merged.push(rule);
    else merged[index] = extend(widest(other, rule), Math.max(axis.end(other), axis.end(rule)));
  }
  return merged;
}

/** A row of short rules, equally long and far apart, is a dashed one. */
function joinDashes(track: readonly Rule[], axis: Axis, extend: (rule: Rule, end: number) => Rule): Rule[] {
  if (track.length < leastDashes) return [...track];
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
  return rows.flatMap((row) => {
    const [first, last] = [row[0], row.at(-1)];
    if (row.length < leastDashes || first === undefined || last === undefined) return row;
    return [{ ...extend(first, axis.end(last)), dashed: true }];
  });
}

function widest(a: Rule, b: Rule): Rule {
  return a.widthPt >= b.widthPt ? a : { ...a, widthPt: b.widthPt };
}
