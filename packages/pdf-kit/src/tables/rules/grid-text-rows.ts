import type { Line } from '../../page-model/types.ts';
import type { PlacedWord } from '../compose-table.ts';
import { buildTextRows, type TextRow } from '../text-rows.ts';
import type { Grid } from './grid.ts';

/** The rows of text inside a grid, cut at its vertical borders. */
export function gridTextRows(grid: Grid, lines: readonly Line[], words: readonly PlacedWord[]): TextRow[] {
  const owned = new Set(words.map(({ word }) => word));
  const uprights = grid.edges.vertical.map(({ at, start, end }) => ({ x: at, y0: start, y1: end }));
  const inside = lines
    .filter(({ angle, words: own }) => angle === 0 && own.some((word) => owned.has(word)))
    .map((line) => ({ ...line, words: line.words.filter((word) => owned.has(word)) }));
  return buildTextRows(inside, uprights);
}
