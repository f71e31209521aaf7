import type { Rule } from '../types.ts';

/** Pieces this far apart, along or across, are one rule: borders are often drawn cell by cell. */
const joinPt = 0.6;

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
  return tracks.flatMap((track) => mergeTrack(track, axis, extend));
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

function widest(a: Rule, b: Rule): Rule {
  return a.widthPt >= b.widthPt ? a : { ...a, widthPt: b.widthPt };
}
