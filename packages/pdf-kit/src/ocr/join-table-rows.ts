import { hasProseColumns } from './layout-of.ts';
import type { RasterLine, RasterWord } from './recognizer.ts';
import { measureRowLevels, type RowLevels } from './row-levels.ts';

/** Cells are in the same row if their baselines differ by less than this share of their height. */
const rowTolerance = 0.5;
const minRows = 3;
/** The same for rows of a whole page, more than a letter has beside its address. */
const minPageRows = 5;
/** Share of the cells that must be in a row with others. */
const minAligned = 0.8;
/** Mean words per line, above which a column is one of text; a table may have one such column. */
const maxCellWords = 3;
/** Shares of numbers in one column, or of labels in the first, that make a table. */
const minNumbers = 0.6;
const minLabels = 0.5;

/**
 * Joins the columns of tables to rows. The recognizer reads a table without rules column by column, as is right for a
 * newspaper. A table has short cells on common baselines, and a column of numbers or labels that end with a colon. On a
 * photograph, baselines are followed as the other lines of the page run.
 */
export function joinTableRows(lines: readonly RasterLine[]): readonly RasterLine[] {
  const levels = measureRowLevels(lines);
  return levels === null ? joinLevelRows(lines) : joinSlopingRows(lines, levels);
}

/** Moves each word to the height at which its row passes the middle of the page, and joins rows there. */
function joinSlopingRows(lines: readonly RasterLine[], levels: RowLevels): readonly RasterLine[] {
  const { from, to } = widthRange(lines);
  const middle = (from + to) / 2;
  const originals = new Map<RasterWord, RasterWord>();
  const leveled = lines.map((line) => {
    const words = line.words.map((word) => {
      const { x0, y0, x1, y1 } = word.box;
      const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
      const rise = levels.follow(x, y, middle) - y;
      const moved = { ...word, box: { x0, y0: y0 + rise, x1, y1: y1 + rise } };
      originals.set(moved, word);
      return moved;
    });
    return { ...line, words, baseline: moveBaseline(line, (x, y) => levels.follow(x, y, middle)) };
  });
  return joinLevelRows(leveled).map((line) => ({
    ...line,
    words: line.words.map((word) => originals.get(word) ?? word),
    baseline: moveBaseline(line, (x, y) => levels.follow(middle, y, x)),
  }));
}

function moveBaseline({ baseline: { x0, y0, x1, y1 } }: RasterLine, to: (x: number, y: number) => number) {
  return { x0, y0: to(x0, y0), x1, y1: to(x1, y1) };
}

function joinLevelRows(lines: readonly RasterLine[]): readonly RasterLine[] {
  const joined = joinColumns(lines);
  return rowsOfPage(joined) ?? joined;
}

/**
 * All lines of a page in rows, if many are cells beside an amount: columns of a table that were read in pieces are not beside each other as
 * wholes. Null for any other page.
 */
function rowsOfPage(lines: readonly RasterLine[]): readonly RasterLine[] | null {
  if (!lines.every(isLevel)) return null;
  const rows = rowsOf(lines).map((row) => row.toSorted((a, b) => widthRange([a]).from - widthRange([b]).from));
  const aligned = rows.filter(({ length }) => length > 1);
  const numbered = aligned.filter((row) => row.slice(1).some(isNumber));
  const isTable =
    aligned.length >= minPageRows &&
    numbered.length >= minNumbers * aligned.length &&
    aligned.every((row) =>
      row.slice(1).every((cell, index) => !overlaps(widthRange([cell]), widthRange(row.slice(index, index + 1)))),
    );
  return isTable && !hasProseColumns(lines) ? rows.map(joinCells) : null;
}

function joinColumns(lines: readonly RasterLine[]): readonly RasterLine[] {
  const joined: RasterLine[] = [];
  const waiting = stackLines(lines);
  while (waiting.length > 0) {
    const { columns, below } = takeColumns(waiting);
    const table = columns.length > 1 ? tableOf(columns) : null;
    if (table === null) joined.push(...(waiting.shift() ?? []));
    else {
      joined.push(...table);
      waiting.splice(0, columns.length, ...(below.length > 0 ? [below] : []));
    }
  }
  return joined;
}

/** Consecutive lines that go down the page. */
type Stack = readonly RasterLine[];

interface Range {
  readonly from: number;
  readonly to: number;
}

function stackLines(lines: readonly RasterLine[]): Stack[] {
  const stacks: RasterLine[][] = [];
  for (const line of lines) {
    const last = stacks.at(-1);
    const above = last?.at(-1);
    if (last !== undefined && above !== undefined && middleOf(line) > middleOf(above)) last.push(line);
    else stacks.push([line]);
  }
  return stacks;
}

interface Columns {
  readonly columns: readonly Stack[];
  /** The lines of the last stack that are below the first column: text after the table. */
  readonly below: Stack;
}

/** The first stack and the following ones that are beside it, none of which overlaps an earlier one. */
function takeColumns([first = [], ...others]: readonly Stack[]): Columns {
  const columns: Stack[] = [first];
  const bottom = heightRange(first).to;
  for (const stack of others) {
    const column = stack.filter((line) => middleOf(line) <= bottom + rowTolerance * line.heightPx);
    const height = heightRange(column);
    const beside = columns.every((other) => {
      const shared = other.filter((line) => overlaps(heightRange([line]), height));
      return shared.length > 0 && !overlaps(widthRange(shared), widthRange(column));
    });
    if (!beside) break;
    columns.push(column);
    if (column.length < stack.length) return { columns, below: stack.slice(column.length) };
  }
  return { columns, below: [] };
}

/** The lines of the first column above the table, the rows of the table, and the lines below; null if it is not a table. */
function tableOf([first = [], ...others]: readonly Stack[]): readonly RasterLine[] | null {
  const height = heightRange(others.flat());
  const inside = first.filter((line) => overlaps(heightRange([line]), height));
  const columns = [inside, ...others];
  const cells = columns.flat();
  const rows = rowsOf(cells);
  const aligned = rows.filter(({ length }) => length > 1);
  const isTable =
    cells.every(isLevel) &&
    aligned.length >= minRows &&
    aligned.flat().length >= minAligned * cells.length &&
    columns.filter((column) => meanWords(column) > maxCellWords).length <= 1 &&
    (columns.some((column) => share(column, isNumber) >= minNumbers) || share(inside, isLabel) >= minLabels);
  if (!isTable) return null;
  const start = first.findIndex((line) => inside.includes(line));
  const paragraph = inside[0]?.paragraph ?? 0;
  return [
    ...first.slice(0, start),
    ...rows.map((row) => ({ ...joinCells(row), paragraph })),
    ...first.slice(start + inside.length),
  ];
}

function rowsOf(cells: readonly RasterLine[]): readonly (readonly RasterLine[])[] {
  const rows: RasterLine[][] = [];
  for (const cell of cells.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const row = rows.at(-1);
    const [beside] = row ?? [];
    const near =
      beside !== undefined &&
      middleOf(cell) - middleOf(beside) < rowTolerance * Math.min(cell.heightPx, beside.heightPx);
    if (near) row?.push(cell);
    else rows.push([cell]);
  }
  return rows;
}

function joinCells(row: readonly RasterLine[]): RasterLine {
  const [any] = row;
  if (any === undefined) throw new RangeError('a row has cells');
  const cells = row.toSorted((a, b) =>
    any.direction === 'rtl' ? widthRange([b]).to - widthRange([a]).to : widthRange([a]).from - widthRange([b]).from,
  );
  const shown = any.direction === 'rtl' ? cells.toReversed() : cells;
  const [left, right] = [shown[0] ?? any, shown.at(-1) ?? any];
  return {
    ...any,
    words: cells.flatMap(({ words }) => words),
    heightPx: Math.max(...cells.map(({ heightPx }) => heightPx)),
    baseline: { x0: left.baseline.x0, y0: left.baseline.y0, x1: right.baseline.x1, y1: right.baseline.y1 },
  };
}

function isLevel({ baseline }: RasterLine): boolean {
  return Math.abs(baseline.x1 - baseline.x0) >= Math.abs(baseline.y1 - baseline.y0);
}

function isNumber({ words }: RasterLine): boolean {
  const text = words.map((word) => word.text).join('');
  return (text.match(/\p{Nd}/gu)?.length ?? 0) >= text.length / 2;
}

function isLabel({ words }: RasterLine): boolean {
  return /[:：]$/u.test(words.at(-1)?.text ?? '');
}

function meanWords(column: Stack): number {
  return column.reduce((sum, { words }) => sum + words.length, 0) / column.length;
}

function share(column: Stack, matches: (line: RasterLine) => boolean): number {
  return column.filter(matches).length / column.length;
}

function middleOf({ baseline }: RasterLine): number {
  return (baseline.y0 + baseline.y1) / 2;
}

function heightRange(lines: Stack): Range {
  const boxes = lines.flatMap(({ words }) => words.map(({ box }) => box));
  return { from: Math.min(...boxes.map(({ y0 }) => y0)), to: Math.max(...boxes.map(({ y1 }) => y1)) };
}

function widthRange(lines: Stack): Range {
  const boxes = lines.flatMap(({ words }) => words.map(({ box }) => box));
  return { from: Math.min(...boxes.map(({ x0 }) => x0)), to: Math.max(...boxes.map(({ x1 }) => x1)) };
}

function overlaps(first: Range, second: Range): boolean {
  return first.from < second.to && second.from < first.to;
}
