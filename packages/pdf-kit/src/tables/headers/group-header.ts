import type { ColumnChunk, ColumnRow } from '../column-row.ts';
import { type CellDraft, placeWords } from '../compose-table.ts';
import type { Edge } from '../rules/edges.ts';
import { isMoneyText, isTimeText, isValueText, isYearText } from '../value-text.ts';
import { areLabelsWithValues } from './header-rows.ts';
import { headingSpan } from './heading-span.ts';

/** The header of a table separated by whitespace. */
export interface Header {
  /** Text lines it takes. */
  readonly lineCount: number;
  readonly rowCount: number;
  readonly rows: readonly { readonly y0: number; readonly y1: number }[];
  readonly cells: readonly CellDraft[];
}

const clockTime = /^\d{1,2}[:.h]\d\d$/;

/** More lines than this are no header. */
const maxLines = 9;

/**
 * Finds the header and arranges its cells. Its last line is the one above the first rule below the top, or above the
 * first row of values. A spanning heading forms its own level; the rest of a column is one cell.
 */
export function groupHeader(
  rows: readonly ColumnRow[],
  rules: readonly Edge[],
  level: readonly Edge[],
  cuts: readonly number[],
): Header {
  // A year beside a label is a heading.
  const stated = rows.findIndex(({ chunks }) => {
    const texts = chunks.map(({ chunk }) => chunk.text);
    return areLabelsWithValues(texts) && !texts.some(isYearText);
  });
  const lineCount = headerLines(rows, rules);
  return layOutHeader(rows, stated < 0 ? lineCount : Math.min(stated, lineCount), level, cuts);
}

/** Arranges the first lines of a table as its header. */
export function layOutHeader(
  rows: readonly ColumnRow[],
  lineCount: number,
  level: readonly Edge[],
  cuts: readonly number[],
): Header {
  if (lineCount === 0) return { lineCount: 0, rowCount: 0, rows: [], cells: [] };
  const lines = rows.slice(0, lineCount);
  const pieces = lines.flatMap(({ chunks }, line) => {
    const surroundings = { header: lines, line, below: rows.slice(line + 1), level, cuts };
    return chunks.map((chunk) => ({ ...chunk, ...headingSpan(chunk, surroundings), line }));
  });
  const levels = cutLevels(pieces, lineCount);
  return layOut(pieces, levels, lines, cuts.length - 1);
}

interface HeaderPiece extends ColumnChunk {
  readonly line: number;
}

/** The number of header lines: those above the first rule that has no rows of values above it. */
function headerLines(rows: readonly ColumnRow[], rules: readonly Edge[]): number {
  const top = rows[0]?.row.box.y0 ?? 0;
  for (const { at } of rules) {
    const above = rows.filter(({ row }) => (row.box.y0 + row.box.y1) / 2 < at);
    if (at <= top || above.length === 0) continue;
    if (above.length > maxLines || above.length >= rows.length || above.filter(isDataRow).length > 1) break;
    // An amount belongs to the body: an opening balance right below the header, with the first rule below it.
    if (above.some(({ chunks }) => chunks.some(({ chunk }) => isMoneyText(chunk.text)))) break;
    return above.length;
  }
  const firstData = rows.findIndex(isDataRow);
  if (firstData <= 0 || firstData > maxLines) return 0;
  const repeated = rows.findIndex((row, index) => rows.slice(index + 1, firstData + 1).some(repeats(row)));
  let count = repeated < 0 ? firstData : repeated;
  // The heading of the first group of rows is right above its values, in the first column only.
  while (count > 1 && isBodyHeading(rows[count - 1])) count -= 1;
  return count;
}

/** Whether rows share a time in one column: two games at 20:30 are not headings. */
function repeats(above: ColumnRow): (row: ColumnRow) => boolean {
  const times = above.chunks.filter(({ first, chunk }) => first > 0 && clockTime.test(chunk.text));
  return ({ chunks }) =>
    times.some((time) => chunks.some(({ first, chunk }) => first === time.first && chunk.text === time.chunk.text));
}

/** A row of values: most cells after the first column are values, and not all of them years. */
function isDataRow({ chunks }: ColumnRow): boolean {
  const data = chunks.filter(({ first }) => first > 0);
  const values = data.filter(({ chunk }) => isValueText(chunk.text));
  if (data.length === 0 || values.length < 0.5 * data.length) return false;
  const hasStub = chunks.some(({ first }) => first === 0);
  return hasStub
    ? !values.every(({ chunk }) => isTimeText(chunk.text)) || data.length === 1
    : values.some(({ chunk }) => !isTimeText(chunk.text));
}

function isBodyHeading(row: ColumnRow | undefined): boolean {
  return row !== undefined && row.chunks.length === 1 && row.chunks[0]?.first === 0 && row.chunks[0].last === 0;
}

/** Lines after which a new level begins: the last line of a spanning heading, or the line above its first one. */
function cutLevels(pieces: readonly HeaderPiece[], lineCount: number): number[] {
  const ends = new Set<number>();
  for (const piece of pieces) {
    if (piece.last === piece.first) continue;
    const continued = pieces.some(
      (other) => other.line === piece.line + 1 && other.first === piece.first && other.last === piece.last,
    );
    const hasBelow = pieces.some(
      (other) => other.line > piece.line && other.first >= piece.first && other.last <= piece.last,
    );
    if (!continued && hasBelow && piece.line < lineCount - 1) ends.add(piece.line);
    const headed = pieces.filter(
      ({ line, first, last }) =>
        line === piece.line - 1 && first === last && first >= piece.first && last <= piece.last,
    );
    if (headed.length > 1) ends.add(piece.line - 1);
  }
  return [...ends].sort((a, b) => a - b);
}

function layOut(
  pieces: readonly HeaderPiece[],
  levelEnds: readonly number[],
  lines: readonly ColumnRow[],
  columnCount: number,
): Header {
  const levelOf = (line: number) => levelEnds.filter((end) => line > end).length;
  const rowCount = levelEnds.length + 1;
  const groups: HeaderPiece[][] = [];
  for (const piece of pieces) {
    const group = groups.find((other) => other.some((member) => belongTogether(member, piece, levelOf, pieces)));
    if (group === undefined) groups.push([piece]);
    else group.push(piece);
  }
  const cells = groups.map((group): CellDraft => {
    const first = Math.min(...group.map((piece) => piece.first));
    const last = Math.max(...group.map((piece) => piece.last));
    const top = Math.min(...group.map(({ line }) => levelOf(line)));
    const bottom = Math.max(...group.map(({ line }) => levelOf(line)));
    const words = placeWords(group.map(({ chunk }) => chunk));
    return { row: top, column: first, rowSpan: bottom - top + 1, columnSpan: last - first + 1, words };
  });
  const bands = Array.from({ length: rowCount }, (_, index) => {
    const own = lines.filter((_line, line) => levelOf(line) === index);
    return { y0: Math.min(...own.map(({ row }) => row.box.y0)), y1: Math.max(...own.map(({ row }) => row.box.y1)) };
  });
  return {
    lineCount: lines.length,
    rowCount,
    rows: bands,
    cells: withoutOverlap(stretch(cells, rowCount), columnCount),
  };
}

/** Pieces of one column are one cell, except below a spanning heading. */
function belongTogether(
  a: HeaderPiece,
  b: HeaderPiece,
  levelOf: (line: number) => number,
  pieces: readonly HeaderPiece[],
): boolean {
  if (a.first !== b.first || a.last !== b.last) return false;
  if (levelOf(a.line) === levelOf(b.line)) return true;
  const [upper, lower] = a.line < b.line ? [a, b] : [b, a];
  return !pieces.some(
    ({ first, last, line }) =>
      first <= upper.first && last >= upper.last && last > first && line >= upper.line && line < lower.line,
  );
}

/** A heading extends up to the one above it and down to the one below it, or to the end of the header. */
function stretch(cells: readonly CellDraft[], rowCount: number): CellDraft[] {
  return cells.map((cell) => {
    const others = cells.filter((other) => other !== cell && overlaps(other, cell));
    const above = others.filter(({ row }) => row < cell.row).map(({ row, rowSpan }) => row + rowSpan);
    const below = others.filter(({ row }) => row > cell.row).map(({ row }) => row);
    const top = cell.columnSpan > 1 ? cell.row : Math.min(cell.row, Math.max(0, ...above));
    const end = Math.max(cell.row + cell.rowSpan, Math.min(rowCount, ...below));
    return { ...cell, row: top, rowSpan: end - top };
  });
}

function overlaps(a: CellDraft, b: CellDraft): boolean {
  return a.column < b.column + b.columnSpan && b.column < a.column + a.columnSpan;
}

/** Keeps the grid valid: a cell that would cover an occupied position is merged into the cell there. */
function withoutOverlap(cells: readonly CellDraft[], columnCount: number): CellDraft[] {
  const owners = new Map<number, number>();
  const kept: CellDraft[] = [];
  for (const cell of [...cells].sort((a, b) => b.columnSpan - a.columnSpan || a.row - b.row)) {
    const positions: number[] = [];
    for (let row = cell.row; row < cell.row + cell.rowSpan; row += 1) {
      for (let column = cell.column; column < cell.column + cell.columnSpan; column += 1)
        positions.push(row * columnCount + column);
    }
    const owner = positions.map((position) => owners.get(position)).find((index) => index !== undefined);
    const host = owner === undefined ? undefined : kept[owner];
    if (owner !== undefined && host !== undefined) {
      kept[owner] = { ...host, words: [...host.words, ...cell.words] };
      continue;
    }
    for (const position of positions) owners.set(position, kept.length);
    kept.push(cell);
  }
  return kept;
}
