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
  readonly faults: readonly string[];
}

type Value = string | number | Date | null;

/** Compares a workbook with what was printed: each row by its first line of text, each column by where most of it is. */
export async function scoreWorkbook(path: string, statement: Statement): Promise<StatementScore> {
  const grid = await readRows(path);
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

function scoreTable(grid: Value[][], statement: Statement): StatementScore {
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
  const keyOf = (row: PrintedRow) => keyCellOf(row)?.lines[0] ?? '';
  const found = statement.rows.map((row) => rowWith(grid, keyCellOf(row), row, statement));
  const columns = columnsOf(
    statement.columns.map((_, index) =>
      statement.rows.flatMap((row, at) => placesOf(found[at] ?? null, row.cells[index] ?? null)),
    ),
    statement.columns.map(({ isAmount }) => isAmount),
  );
  const faults: string[] = [];
  let rightRows = 0;
  let wrongColumn = 0;
  let wrongSign = 0;
  let missing = 0;
  statement.rows.forEach((row, at) => {
    const own = found[at] ?? null;
    let right = own !== null;
    row.cells.forEach((cell, index) => {
      if (cell === null || cell.value === 'code') return;
      const stored = own?.[columns[index] ?? -1] ?? null;
      if (isSame(stored, cell.value) || (own !== null && isUnsigned(own, stored, cell))) return;
      right = false;
      const { isAmount } = statement.columns[index] ?? { isAmount: false };
      const where = `${keyOf(row)} / ${statement.columns[index]?.heading.join(' ')}: ${cell.lines.join(' ')} → ${own === null ? 'no row' : own.map(String).join(' | ')}`;
      if (faults.length < 6) faults.push(where);
      if (!isAmount || typeof cell.value !== 'number') return;
      const amount = cell.value;
      if (typeof stored === 'number' && stored === -amount) wrongSign += 1;
      else if (
        own?.some(
          (other, column) =>
            column !== columns[index] && typeof other === 'number' && Math.abs(other) === Math.abs(amount),
        ) === true
      )
        wrongColumn += 1;
      else missing += 1;
    });
    if (right) rightRows += 1;
  });
  const first = Math.min(...found.flatMap((row) => (row === null ? [] : [grid.indexOf(row)])));
  const lostHeadings = statement.columns.filter(
    ({ heading, isAmount }, index) =>
      isAmount &&
      statement.look.bare !== true &&
      columns[index] !== -1 &&
      !headingAbove(grid.slice(0, first + 1), columns[index] ?? -1, heading),
  ).length;
  return { rows: statement.rows.length, rightRows, wrongColumn, wrongSign, missing, lostHeadings, faults };
}

async function readRows(path: string): Promise<Value[][]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  return workbook.worksheets.flatMap((sheet) =>
    Array.from({ length: sheet.rowCount }, (_, index) =>
      Array.from({ length: sheet.columnCount }, (__, column): Value => {
        const cell = sheet.getCell(index + 1, column + 1);
        if (cell.isMerged && cell.master !== cell) return null;
        const { value } = cell;
        return value === null || typeof value === 'number' || typeof value === 'string' || value instanceof Date
          ? value
          : cell.text;
      }),
    ),
  );
}

function rowWith(
  grid: readonly Value[][],
  key: PrintedCell | null | undefined,
  row: PrintedRow,
  statement: Statement,
): Value[] | null {
  const wanted = plain(key?.lines[0] ?? '');
  const candidates = grid.filter((cells) =>
    cells.some(
      (cell) =>
        isSame(cell, key?.value ?? null) ||
        (typeof cell === 'string' && (plain(cell) === wanted || plain(cell).startsWith(`${wanted} `))),
    ),
  );
  const amounts = row.cells.flatMap((cell, index) =>
    statement.columns[index]?.isAmount === true && typeof cell?.value === 'number' ? [Math.abs(cell.value)] : [],
  );
  const hits = (cells: readonly Value[]) =>
    amounts.filter((amount) => cells.some((cell) => typeof cell === 'number' && Math.abs(cell) === amount)).length;
  return candidates.toSorted((a, b) => hits(b) - hits(a))[0] ?? null;
}

/** Where a row has what a cell holds; an amount with the other sign is where it should be, and counted as such. */
function placesOf(row: readonly Value[] | null, cell: PrintedCell | null): number[] {
  if (row === null || cell === null || cell.value === 'code') return [];
  const { value } = cell;
  return row.flatMap((stored, column) =>
    isSame(stored, value) || (typeof value === 'number' && isSame(stored, -value)) ? [column] : [],
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
