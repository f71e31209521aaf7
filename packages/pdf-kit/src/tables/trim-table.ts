import type { CellDraft, TableDraft } from './compose-table.ts';

const caption =
  /^(?:table|tabelle|tableau|tabla|tabella|exhibit|figure|abbildung|chart|annex|box)\s*[\dA-Z]+[\d.A-Z-]*\b/i;
const note = /^(?:note|notes|source|sources|quelle|remarque|nota|fuente|exhibit reads|\*|†|[¹²³]|[0-9a-z][ \u2009])/i;
/** A cell across the whole table with more text than this is a note or a title, not a heading of its columns. */
const longestHeading = 80;
/** Empty rows and columns thinner than this are gaps in double rules, or margins between a border and its fill. */
const thinnestRowPt = 6;
const thinnestColumnPt = 8;

/** Whether a text names a table or a figure by its number. */
export function isCaption(text: string): boolean {
  return caption.test(text);
}

/**
 * Removes what frames a table but is not part of it (a caption above and notes below, in cells across the whole width)
 * and rows and columns that are only the gap of a double rule. Null if what remains is not a table.
 */
export function trimTable(draft: TableDraft): TableDraft | null {
  let table = dropThinLines(draft);
  while (table.rowCuts.length > 2) {
    const text = fullWidthText(table, 0);
    if (text === null || !(text === '' || isCaption(text) || text.length > longestHeading)) break;
    table = dropRow(table, 0);
  }
  while (table.rowCuts.length > 2) {
    const last = table.rowCuts.length - 2;
    const text = fullWidthText(table, last);
    if (text === null || !(text === '' || note.test(text) || text.length > longestHeading)) break;
    table = dropRow(table, last);
  }
  return isTable(table) ? table : null;
}

/**
 * The text of a row that is one cell across all columns; null if the row has several cells. A row of empty cells is one
 * to fill in.
 */
function fullWidthText(table: TableDraft, row: number): string | null {
  const columns = table.columnCuts.length - 1;
  const own = table.cells.filter((cell) => cell.row <= row && cell.row + cell.rowSpan > row);
  const filled = own.filter(({ words }) => words.length > 0);
  if (filled.length === 0) return own.length < columns && own.every(({ rowSpan }) => rowSpan === 1) ? '' : null;
  const [cell] = own;
  if (own.length !== 1 || cell === undefined || cell.columnSpan < columns || cell.rowSpan !== 1) return null;
  return textOf(cell);
}

function textOf({ words }: CellDraft): string {
  return [...words]
    .sort((a, b) => a.baseline - b.baseline || a.order - b.order)
    .map(({ word }) => word.text)
    .join(' ');
}

function dropRow(table: TableDraft, row: number): TableDraft {
  return {
    ...table,
    rowCuts: row === 0 ? table.rowCuts.slice(1) : table.rowCuts.slice(0, -1),
    cells: table.cells.flatMap((cell) => {
      const start = cell.row > row ? cell.row - 1 : cell.row;
      const rowSpan = cell.row <= row && cell.row + cell.rowSpan > row ? cell.rowSpan - 1 : cell.rowSpan;
      return rowSpan === 0 ? [] : [{ ...cell, row: start, rowSpan }];
    }),
  };
}

function dropThinLines(table: TableDraft): TableDraft {
  const rows = keptLines(table.rowCuts, thinnestRowPt, (index) => isEmptyBand(table, index, 'row'));
  const columns = keptLines(table.columnCuts, thinnestColumnPt, (index) => isEmptyBand(table, index, 'column'));
  if (rows.length === table.rowCuts.length && columns.length === table.columnCuts.length) return table;
  return {
    ...table,
    rowCuts: rows.map((line) => table.rowCuts[line] ?? 0),
    columnCuts: columns.map((line) => table.columnCuts[line] ?? 0),
    cells: table.cells.flatMap((cell) => {
      const [row, rowSpan] = remap(rows, cell.row, cell.rowSpan);
      const [column, columnSpan] = remap(columns, cell.column, cell.columnSpan);
      return rowSpan === 0 || columnSpan === 0 ? [] : [{ ...cell, row, rowSpan, column, columnSpan }];
    }),
  };
}

/** Indices of the grid lines to keep: the far side of a thin empty band is dropped. */
function keptLines(cuts: readonly number[], thinnestPt: number, isEmpty: (index: number) => boolean): number[] {
  const kept = [0];
  for (let line = 1; line < cuts.length; line += 1) {
    const thin = (cuts[line] ?? 0) - (cuts[line - 1] ?? 0) < thinnestPt && isEmpty(line - 1);
    if (!thin) kept.push(line);
  }
  return kept;
}

function isEmptyBand(table: TableDraft, index: number, axis: 'row' | 'column'): boolean {
  return table.cells.every((cell) => {
    const only =
      axis === 'row' ? cell.row === index && cell.rowSpan === 1 : cell.column === index && cell.columnSpan === 1;
    return !only || cell.words.length === 0;
  });
}

/** A span in terms of the kept lines: band `i` now precedes kept line `i + 1`. */
function remap(kept: readonly number[], start: number, span: number): [number, number] {
  const bands = kept.slice(1).map((line) => line - 1);
  const from = bands.findIndex((band) => band >= start);
  const inside = bands.filter((band) => band >= start && band < start + span).length;
  return [Math.max(0, from), inside];
}

/** At least two rows and columns, not nearly empty unless to be filled in, and not a frame around prose. */
function isTable(table: TableDraft): boolean {
  if (isToFillIn(table)) return true;
  const filled = table.cells.filter(({ words }) => words.length > 0);
  const rows = new Set(filled.map(({ row }) => row));
  const columns = new Set(filled.map(({ column }) => column));
  if (rows.size < 2 || columns.size < 2 || filled.length < 4) return false;
  const wide = [...rows].filter((row) => filled.filter((cell) => cell.row === row).length >= 2);
  if (wide.length < 2 && !(wide.length === 1 && rows.size === 2)) return false;
  // Unfilled rows of a form do not count.
  const positions = rows.size * (table.columnCuts.length - 1);
  const covered = filled.reduce((sum, { rowSpan, columnSpan }) => sum + rowSpan * columnSpan, 0);
  const words = filled.reduce((sum, cell) => sum + cell.words.length, 0);
  const longest = Math.max(...filled.map((cell) => cell.words.length));
  return covered >= 0.35 * positions && (filled.length > 6 || longest < 0.8 * words);
}

/** Maximum words of a form label. */
const longestLabel = 6;

/**
 * Whether it is the grid of a form: every cell is drawn, one row has a label in each cell or each row begins with one,
 * all others are empty. Labels may be beside several rows, and titles across all columns.
 */
function isToFillIn({ rowCuts, columnCuts, cells }: TableDraft): boolean {
  const [rows, columns] = [rowCuts.length - 1, columnCuts.length - 1];
  const drawn = cells.reduce((sum, { rowSpan, columnSpan }) => sum + rowSpan * columnSpan, 0);
  if (rows < 2 || columns < 2 || drawn < rows * columns) return false;
  const labels = cells.filter(({ words }) => words.length > 0);
  const [first] = labels;
  if (first === undefined || labels.some(({ words }) => words.length > longestLabel)) return false;
  const isRow = labels.length === columns && labels.every(({ row }) => row === first.row);
  const beginRows = labels.reduce((sum, { rowSpan }) => sum + rowSpan, 0) === rows;
  const beside = labels.filter(({ columnSpan }) => columnSpan < columns);
  return isRow || (beginRows && labels.every(({ column }) => column === 0) && beside.length >= 2);
}
