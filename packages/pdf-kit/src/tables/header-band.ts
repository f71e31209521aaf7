import { boxWidth, containsMiddle, uniteBoxes } from '../page-model/box.ts';
import type { Box, Line } from '../page-model/types.ts';
import { type PlacedWord, placeWords } from './compose-table.ts';
import type { Edge } from './edges.ts';
import { pieceKind } from './ledger/piece-kind.ts';
import { withHeaderRows } from './stack-rows.ts';
import type { Table } from './types.ts';
import { isNumberText, isTimeText } from './value-text.ts';

/** A header of several lines is no taller than this, in em, */
const tallestEm = 6;
/** a rule above it runs along this share of the grid, */
const ruleShare = 0.9;
/** and a header heads at least this share of the columns. */
const headedShare = 0.8;
/** Words of one heading are nearer than this, in em. */
const spaceEm = 0.35;
/** A heading is over its column with so much of it: cuts between right-aligned values run through headings set in the middle. */
const ownShare = 0.55;
const slackPt = 2;

/**
 * A grid without a header with the headings between it and the rule above it as its first row, whose lines need not be
 * level: those of one line are in the middle of those of two. Null where they are none.
 */
export function withHeaderBand(table: Table, lines: readonly Line[], level: readonly Edge[]): Table | null {
  const { box, columnCuts } = table;
  const em = Math.max(...table.cells.flatMap((cell) => cell.lines.map(({ style }) => style.sizePt)), 0);
  const placed = placeWords(lines.filter(({ angle }) => angle === 0)).filter(
    ({ word }) => word.box.y1 <= box.y0 + slackPt,
  );
  const wordsIn = (band: Box) => placed.filter(({ word }) => containsMiddle(band, word.box));
  // Headings in a box of their own have its lower border between them and the grid.
  const rule = level.findLast(
    ({ at, start, end }) =>
      at < box.y0 - em &&
      at > box.y0 - tallestEm * em &&
      Math.min(end, box.x1) - Math.max(start, box.x0) > ruleShare * boxWidth(box) &&
      wordsIn({ ...box, y0: at }).length > 0,
  );
  if (rule === undefined) return null;
  const band: Box = { ...box, y0: rule.at };
  const words = wordsIn(band);
  const headings = headingsOf(words);
  const columns = headings.map((own) => columnUnder(own, columnCuts));
  const isHeading = (own: readonly PlacedWord[]) => {
    const text = own.map(({ word }) => word.text).join(' ');
    return !isAmountText(text) || isTimeText(text);
  };
  const isHeader =
    headings.length >= Math.max(3, headedShare * table.columnCount) &&
    columns.every((column, index) => column !== null && column !== columns[index - 1]) &&
    headings.every(isHeading);
  if (!isHeader) return null;
  const cells = headings.map((words, index) => ({
    row: 0,
    column: columns[index] ?? 0,
    rowSpan: 1,
    columnSpan: 1,
    words,
  }));
  return { ...withHeaderRows(table, [rule.at], cells), box: band };
}

/** Words over each other, and those a space apart, from left to right. */
function headingsOf(words: readonly PlacedWord[]): PlacedWord[][] {
  const headings: PlacedWord[][] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const placed of words.toSorted((a, b) => a.word.box.x0 - b.word.box.x0)) {
    const { box, style } = placed.word;
    if (box.x0 - reached > spaceEm * style.sizePt) headings.push([]);
    headings.at(-1)?.push(placed);
    reached = Math.max(reached, box.x1);
  }
  return headings;
}

/** The column that most of a heading is over; null where that is less than it should be. */
function columnUnder(heading: readonly PlacedWord[], cuts: readonly number[]): number | null {
  const { x0, x1 } = uniteBoxes(heading.map(({ word }) => word.box));
  const shared = cuts.slice(1).map((cut, column) => Math.min(cut, x1) - Math.max(cuts[column] ?? 0, x0));
  const most = Math.max(...shared);
  return most >= ownShare * (x1 - x0) ? shared.indexOf(most) : null;
}

/** A number, the side of a balance behind it or not. */
export function isAmountText(text: string): boolean {
  return isNumberText(text) || pieceKind(text) === 'number';
}
