import type { PlacedWord } from '../compose-table.ts';
import { isDateText, isNumberText, isYearText } from '../value-text.ts';
import { cellBox, type Grid, type GridCell } from './grid.ts';
import { indexWords, type WordsInBox } from './words-in-box.ts';

/** Minimum number of rows with text beside a cell, to tell whether its lines are aligned with them. */
const minRows = 4;
/**
 * The share of them with a line of the cell at their height that begins a text: a paragraph would continue from row to
 * row.
 */
const levelShare = 0.7;
/** Tolerance for baselines of one row, in em: filled-in text has different type. */
const sameBaselineEm = 0.4;

/**
 * Splits cells that cross rows only because their column has no horizontal borders: labels of a form are aligned with
 * the boxes beside them; numbers, and the labels level with them, such as those of totals, each have their own row. So
 * do a heading and the first value of its column, where most columns have a border between the two.
 */
export function splitTallCells(grid: Grid, cells: readonly GridCell[], words: readonly PlacedWord[]): GridCell[] {
  const wordsIn = indexWords(words);
  const short = Map.groupBy(
    cells.filter(({ row, rowEnd }) => rowEnd - row === 1),
    ({ row }) => row,
  );
  /** The words of each cell of one row beside a part of a taller one. */
  const textsBeside = ({ row }: GridCell) => (short.get(row) ?? []).map((cell) => wordsIn(cellBox(grid, cell)));
  const tall = cells
    .filter(({ row, rowEnd }) => rowEnd - row > 1)
    .map((cell) => ({ cell, lines: linesOf(cell, grid, wordsIn) }));
  const stacks = tall.filter(({ lines }) => lines.length > 1 && lines.every(isNumber));
  const isBesideNumbers = (cell: GridCell, lines: readonly CellLine[]) => {
    const texts = rowsOf(cell).map((part) => textsBeside(part).filter(({ length }) => length > 0));
    return (
      lines.length === texts.length &&
      beginsLines(lines) &&
      texts.every(
        (row, index) =>
          row.length > 0 && row.every((own) => isNumber({ words: own }) && areLevel(own, lines[index]?.words ?? [])),
      )
    );
  };
  const isBesideStack = (cell: GridCell, lines: readonly CellLine[]) => {
    const beside = stacks.filter((stack) => stack.cell.row < cell.rowEnd && stack.cell.rowEnd > cell.row);
    const numbers = beside.flatMap((stack) => stack.lines.flatMap((line) => line.words));
    return lines.length > 1 && beginsLines(lines) && lines.every((line) => areLevel(numbers, line.words));
  };
  const isHeadingOverValue = (cell: GridCell, lines: readonly CellLine[]) => {
    const [heading, value, ...others] = lines;
    if (heading === undefined || value === undefined || others.length > 0) return false;
    const beside = rowsOf(cell).map(textsBeside);
    const isLevel = (row: readonly (readonly PlacedWord[])[], line: CellLine) =>
      2 * row.length > grid.xs.length - 1 && areLevel(row.flat(), line.words);
    const [headings = [], values = []] = beside;
    return (
      beside.length === 2 &&
      heading.words.every(({ word }) => !/\d/.test(word.text)) &&
      isAmountOrDate(value) &&
      isLevel(headings, heading) &&
      isLevel(values, value)
    );
  };
  const split = new Set(
    tall
      .filter(
        ({ cell, lines }) =>
          isBesideStack(cell, lines) ||
          isBesideNumbers(cell, lines) ||
          isHeadingOverValue(cell, lines) ||
          isBesideRows(cell, grid, wordsIn, textsBeside),
      )
      .map(({ cell }) => cell),
  );
  return cells.flatMap((cell) => (split.has(cell) ? rowsOf(cell) : [cell]));
}

/** The words of a cell at the height of one row of the grid. */
interface CellLine {
  readonly words: readonly PlacedWord[];
}

function linesOf(cell: GridCell, grid: Grid, wordsIn: WordsInBox): CellLine[] {
  return rowsOf(cell)
    .map((part) => ({ words: wordsIn(cellBox(grid, part)) }))
    .filter((line) => line.words.length > 0);
}

function isNumber(line: CellLine): boolean {
  return areLevel(line.words.slice(0, 1), line.words) && isNumberText(textOf(line));
}

/** Years may be part of a heading. */
function isAmountOrDate(line: CellLine): boolean {
  const text = textOf(line);
  return (isNumberText(text) && !isYearText(text)) || isDateText(text);
}

function textOf({ words }: CellLine): string {
  return words
    .toSorted((a, b) => a.word.box.x0 - b.word.box.x0)
    .map(({ word }) => word.text)
    .join(' ');
}

function beginsLines(lines: readonly CellLine[]): boolean {
  return lines.every(({ words }) => beginsLine(words));
}

/** Whether the lines of a cell are aligned with the rows beside it. */
function isBesideRows(
  cell: GridCell,
  grid: Grid,
  wordsIn: WordsInBox,
  textsBeside: (part: GridCell) => readonly (readonly PlacedWord[])[],
): boolean {
  if (cell.rowEnd - cell.row < minRows) return false;
  const own = wordsIn(cellBox(grid, cell));
  const rows = rowsOf(cell).map((part) => {
    const { y0, y1 } = cellBox(grid, part);
    return {
      beside: textsBeside(part).flat(),
      lines: own.filter(({ word: { box } }) => (box.y0 + box.y1) / 2 > y0 && (box.y0 + box.y1) / 2 <= y1),
    };
  });
  const filled = rows.filter(({ beside }) => beside.length > 0);
  const level = filled.filter(({ beside, lines }) => beginsLine(lines) && areLevel(beside, lines));
  return filled.length >= minRows && level.length >= levelShare * filled.length;
}

function rowsOf(cell: GridCell): GridCell[] {
  return Array.from({ length: cell.rowEnd - cell.row }, (_, index) => ({
    ...cell,
    row: cell.row + index,
    rowEnd: cell.row + index + 1,
  }));
}

/** Whether the first of the lines begins a text: with a capital, a digit or a list letter. */
function beginsLine(lines: readonly PlacedWord[]): boolean {
  const [first] = lines.toSorted((a, b) => a.baseline - b.baseline || a.word.box.x0 - b.word.box.x0);
  return first !== undefined && /^[^\p{L}\d]*(?:[\p{Lu}\p{Lo}\d]|\p{Ll}[.)]?$)/u.test(first.word.text);
}

function areLevel(beside: readonly PlacedWord[], lines: readonly PlacedWord[]): boolean {
  return lines.some(({ baseline, word }) =>
    beside.some((other) => Math.abs(other.baseline - baseline) <= sameBaselineEm * word.style.sizePt),
  );
}
