import { boxWidth, containsMiddle, uniteBoxes } from '../../page-model/box.ts';
import type { Box, Line } from '../../page-model/types.ts';
import { type PlacedWord, placeWords } from '../compose-table.ts';
import { pieceKind } from '../ledger/piece-kind.ts';
import type { Edge } from '../rules/edges.ts';
import { withHeaderRows } from '../stack-rows.ts';
import type { Table } from '../types.ts';
import { isNumberText, isTimeText } from '../value-text.ts';

/** Maximum height of a header of several lines, in em, */
const tallestEm = 6;
/** the share of the grid that a rule above it covers, */
const ruleShare = 0.9;
/** and the minimum share of columns that have a heading. */
const headedShare = 0.8;
/** Maximum distance of words of one heading, in em. */
const spaceEm = 0.35;
/** The share of a heading above its column: cuts between right-aligned values may run through centred headings. */
const ownShare = 0.55;
const slackPt = 2;

/**
 * Adds to a grid without a header the headings between it and the rule above. Their lines need not be level: headings
 * of one line are centred beside those of two. Null if there are none.
 */
export function withHeaderBand(table: Table, lines: readonly Line[], level: readonly Edge[]): Table | null {
  const { box, columnCuts } = table;
  const em = Math.max(...table.cells.flatMap((cell) => cell.lines.map(({ style }) => style.sizePt)), 0);
  const placed = placeWords(lines.filter(({ angle }) => angle === 0)).filter(
    ({ word }) => word.box.y1 <= box.y0 + slackPt,
  );
  const wordsIn = (band: Box) => placed.filter(({ word }) => containsMiddle(band, word.box));
  // If the headings are in a box of their own, its lower border is between them and the grid.
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

/** Groups words that overlap horizontally or are a space apart, from left to right. */
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

/** The column that most of a heading is above; null if the share is too small. */
function columnUnder(heading: readonly PlacedWord[], cuts: readonly number[]): number | null {
  const { x0, x1 } = uniteBoxes(heading.map(({ word }) => word.box));
  const shared = cuts.slice(1).map((cut, column) => Math.min(cut, x1) - Math.max(cuts[column] ?? 0, x0));
  const most = Math.max(...shared);
  return most >= ownShare * (x1 - x0) ? shared.indexOf(most) : null;
}

/** A number, with or without the side of a balance after it. */
export function isAmountText(text: string): boolean {
  return isNumberText(text) || pieceKind(text) === 'number';
}
