import { uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Fragment, Item } from '../types.ts';
import { hasProse } from './gutter-sides.ts';
import { isStart } from './title-rows.ts';

/** A line whose middle is within this of that of its column, in em, is centred in it. */
const centredEm = 1;
/** A name and where its bearer works. */
const minLines = 2;

/**
 * The blocks centred at the top of two columns, one in each, such as the authors of a paper with their addresses: they
 * are read before the text of the first column. None where the two do not end above the text of both columns.
 */
export function authorBlocks(items: readonly Item[], gutter: { readonly x1: number }): readonly Item[] {
  const left = items.filter(({ box }) => box.x1 <= gutter.x1);
  const blocks = [left, items.filter((item) => !left.includes(item))].map(centredLines);
  if (blocks.some((block) => block.length < minLines)) return [];
  const authors = blocks.flat();
  const text = items.filter((item) => !authors.some((author) => author === item));
  const end = Math.max(...authors.map(({ baseline }) => baseline));
  return text.every((item) => (item.kind === 'text' ? item.baseline > end : item.box.y0 > end)) ? authors : [];
}

/** The lines of a column above the first that begins where the column does; none where no prose follows. */
function centredLines(column: readonly Item[]): readonly Fragment[] {
  const lines = column.filter((item) => item.kind === 'text').sort((a, b) => a.baseline - b.baseline);
  if (lines.length === 0) return [];
  const { x0, x1 } = uniteBoxes(lines.map(({ box }) => box));
  const first = lines.findIndex((line) => isStart(line.box.x0, x0, line));
  const above = lines.slice(0, first);
  const isCentred = ({ box, style }: Fragment) => Math.abs(box.x0 + box.x1 - x0 - x1) < 2 * centredEm * style.sizePt;
  return above.every(isCentred) && hasProse(lines.slice(first)) ? above : [];
}
