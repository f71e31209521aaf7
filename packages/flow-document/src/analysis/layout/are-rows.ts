import { stopsInsidePhrase, textOf } from '@platen/pdf-kit/page-model';
import { median } from '@platen/pdf-kit/statistics';
import type { Fragment, Item } from '../types.ts';
import { areEquallyWide } from './equally-wide.ts';
import { hasProse, sameRow } from './gutter-sides.ts';

/** Nearly all lines of the side that is read second are in rows with the first, as a share. */
const onRowsShare = 0.75;
/** A line closer than this below another, in em, may go on from it. */
const nextLineEm = 1.7;
/** Lines of one baseline are closer than this, in em. */
const sameLineEm = 0.5;

/**
 * Whether two sides of a gap are rows, not columns: nearly every line of the side that is read second has a line of the
 * other on its baseline, and neither continues a sentence from the line above. Dates behind a tab, labels and values,
 * two languages, two parties and boxes to tick are rows, whatever their alignment; columns of prose are not, even on one
 * grid of baselines.
 */
export function areRows(left: readonly Item[], right: readonly Item[]): boolean {
  const pieces = [...left, ...right].filter((item) => item.kind === 'text');
  const rightToLeft = pieces.filter(({ direction }) => direction === 'rtl').length > pieces.length / 2;
  const [first, second] = rightToLeft ? [right, left] : [left, right];
  const entries = first.filter((item) => item.kind === 'text');
  const values = second.filter((item) => item.kind === 'text');
  if (values.length !== second.length || areLists(entries, values)) return false;
  const prose = new Set([...continuations(entries), ...continuations(values)]);
  const beside = (value: Fragment) => entries.filter((entry) => sameRow(entry, value));
  const counted = hasProse(values)
    ? values
    : values.filter((line) => beside(line).length > 0 || !isBelow(line, values));
  const onRows = counted.filter((value) => {
    const row = [value, ...beside(value)];
    return row.length > 1 && !row.some((line) => prose.has(line));
  });
  return onRows.length >= onRowsShare * counted.length;
}

/** Whether a line is the next below one of some others. */
function isBelow(line: Fragment, others: readonly Fragment[]): boolean {
  return others.some((other) => distanceEm(other, line) > sameLineEm && distanceEm(other, line) < nextLineEm);
}

function distanceEm(above: Fragment, below: Fragment): number {
  return (below.baseline - above.baseline) / below.style.sizePt;
}

/** Lists beside each other have more lines than this: fewer are the labels of a form, or two addresses. */
const shortLines = 6;
/** So many rows of a form begin with a box to tick, or end with a colon. */
const fieldShare = 0.5;
const tickBox = /^[\u25a0-\u25ff\u2610-\u2612\u274f-\u2752\u2b1c\uf06f-\uf072\uf0a8]/;

/** Whether two sides are long lists of one width with no labels, as the columns of an index. */
function areLists(entries: readonly Fragment[], values: readonly Fragment[]): boolean {
  if (Math.min(entries.length, values.length) <= shortLines) return false;
  const isField = ({ words }: Fragment) =>
    tickBox.test(words[0]?.text ?? '') || /[:：]$/u.test(words.at(-1)?.text ?? '');
  if (entries.filter(isField).length >= fieldShare * entries.length) return false;
  return areEquallyWide(usualSides(entries), usualSides(values));
}

function usualSides(pieces: readonly Fragment[]): { readonly x0: number; readonly x1: number } {
  return { x0: Math.min(...pieces.map(({ box }) => box.x0)), x1: median(pieces.map(({ box }) => box.x1)) };
}

/** Two lines of prose have so many words at least; labels on two lines have fewer. */
const proseWords = 7;

/** The lines that continue a sentence from a line above, which leaves no room for their first word. */
function continuations(pieces: readonly Fragment[]): readonly Fragment[] {
  const x0 = Math.min(...pieces.map(({ box }) => box.x0));
  const x1 = Math.max(...pieces.map(({ box }) => box.x1));
  const leavesRoom = ({ box, direction, style }: Fragment, widthPt: number) =>
    (direction === 'rtl' ? box.x0 - x0 : x1 - box.x1) > widthPt + 0.25 * style.sizePt;
  return pieces.filter((line) => {
    const widthPt = line.words[0] === undefined ? 0 : line.words[0].box.x1 - line.words[0].box.x0;
    return pieces.some((above) => {
      const gapEm = distanceEm(above, line);
      return gapEm > sameLineEm && gapEm < nextLineEm && !leavesRoom(above, widthPt) && isInsideSentence(above, line);
    });
  });
}

function isInsideSentence(above: Fragment, line: Fragment): boolean {
  if (above.words.length + line.words.length < proseWords) return false;
  const [end, start] = [textOf(above.words), textOf(line.words)];
  return /^[\p{Ll}\p{Lo}]/u.test(start) || /[,-]$/u.test(end) || stopsInsidePhrase(end);
}
