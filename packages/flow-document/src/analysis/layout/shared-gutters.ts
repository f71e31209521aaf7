import type { Line } from '@platen/pdf-kit/page-model';
import { type Gutter, minWords } from './gutter-sides.ts';

/** So many lines of running text on each side of a strip are columns, even where titles are above them. */
const minLines = 10;
/** Titles and other lines over both columns are at most this share of those beside the strip. */
const crossingShare = 0.1;
/** Lines begin at one edge within this, in points. */
const sameEdgePt = 1.5;

/**
 * The gutters that running text shows on some of these pages, so that another page with little text in the same columns
 * is read in them, too.
 */
export function sharedGutters(pages: readonly (readonly Line[])[]): readonly Gutter[] {
  return pages.flatMap((lines) => {
    const prose = lines.filter(({ words }) => words.length >= minWords);
    return startsOf(prose).flatMap((edge) => gutterAt(edge, prose) ?? []);
  });
}

/** Where enough lines begin, but for the first such edge. */
function startsOf(lines: readonly Line[]): readonly number[] {
  const starts = lines.map(({ box }) => box.x0).sort((first, second) => first - second);
  const edges = starts.filter((start, index) => {
    const isFirst = index === 0 || start - (starts[index - 1] ?? 0) > sameEdgePt;
    return isFirst && (starts[index + minLines - 1] ?? Number.POSITIVE_INFINITY) - start <= 2 * sameEdgePt;
  });
  return edges.slice(1);
}

function gutterAt(edge: number, lines: readonly Line[]): Gutter | null {
  const right = lines.filter(({ box }) => box.x0 >= edge - sameEdgePt);
  const left = lines.filter(({ box }) => box.x1 < edge - sameEdgePt);
  const crossing = lines.length - left.length - right.length;
  if (right.length < minLines || left.length < minLines || crossing > crossingShare * lines.length) return null;
  return { x0: Math.max(...left.map(({ box }) => box.x1)), x1: edge };
}
