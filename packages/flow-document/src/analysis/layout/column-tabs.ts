import type { Word } from '@platen/pdf-kit/page-model';
import { gapBetween } from '../text/fragments.ts';
import { leastTabEm } from '../text/tab-gaps.ts';
import type { Fragment } from '../types.ts';

/** Tolerance for pieces of one tab stop, in points. */
const sameStopPt = 1;
/** So many other rows show that there is a tab stop. */
const minRows = 2;
/** A narrow tab is this much wider than the widest space of its row. */
const widerThanSpaces = 1.5;

interface Piece {
  readonly start: Word;
  readonly box: Fragment['box'];
  readonly isWide: boolean;
  readonly isSpace: boolean;
}

/**
 * The first words of the pieces that begin or end at the tab stop of other rows, though the text before leaves no more
 * than a wide space: a date behind the longest entry of a list. `rows` have their pieces in reading order.
 */
export function wordsAtTabStops(rows: readonly (readonly Fragment[])[]): ReadonlySet<Word> {
  const pieces = rows.flatMap((row) => row.slice(1).flatMap((piece, index) => pieceOf(piece, row[index])));
  const stops = pieces.filter(({ isWide }) => isWide);
  const starts = stops.map(({ box }) => box.x0).sort((a, b) => a - b);
  const ends = stops.map(({ box }) => box.x1).sort((a, b) => a - b);
  const isAtStop = ({ box }: Piece) => areNear(starts, box.x0) || areNear(ends, box.x1);
  return new Set(
    pieces.filter((piece) => !piece.isWide && !piece.isSpace && isAtStop(piece)).map(({ start }) => start),
  );
}

/** Whether as many of these places as show a tab stop, in ascending order, are at one place. */
function areNear(places: readonly number[], at: number): boolean {
  let [first, end] = [0, places.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (at - (places[middle] ?? 0) > sameStopPt) first = middle + 1;
    else end = middle;
  }
  return (places[first + minRows - 1] ?? Number.POSITIVE_INFINITY) - at <= sameStopPt;
}

function pieceOf(piece: Fragment, before: Fragment | undefined): readonly Piece[] {
  const [start] = piece.words;
  if (start === undefined || before === undefined) return [];
  const gapPt = Math.max(piece.box.x0 - before.box.x1, before.box.x0 - piece.box.x1);
  const spacesPt = [before, piece].flatMap(({ words }) =>
    words.slice(1).map((word, index) => gapBetween(words[index] ?? word, word)),
  );
  const isSpace = gapPt < widerThanSpaces * Math.max(0, ...spacesPt);
  return [{ start, box: piece.box, isWide: gapPt >= leastTabEm * start.style.sizePt, isSpace }];
}
