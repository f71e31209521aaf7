import { createRandom } from '@platen/cli/bench';
import { describe, expect, it } from 'vitest';
import { type SheetRow, type StatementScore, scoreRows, type Value } from '../src/statements/score-workbook.ts';
import { statementMakers } from '../src/statements/statement-makers.ts';
import type { PrintedCell, Statement } from '../src/statements/statement-page.ts';

const firstSheet = 'Table 1';
const statements = statementMakers.map((make, index) => make(createRandom(77_000 + index)));

/** The workbook that has everything right, and an amount in it to do wrong with. */
interface Target {
  readonly statement: Statement;
  readonly rows: readonly SheetRow[];
  readonly row: number;
  readonly column: number;
  readonly amount: number;
}

interface Fault {
  readonly name: string;
  /** The workbook with the fault; null where the statement has no place for it. */
  readonly plant: (target: Target) => readonly SheetRow[] | null;
  /** The figure that must tell. */
  readonly figure: (score: StatementScore) => number;
}

const wrongColumn = (score: StatementScore) => score.wrongColumn;
const wrongRows = ({ rows, rightRows }: StatementScore) => rows - rightRows;

const faults: readonly Fault[] = [
  {
    name: 'an amount in the empty column beside it',
    plant: ({ statement, rows, row, column, amount }) => {
      const free = amountColumns(statement).find((other) => other !== column && rows[row]?.cells[other] === null);
      return free === undefined ? null : withCells(rows, row, { [column]: null, [free]: amount });
    },
    figure: wrongColumn,
  },
  {
    name: 'two amounts of a row in place of each other',
    plant: ({ statement, rows, row, column, amount }) => {
      const own = rows[row]?.cells ?? [];
      const other = amountColumns(statement).find(
        (index) => isAmount(own[index]) && Math.abs(own[index]) !== Math.abs(amount),
      );
      return other === undefined ? null : withCells(rows, row, { [column]: own[other] ?? null, [other]: amount });
    },
    figure: wrongColumn,
  },
  {
    name: 'two columns under the headings of each other',
    plant: ({ statement, rows }) => {
      const [first, ...others] = amountColumns(statement);
      const other = others.find(
        (index) => first !== undefined && !areAlike(headingOf(statement, first), headingOf(statement, index)),
      );
      if (statement.look.bare === true || first === undefined || other === undefined) return null;
      return rows.map((own, index) =>
        index === 0 || own.sheet !== firstSheet
          ? own
          : withValues(own, { [first]: own.cells[other] ?? null, [other]: own.cells[first] ?? null }),
      );
    },
    figure: wrongColumn,
  },
  {
    name: 'an amount twice in its row',
    plant: ({ statement, rows, row, column, amount }) => {
      // Entries side by side are rows of their own: what is beside one is another.
      const free = amountColumns(statement).find(
        (other) =>
          other !== column &&
          rows[row]?.cells[other] === null &&
          rows.some(({ sheet, cells }) => sheet === firstSheet && isAmount(cells[other])),
      );
      return free === undefined || statement.entryColumns !== undefined
        ? null
        : withCells(rows, row, { [free]: amount });
    },
    figure: wrongColumn,
  },
  {
    name: 'a sign lost or added',
    plant: ({ statement, rows, row, column, amount }) => {
      // An amount stored without its sign is right where a cell beside it tells the side.
      const lead = statement.look.bare === true ? 0 : 1;
      const printed = statement.rows[row - lead]?.cells[column];
      return printed?.side !== undefined && amount < 0 ? null : withCells(rows, row, { [column]: -amount });
    },
    figure: ({ wrongSign }) => wrongSign,
  },
  {
    name: 'a digit changed',
    plant: ({ rows, row, column, amount }) => withCells(rows, row, { [column]: amount + 0.3 }),
    figure: wrongRows,
  },
  {
    name: 'an amount as text',
    plant: ({ rows, row, column, amount }) => withCells(rows, row, { [column]: String(amount) }),
    figure: wrongRows,
  },
  { name: 'a row left out', plant: ({ rows, row }) => rows.toSpliced(row, 1), figure: wrongRows },
  {
    name: 'two rows in one',
    plant: ({ rows, row }) => {
      const [own, below] = rows.slice(row, row + 2);
      if (own === undefined || below?.sheet !== firstSheet) return null;
      const cells = own.cells.map((cell, column): Value => {
        const other = below.cells[column] ?? null;
        return cell === null || other === null ? (cell ?? other) : `${String(cell)}\n${String(other)}`;
      });
      return rows.toSpliced(row, 2, { ...own, cells });
    },
    figure: wrongRows,
  },
  {
    name: 'a row below the next',
    plant: ({ statement, rows, row }) => {
      const [own, below] = rows.slice(row, row + 2);
      if (own === undefined || below?.sheet !== firstSheet || statement.entryColumns !== undefined) return null;
      return rows.toSpliced(row, 2, below, own);
    },
    figure: wrongRows,
  },
  {
    name: 'a heading over another column',
    plant: ({ statement, rows, column }) =>
      statement.look.bare === true || column === 0
        ? null
        : withCells(rows, 0, { [column]: null, 0: rows[0]?.cells[column] ?? null }),
    figure: ({ lostHeadings }) => lostHeadings,
  },
  {
    name: 'the last row on another sheet',
    plant: ({ rows, row }) => {
      const last = rows.findLastIndex(({ sheet }) => sheet === firstSheet);
      return last <= row ? null : rows.map((own, index) => (index === last ? { ...own, sheet: 'Table 1 again' } : own));
    },
    figure: ({ apart }) => apart,
  },
];

describe('score of workbooks', () => {
  it('finds nothing wrong with what is printed', () => {
    for (const statement of statements) {
      const { layout, ...score } = { layout: statement.layout, ...scoreRows(rowsOf(statement), statement) };
      expect({ layout, ...score }).toMatchObject({
        layout,
        rightRows: score.rows,
        wrongColumn: 0,
        wrongSign: 0,
        missing: 0,
        lostHeadings: 0,
        apart: 0,
      });
    }
  });

  it.each(faults)('sees $name', ({ plant, figure }) => {
    let planted = 0;
    for (const statement of statements) {
      const target = targetIn(statement);
      const faulty = target === null ? null : plant(target);
      if (faulty === null) continue;
      planted += 1;
      expect(figure(scoreRows(faulty, statement)), statement.layout).toBeGreaterThan(0);
    }
    expect(planted).toBeGreaterThan(statements.length / 5);
  });
});

/** The rows of a workbook as they should be: each table on a sheet, its header first. */
function rowsOf(statement: Statement): readonly SheetRow[] {
  const rows: SheetRow[] = [];
  let count = 0;
  for (let own: Statement | undefined = statement; own !== undefined; own = own.next) {
    count += 1;
    const sheet = `Table ${count}`;
    const { columns, rows: printed, look } = own;
    if (look.bare !== true)
      rows.push({ sheet, cells: columns.map(({ heading }) => (heading.join('') === '' ? null : heading.join('\n'))) });
    rows.push(...printed.map(({ cells }) => ({ sheet, cells: cells.map(storedValue) })));
  }
  return rows;
}

function storedValue(cell: PrintedCell | null): Value {
  return cell?.value === 'code' ? cell.lines.join('\n') : (cell?.value ?? null);
}

/** The first amount of a record other than nothing. */
function targetIn(statement: Statement): Target | null {
  const rows = rowsOf(statement);
  const lead = statement.look.bare === true ? 0 : 1;
  for (const [index, { kind }] of statement.rows.entries()) {
    const row = index + lead;
    for (const column of kind === 'record' ? amountColumns(statement) : []) {
      const amount = rows[row]?.cells[column];
      if (isAmount(amount) && amount !== 0) return { statement, rows, row, column, amount };
    }
  }
  return null;
}

function amountColumns({ columns }: Statement): readonly number[] {
  return columns.flatMap(({ isAmount: own }, index) => (own ? [index] : []));
}

function isAmount(value: Value | undefined): value is number {
  return typeof value === 'number';
}

function headingOf({ columns }: Statement, index: number): string {
  return columns[index]?.heading.join(' ') ?? '';
}

/** Whether one heading is a part of the other: both stand over either column. */
function areAlike(a: string, b: string): boolean {
  return a.includes(b) || b.includes(a);
}

function withCells(
  rows: readonly SheetRow[],
  row: number,
  values: Readonly<Record<number, Value>>,
): readonly SheetRow[] {
  return rows.map((own, index) => (index === row ? withValues(own, values) : own));
}

function withValues({ sheet, cells }: SheetRow, values: Readonly<Record<number, Value>>): SheetRow {
  return { sheet, cells: cells.map((cell, column) => (column in values ? (values[column] ?? null) : cell)) };
}
