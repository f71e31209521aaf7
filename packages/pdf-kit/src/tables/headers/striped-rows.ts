import { boxHeight, containsMiddle } from '../../page-model/box.ts';
import type { Fill } from '../../page-model/types.ts';
import type { HeaderBoxes } from './header-boxes.ts';

/** Fewer rows of boxes below each other may each head a table of one row. */
const minStripes = 3;
/** Between two of them is one row, which is at most this many times as high as the higher one. */
const tallestShare = 1.5;
/** Tolerance for their sides, in points. */
const sidePt = 3;

/** Rows of boxes that head nothing: in a table that is shaded in turns, every other row is of boxes in one colour. */
export function stripesAmong(headers: readonly HeaderBoxes[], fills: readonly Fill[]): ReadonlySet<HeaderBoxes> {
  const colorOf = ({ box }: HeaderBoxes) => fills.findLast((fill) => containsMiddle(fill.box, box))?.color ?? '';
  const runs: HeaderBoxes[][] = [];
  for (const next of headers.toSorted((a, b) => a.box.y0 - b.box.y0)) {
    const run = runs.find((rows) => {
      const last = rows.at(-1);
      return last !== undefined && isNextStripe(last, next) && colorOf(last) === colorOf(next);
    });
    if (run === undefined) runs.push([next]);
    else run.push(next);
  }
  return new Set(runs.filter(({ length }) => length >= minStripes).flat());
}

function isNextStripe(above: HeaderBoxes, below: HeaderBoxes): boolean {
  const heightPt = Math.max(boxHeight(above.box), boxHeight(below.box));
  const haveSameSides =
    above.cuts.length === below.cuts.length &&
    above.cuts.every((cut, index) => Math.abs(cut - (below.cuts[index] ?? 0)) <= sidePt);
  return haveSameSides && below.box.y0 - above.box.y1 <= tallestShare * heightPt;
}
