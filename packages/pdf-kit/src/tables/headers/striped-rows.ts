import { boxHeight, containsMiddle } from '../../page-model/box.ts';
import type { Fill } from '../../page-model/types.ts';
import type { HeaderBoxes } from '../types.ts';

/** Fewer rows of boxes below each other may each head a table of one row. */
const minStripes = 3;
/** Between two of them is one row, which is at most this many times as high as the highest one so far. */
const tallestShare = 1.5;
/** And no less than this share of it: rows that are all shaded are not shaded in turns. */
const lowestShare = 0.5;
/** Tolerance for their sides, in points. */
const sidePt = 3;

/**
 * Rows of boxes that head nothing: in a table that is shaded in turns, every other row is of boxes in one colour. The first
 * may head the others if these are no headings, and no row of another colour is right above it or with a row between.
 */
export function stripesAmong(
  rows: readonly HeaderBoxes[],
  fills: readonly Fill[],
  areHeadings: (row: HeaderBoxes) => boolean,
): ReadonlySet<HeaderBoxes> {
  const colorOf = ({ box }: HeaderBoxes) => fills.findLast((fill) => containsMiddle(fill.box, box))?.color ?? '';
  const runs: HeaderBoxes[][] = [];
  for (const next of rows.toSorted((a, b) => a.box.y0 - b.box.y0)) {
    const run = runs.find((each) => isNextStripe(each, next) && colorOf(next) === colorOf(each[0] ?? next));
    if (run === undefined) runs.push([next]);
    else run.push(next);
  }
  return new Set(
    runs
      .filter(({ length }) => length >= minStripes)
      .flatMap((run) => {
        const [first, ...others] = run;
        const isHeader = (row: HeaderBoxes, below: HeaderBoxes) =>
          colorOf(row) !== colorOf(below) && isAbove(row, below, [0, tallestShare * tallestOf(run)]);
        const isHeaded = first !== undefined && rows.some((row) => isHeader(row, first));
        return isHeaded || others.every(areHeadings) ? run : others;
      }),
  );
}

function isNextStripe(run: readonly HeaderBoxes[], next: HeaderBoxes): boolean {
  const last = run.at(-1);
  const heightPt = tallestOf([...run, next]);
  return last !== undefined && isAbove(last, next, [lowestShare * heightPt, tallestShare * heightPt]);
}

function tallestOf(rows: readonly HeaderBoxes[]): number {
  return Math.max(...rows.map(({ box }) => boxHeight(box)));
}

/** Whether two rows have the same sides, and between them is room for a row from `least` to `most` points high. */
function isAbove(row: HeaderBoxes, below: HeaderBoxes, [least, most]: readonly [least: number, most: number]): boolean {
  const gapPt = below.box.y0 - row.box.y1;
  return (
    row.cuts.length === below.cuts.length &&
    row.cuts.every((cut, index) => Math.abs(cut - (below.cuts[index] ?? 0)) <= sidePt) &&
    gapPt >= least - sidePt &&
    gapPt <= most
  );
}
