import type { Box } from '../../page-model/types.ts';
import type { Chunk } from '../chunk.ts';
import { cutRows, type TextRow } from '../text-rows.ts';

/** Minimum gap between values, in em: a word space is at least 0.25 em. */
const apartEm = 0.2;
/** This many rows with two values at the same places show two columns; two rows may agree by chance. */
const minRows = 3;
/**
 * A time or a number with two decimals: `5.49`, `14:30`, `1:13.32`. Two of them are never one number, as `1 234` may
 * be.
 */
const value = /^\d{1,3}[.,:]\d\d(?:[.,]\d{1,3})?$/;

/** Two adjacent values, the second at `index` of the words of the chunk. */
interface Seam {
  readonly chunk: Chunk;
  readonly index: number;
  readonly left: Box;
  readonly right: Box;
}

/**
 * Cuts chunks between times or numbers with decimals if other rows have values with the same edges: the columns of a
 * timetable may be only a word space apart.
 */
export function separateSeries(rows: readonly TextRow[]): readonly TextRow[] {
  const seams = rows.flatMap(({ chunks }) => chunks.flatMap(seamsOf));
  if (seams.length < minRows) return rows;
  const ends = alignedSeams(seams, ({ x1 }) => x1);
  const starts = alignedSeams(seams, ({ x0 }) => x0);
  const cuts = Map.groupBy(
    seams.filter((seam) => ends.has(seam) || starts.has(seam)),
    ({ chunk }) => chunk,
  );
  return cutRows(rows, (chunk) => cuts.get(chunk)?.map(({ index }) => index) ?? []);
}

function seamsOf(chunk: Chunk): Seam[] {
  const { words, sizePt } = chunk;
  if (words.length < 2 || !words.every(({ text }) => value.test(text))) return [];
  return words.slice(1).flatMap((right, at) => {
    const left = words[at];
    if (left === undefined || right.box.x0 - left.box.x1 < apartEm * sizePt) return [];
    return [{ chunk, index: at + 1, left: left.box, right: right.box }];
  });
}

/** Seams whose two values each share an edge, within a point, with those of enough other seams. */
function alignedSeams(seams: readonly Seam[], edgeOf: (box: Box) => number): ReadonlySet<Seam> {
  const placeOf = (box: Box, step: number) => Math.round(edgeOf(box)) + step;
  const counts = new Map<string, number>();
  for (const { left, right } of seams) {
    const key = `${placeOf(left, 0)} ${placeOf(right, 0)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const steps = [-1, 0, 1];
  const isAligned = ({ left, right }: Seam) => {
    const near = steps.flatMap((a) => steps.map((b) => counts.get(`${placeOf(left, a)} ${placeOf(right, b)}`) ?? 0));
    return near.reduce((sum, count) => sum + count, 0) >= minRows;
  };
  return new Set(seams.filter(isAligned));
}
