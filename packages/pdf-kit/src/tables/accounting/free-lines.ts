import { containsMiddle } from '../../page-model/box.ts';
import { composeLine } from '../../page-model/text/build-lines.ts';
import { cellAt } from '../../page-model/text/cell-at.ts';
import { type QuarterTurn, turnBoxBack } from '../../page-model/turn-page.ts';
import type { Box, Line, Page, Word } from '../../page-model/types.ts';
import type { Table } from '../types.ts';

/** Words are looked up by cells of this width and height, in points. */
const columnPt = 32;
const bandPt = 8;
/** The last column: 14 400 pt, the largest page there is, from the left edge. */
const lastColumn = 450;

interface PlacedText {
  readonly text: string;
  readonly box: Box;
}

/**
 * The lines of a page without the words that are in cells of tables. A word is in a cell if the cell has its characters
 * at its place: tables cut words at rules and leaders.
 */
export function freeLines(page: Page, tables: readonly Table[]): readonly Line[] {
  const held = byCell(tables.flatMap((table) => textsOf(table, page)));
  if (held.size === 0) return page.lines;
  return page.lines.flatMap((line) => {
    const words = line.words.filter((word) => !isHeld(word, held));
    if (words.length === line.words.length) return [line];
    return words.length === 0 ? [] : [composeLine(words, line.baseline, line.angle, line)];
  });
}

/** The words of the cells of a table, where they are on the page. */
function textsOf({ cells, angle }: Table, page: Page): PlacedText[] {
  const words = cells.flatMap(({ lines }) => lines.flatMap((line) => line.words));
  if (angle === 0) return words;
  const turn: QuarterTurn = angle === 90 ? 270 : 90;
  return words.map(({ text, box }) => ({ text, box: turnBoxBack(box, turn, page) }));
}

function byCell(texts: readonly PlacedText[]): ReadonlyMap<number, readonly PlacedText[]> {
  const cells = new Map<number, PlacedText[]>();
  for (const placed of texts) {
    for (const key of cellsOf(placed.box)) {
      const own = cells.get(key);
      if (own === undefined) cells.set(key, [placed]);
      else own.push(placed);
    }
  }
  return cells;
}

/** The cells of a box at its upper edge, its middle and its lower edge. */
function cellsOf({ x0, y0, x1, y1 }: Box): readonly number[] {
  const bands = new Set([y0, (y0 + y1) / 2, y1].map((y) => Math.floor(y / bandPt)));
  const [first, last] = [columnAt(x0), columnAt(x1)];
  return [...bands].flatMap((band) =>
    Array.from({ length: last - first + 1 }, (_, index) => cellAt(first + index, band)),
  );
}

function columnAt(x: number): number {
  return Math.min(lastColumn, Math.max(0, Math.floor(x / columnPt)));
}

function isHeld(word: Word, held: ReadonlyMap<number, readonly PlacedText[]>): boolean {
  const near = new Set(cellsOf(word.box).flatMap((key) => held.get(key) ?? []));
  let missing = word.text.length;
  for (const { text, box } of near) {
    if (!containsMiddle(box, word.box) && !containsMiddle(word.box, box)) continue;
    if (text.includes(word.text)) return true;
    if (word.text.includes(text)) missing -= text.length;
  }
  return missing <= word.text.length / 2;
}
