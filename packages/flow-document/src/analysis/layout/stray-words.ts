import { containsMiddle, sharedHeight, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box, Glyph, Line, Word } from '@platen/pdf-kit/page-model';
import { withoutWords } from '@platen/pdf-kit/page-model';
import type { Table, TableCell } from '@platen/pdf-kit/tables';
import { fragmentOf } from '../text/fragments.ts';

/** The glyphs that the cells of some tables hold: a cell may hold part of a word of the page. */
export function glyphsIn(tables: readonly Table[]): ReadonlySet<Glyph> {
  const words = tables.flatMap(({ cells }) => cells.flatMap(({ lines }) => lines.flatMap((line) => line.words)));
  return new Set(words.flatMap(({ glyphs }) => glyphs));
}

/**
 * The tables with every word of the page that is inside them: what no cell took, such as a remark between two rows,
 * goes to the nearest one.
 */
export function withStrayWords(tables: readonly Table[], lines: readonly Line[]): readonly Table[] {
  const inCells = glyphsIn(tables);
  const strays = lines.flatMap((line) =>
    withoutWords(line, ({ glyphs }) => glyphs.some((glyph) => inCells.has(glyph))),
  );
  return tables.map((table) => {
    const isOutside = (word: Word) => !containsMiddle(table.box, word.box) || isTypedRule(word, [table]);
    const inside = strays.flatMap((line) => withoutWords(line, isOutside));
    return inside.filter(({ text }) => text.trim() !== '').reduce(withLine, table);
  });
}

/**
 * Whether a word draws a rule of a table in plain text, or leads to a value in its next column: the table shows both
 * without it. Rows of underscores, and of dots in a cell between borders, are blanks to write on.
 */
export function isTypedRule(word: Word, tables: readonly Table[]): boolean {
  const isRule = /^[-–—=‗─═]{4,}$/u.test(word.text);
  const isDotted = /^[.·…]{4,}$/u.test(word.text);
  if (!isRule && !isDotted) return false;
  return tables.some((table) => containsMiddle(table.box, word.box) && (isRule || !isBlank(word, table)));
}

/** Whether dots in a cell between borders lead to nothing: a leader ends the text of its cell, with a value in the next one. */
function isBlank({ box }: Word, { cells }: Table): boolean {
  const cell = cells.find((own) => containsMiddle(own.box, box));
  if (cell === undefined || !cell.borders.left || !cell.borders.right) return false;
  const level = cell.lines.filter((line) => sharedHeight(line.box, box) > 0).flatMap(({ words }) => words);
  const hasLabel = level.some((word) => word.box.x0 < box.x0);
  const isLast = !level.some((word) => word.box.x0 > box.x0);
  const next = cells.find(({ row, column }) => row === cell.row && column === cell.column + cell.columnSpan);
  return !(hasLabel && isLast && next !== undefined && next.lines.length > 0);
}

function withLine(table: Table, line: Line): Table {
  const [nearest] = [...table.cells].sort(
    (first, second) => distance(first.box, line.box) - distance(second.box, line.box),
  );
  if (nearest === undefined) return table;
  return { ...table, cells: table.cells.map((cell) => (cell === nearest ? joined(cell, line) : cell)) };
}

/** Words on a line that the cell has continue with it; others are a line of their own. */
function joined(cell: TableCell, line: Line): TableCell {
  const level = cell.lines.find(({ baseline, style }) => Math.abs(baseline - line.baseline) < 0.4 * style.sizePt);
  const others = cell.lines.filter((other) => other !== level);
  const lines = [...others, level === undefined ? line : onOneLine(level, line)];
  const sorted = lines.sort((first, second) => first.baseline - second.baseline);
  return { ...cell, lines: sorted, text: sorted.map(({ text }) => text).join('\n') };
}

function onOneLine(first: Line, second: Line): Line {
  const words = [...first.words, ...second.words]
    .map((word) => ({ ...word, spaceAfter: true }))
    .sort((a, b) => (first.direction === 'rtl' ? b.box.x1 - a.box.x1 : a.box.x0 - b.box.x0));
  const { style } = fragmentOf(first, words);
  return {
    ...first,
    words,
    style,
    text: words.map(({ text }) => text).join(' '),
    box: uniteBoxes([first.box, second.box]),
  };
}

/** Between a cell and the middle of a line; nothing inside of the cell. */
function distance(cell: Box, line: Box): number {
  const [x, y] = [(line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2];
  return Math.hypot(Math.max(cell.x0 - x, 0, x - cell.x1), Math.max(cell.y0 - y, 0, y - cell.y1));
}
