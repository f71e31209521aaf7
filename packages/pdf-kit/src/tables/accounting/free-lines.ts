import { containsMiddle } from '../../page-model/box.ts';
import { createPlaceIndex, type PlaceIndex } from '../../page-model/place-index.ts';
import { composeLine } from '../../page-model/text/build-lines.ts';
import { type QuarterTurn, turnBoxBack } from '../../page-model/turn-page.ts';
import type { Box, Line, Page, Word } from '../../page-model/types.ts';
import type { Table } from '../types.ts';

interface PlacedText {
  readonly text: string;
  readonly box: Box;
}

/**
 * The lines of a page without the words that are in cells of tables. A word is in a cell if the cell has its characters
 * at its place: tables cut words at rules and leaders.
 */
export function freeLines(page: Page, tables: readonly Table[]): readonly Line[] {
  const texts = tables.flatMap((table) => textsOf(table, page));
  if (texts.length === 0) return page.lines;
  const held = createPlaceIndex(texts.map((placed) => [placed, placed.box]));
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

function isHeld(word: Word, held: PlaceIndex<PlacedText>): boolean {
  let missing = word.text.length;
  for (const { text, box } of held.touching(word.box)) {
    if (!containsMiddle(box, word.box) && !containsMiddle(word.box, box)) continue;
    if (text.includes(word.text)) return true;
    if (word.text.includes(text)) missing -= text.length;
  }
  return missing <= word.text.length / 2;
}
