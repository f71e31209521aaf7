import { uniteBoxes } from '../../page-model/box.ts';
import type { Chunk } from '../chunk.ts';
import type { TextRow } from '../text-rows.ts';
import { type ColumnGap, columnOf, findColumnGaps } from './column-cuts.ts';

/**
 * The cuts between the columns of records below headings: in the whitespace between their texts and clear of the
 * headings; also around a heading above none of the texts whose neighbours have their own headings, which is that of an
 * empty column.
 */
export function recordColumns(records: readonly TextRow[], heading: TextRow): number[] {
  const { x0, x1 } = uniteBoxes([...records, heading].map(({ box }) => box));
  const gaps = findColumnGaps(records);
  const rough = gaps.map(({ start, end }) => (start + end) / 2);
  const isHeaded = (column: number) =>
    heading.chunks.some(({ box }) =>
      records.some(({ chunks }) =>
        chunks.some(({ words }) =>
          words.some(
            (word) =>
              columnOf((word.box.x0 + word.box.x1) / 2, [x0, ...rough, x1]) === column &&
              word.box.x0 < box.x1 &&
              word.box.x1 > box.x0,
          ),
        ),
      ),
    );
  const inner = gaps.flatMap((gap, index) => cutsIn(gap, heading.chunks, isHeaded(index), isHeaded(index + 1)));
  return [x0 - 1, ...inner, x1 + 1];
}

function cutsIn({ start, end }: ColumnGap, headings: readonly Chunk[], isLeft: boolean, isRight: boolean): number[] {
  const boxes = headings.map(({ box }) => box);
  const inside = boxes.filter(({ x0, x1 }) => x0 > start - 1 && x1 < end + 1);
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) {
    const left = Math.max(start, ...boxes.filter(({ x0, x1 }) => x0 < start && x1 < end).map(({ x1 }) => x1));
    const right = Math.min(end, ...boxes.filter(({ x0, x1 }) => x1 > end && x0 > start).map(({ x0 }) => x0));
    return left < right ? [(left + right) / 2] : [(start + end) / 2];
  }
  const before = (start + first.x0) / 2;
  const behind = (last.x1 + end) / 2;
  const between = inside.slice(1).map(({ x0 }, index) => ((inside[index]?.x1 ?? x0) + x0) / 2);
  if (isLeft === isRight) return [before, ...between, behind];
  return isLeft ? [before, ...between] : [...between, behind];
}
