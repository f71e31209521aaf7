import ExcelJS from 'exceljs';
import type { PrintedCell, PrintedRow, Statement } from './statement-page.ts';

/** What a workbook got right of a statement. */
export interface StatementScore {
  readonly rows: number;
  readonly rightRows: number;
  /** Amounts found in their row, but in a column that holds amounts of another. */
  readonly wrongColumn: number;
  readonly wrongSign: number;
  readonly missing: number;
  /** Headings that are not above the amounts of their column. */
  readonly lostHeadings: number;
  /** Tables whose rows are on several sheets. */
  readonly apart: number;
  readonly faults: readonly string[];
}

export type Value = string | number | Date | null;

/** A row of a workbook and the sheet that it is on. */
export interface SheetRow {
  readonly sheet: string;
  readonly cells: readonly Value[];
}

/** Compares a workbook with what was printed: each row by its first line of text, each column by where most of it is. */
export async function scoreWorkbook(path: string, statement: Statement): Promise<StatementScore> {
  return scoreRows(await readRows(path), statement);
}

/** The same for rows in the order of their sheets. */
export function scoreRows(grid: readonly SheetRow[], statement: Statement): StatementScore {
  const scores: StatementScore[] = [];
  for (let own: Statement | undefined = statement; own !== undefined; own = own.next)
    scores.push(scoreTable(grid, splitEntries(own)));
  const sum = (of: (score: StatementScore) => number) => scores.reduce((total, score) => total + of(score), 0);
  return {
    rows: sum(({ rows }) => rows),
    rightRows: sum(({ rightRows }) => rightRows),
    wrongColumn: sum(({ wrongColumn }) => wrongColumn),
    wrongSign: sum(({ wrongSign }) => wrongSign),
    missing: sum(({ missing }) => missing),
    lostHeadings: sum(({ lostHeadings }) => lostHeadings),
    apart: sum(({ apart }) => apart),
    faults: scores.flatMap(({ faults }) => faults),
  };
}

/** Entries side by side as rows of their own: a workbook may have them beside or below each other. */
function splitEntries(statement: Statement): Statement {
  const { entryColumns, rows } = statement;
  if (entryColumns === undefined) return statement;
  return {
    ...statement,
    rows: rows.flatMap((row) =>
      Array.from({ length: statement.columns.length / entryColumns }, (_, entry) => ({
        ...row,
        cells: row.cells.map((cell, column) => (Math.floor(column / entryColumns) === entry ? cell : null)),
      })).filter(({ cells }) => cells.some((cell) => cell !== null)),
    ),
  };
}

function scoreTable(grid: readonly SheetRow[], statement: Statement): StatementScore {
  const textColumn = statement.columns.findIndex(
    ({ isAmount }, index) =>
      !isAmount &&
      statement.rows.every((row) => row.kind !== 'record' || (row.cells[index] ?? null) !== null) &&
      statement.rows.some(
        ({ kind, cells }) =>
          kind === 'record' && typeof cells[index]?.value === 'string' && cells[index]?.value !== 'code',
      ),
  );
  const keyCellOf = ({ cells }: PrintedRow) =>
    cells[textColumn] ?? cells.find((cell) => typeof cell?.value === 'string') ?? cells.find((cell) => cell !== null);
  const found = rowsOf(grid, statement, keyCellOf);
  const isUnclear = areUnclear(statement);
  const columns = columnsOf(
    statement.columns.map((_, index) =>
      statement.rows.flatMap((row, at) => placesOf(found[at]?.cells ?? null, row.cells[index] ?? null, isUnclear)),
    ),
    statement.columns.map(({ isAmount }) => isAmount),
  );
  const first = grid.find((row) => found.includes(row));
  const above = grid
    .slice(0, first === undefined ? 0 : grid.indexOf(first) + 1)
    .flatMap(({ sheet, cells }) => (sheet === first?.sheet ? [cells] : []));
  const isHeaded = (index: number, column: number) =>
    headingAbove(above, column, statement.columns[index]?.heading ?? []);
  const lost = [...statement.columns.keys()].filter(
    (index) =>
      statement.columns[index]?.isAmount === true &&
      statement.look.bare !== true &&
      columns[index] !== -1 &&
      !isHeaded(index, columns[index] ?? -1),
  );
  // Under the heading of another column, all of its amounts are in a wrong one.
  const swapped = lost.filter((index) =>
    statement.columns.some((own, other) => own.isAmount && other !== index && isHeaded(other, columns[index] ?? -1)),
  );
  const faults: string[] = [];
  const total = { rightRows: 0, wrongColumn: 0, wrongSign: 0, missing: 0 };
  let last = -1;
  statement.rows.forEach((row, at) => {
    const own = found[at] ?? null;
    const place = own === null ? last : grid.indexOf(own);
    const isInOrder = statement.entryColumns !== undefined || place >= last;
    last = Math.max(last, place);
    const compared = compareRow(row, own?.cells ?? null, { statement, columns, swapped, isUnclear });
    const notes = isInOrder ? compared.notes : ['above the row before', ...compared.notes];
    const shown = own === null ? 'no row' : own.cells.map(String).join(' | ');
    faults.push(...notes.map((note) => `${keyCellOf(row)?.lines[0] ?? ''} / ${note} → ${shown}`));
    total.rightRows += own !== null && notes.length === 0 ? 1 : 0;
    total.wrongColumn += compared.wrongColumn;
    total.wrongSign += compared.wrongSign;
    total.missing += compared.missing;
  });
  const sheets = new Set(found.flatMap((row) => (row === null ? [] : [row.sheet])));
  return {
    ...total,
    rows: statement.rows.length,
    lostHeadings: lost.length,
    apart: sheets.size > 1 ? 1 : 0,
    faults: faults.slice(0, 6),
  };
}

/** Whether each date of a statement is a day of two months: `03/04/2024`. */
function areUnclear({ rows }: Statement): boolean {
  const dates = rows.flatMap(({ cells }) =>
    cells.flatMap((cell) => (cell?.value instanceof Date ? [cell.lines[0]] : [])),
  );
  return dates.every((date = '') => /^(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|1[0-2])\/\d+$/.test(date));
}

/** Where a workbook has the columns of a statement, and those under the heading of another. */
interface Layout {
  readonly statement: Statement;
  readonly columns: readonly number[];
  readonly swapped: readonly number[];
  /** No date shows whether days or months come first: they may stay as printed. */
  readonly isUnclear: boolean;
}

/** What is wrong with one row, in words, and its amounts by what is wrong with them. */
function compareRow(row: PrintedRow, own: readonly Value[] | null, { statement, columns, swapped, isUnclear }: Layout) {
  const notes: string[] = [];
  let wrongColumn = 0;
  let wrongSign = 0;
  let missing = 0;
  row.cells.forEach((cell, index) => {
    const { isAmount, heading } = statement.columns[index] ?? { isAmount: false, heading: [] };
    const stored = own?.[columns[index] ?? -1] ?? null;
    // Where nothing is printed there is no amount, of this row or any other.
    if (cell === null && isAmount && typeof stored === 'number' && statement.entryColumns === undefined) {
      wrongColumn += 1;
      notes.push(`${heading.join(' ')}: nothing`);
    }
    if (cell === null || cell.value === 'code') return;
    const isOwn =
      isSame(stored, cell.value) ||
      (own !== null && isUnsigned(own, stored, cell)) ||
      (isUnclear && isUnread(stored, cell));
    if (isOwn && !swapped.includes(index)) return;
    notes.push(`${heading.join(' ')}: ${cell.lines.join(' ')}`);
    const { value } = cell;
    if (!isAmount || typeof value !== 'number') return;
    const isElsewhere = own?.some(
      (other, column) => column !== columns[index] && typeof other === 'number' && Math.abs(other) === Math.abs(value),
    );
    if (typeof stored === 'number' && value !== 0 && stored === -value) wrongSign += 1;
    else if (isOwn || isElsewhere === true) wrongColumn += 1;
    else missing += 1;
  });
  return { notes, wrongColumn, wrongSign, missing };
}

async function readRows(path: string): Promise<SheetRow[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  return workbook.worksheets.flatMap((sheet) =>
    Array.from({ length: sheet.rowCount }, (_, index) => ({
      sheet: sheet.name,
      cells: Array.from({ length: sheet.columnCount }, (__, column): Value => {
        const cell = sheet.getCell(index + 1, column + 1);
        if (cell.isMerged && cell.master !== cell) return null;
        const { value } = cell;
        return value === null || typeof value === 'number' || typeof value === 'string' || value instanceof Date
          ? value
          : cell.text;
      }),
    })),
  );
}

/** The row of a workbook for each row of a statement; each of them once, unless entries stand side by side in it. */
function rowsOf(
  grid: readonly SheetRow[],
  statement: Statement,
  keyCellOf: (row: PrintedRow) => PrintedCell | null | undefined,
): (SheetRow | null)[] {
  const taken = new Set<SheetRow>();
  return statement.rows.map((row) => {
    const free = statement.entryColumns === undefined ? grid.filter((own) => !taken.has(own)) : grid;
    const own = rowWith(free, keyCellOf(row), row, statement);
    if (own !== null) taken.add(own);
    return own;
  });
}

function rowWith(
  grid: readonly SheetRow[],
  key: PrintedCell | null | undefined,
  row: PrintedRow,
  statement: Statement,
): SheetRow | null {
  const wanted = plain(key?.lines[0] ?? '');
  const candidates = grid.filter(({ cells }) =>
    cells.some(
      (cell) =>
        isSame(cell, key?.value ?? null) ||
        (typeof cell === 'string' && (plain(cell) === wanted || plain(cell).startsWith(`${wanted} `))),
    ),
  );
  const amounts = row.cells.flatMap((cell, index) =>
    statement.columns[index]?.isAmount === true && typeof cell?.value === 'number' ? [Math.abs(cell.value)] : [],
  );
  const hits = ({ cells }: SheetRow) =>
    amounts.filter((amount) => cells.some((cell) => typeof cell === 'number' && Math.abs(cell) === amount)).length;
  return candidates.toSorted((a, b) => hits(b) - hits(a))[0] ?? null;
}

/** Where a row has what a cell holds; an amount with the other sign is where it should be, and counted as such. */
function placesOf(row: readonly Value[] | null, cell: PrintedCell | null, isUnclear: boolean): number[] {
  if (row === null || cell === null || cell.value === 'code') return [];
  const { value } = cell;
  return row.flatMap((stored, column) =>
    isSame(stored, value) ||
    (typeof value === 'number' && isSame(stored, -value)) ||
    (isUnclear && isUnread(stored, cell))
      ? [column]
      : [],
  );
}

/** The column of a workbook that holds most of each printed column; of two of amounts in one, that with more keeps it. */
function columnsOf(places: readonly (readonly number[])[], areAmounts: readonly boolean[]): readonly number[] {
  const found: number[] = [];
  for (const [index, own] of places.entries())
    found.push(mostFrequent(own, areAmounts[index] === true ? found.filter((_, at) => areAmounts[at]) : []));
  const countAt = (index: number) => places[index]?.filter((column) => column === found[index]).length ?? 0;
  return found.map((column, index) =>
    // Two dates of one booking may be the same in every row.
    areAmounts[index] === true &&
    found.some(
      (other, at) =>
        areAmounts[at] === true && at !== index && other === column && isAhead(countAt(at), at, countAt(index), index),
    )
      ? -1
      : column,
  );
}

function isAhead(count: number, at: number, own: number, index: number): boolean {
  return count > own || (count === own && at < index);
}

/** Of two that are as frequent, one not taken: amounts that all fall due at once are their own total. */
function mostFrequent(columns: readonly number[], taken: readonly number[]): number {
  const counts = Map.groupBy(columns, (column) => column);
  const isTaken = (column: number) => Number(taken.includes(column));
  return [...counts].toSorted(([a, inA], [b, inB]) => inB.length - inA.length || isTaken(a) - isTaken(b))[0]?.[0] ?? -1;
}

function isSame(stored: Value, value: Value): boolean {
  if (value instanceof Date) return stored instanceof Date && stored.getTime() === value.getTime();
  if (typeof value === 'number') return typeof stored === 'number' && Math.abs(stored - value) < 1e-9;
  return typeof stored === 'string' && value !== null && plain(stored) === plain(value);
}

/** Whether a date is stored as it is printed. */
function isUnread(stored: Value, { value, lines }: PrintedCell): boolean {
  return value instanceof Date && stored === lines[0];
}

/** Whether an amount is stored without its sign, and the side that tells it beside. */
function isUnsigned(row: readonly Value[], stored: Value, { value, side }: PrintedCell): boolean {
  return side !== undefined && typeof value === 'number' && isSame(stored, Math.abs(value)) && row.includes(side);
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether the lines of a heading stand in a column above the first row. */
function headingAbove(rows: readonly (readonly Value[])[], column: number, heading: readonly string[]): boolean {
  const above = rows
    .map((row) => row[column])
    .filter((cell) => cell !== null && cell !== undefined)
    .map((cell) => plain(String(cell)));
  return heading.every((line) => above.some((cell) => cell.includes(plain(line))));
}
