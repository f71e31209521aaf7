import type { Word } from '@platen/pdf-kit/page-model';
import type { LedgerTable, Table, TableCell } from '@platen/pdf-kit/tables';
import { isAmountText } from './amount-text.ts';

/*
 * What one of two readings of the same text, as a table and as a ledger, keeps of the other: its amounts, columns,
 * headings and names.
 */

/** A ledger with this many cells that cross rules is worse than the grid. */
const minMelted = 2;
/** Maximum distance of words in one heading, in em. */
const headingGapEm = 2;

/**
 * Whether a table has each amount of a ledger in its own cell, keeps the amounts of two columns (debits and credits)
 * apart, and those of one column with a common right edge together.
 */
export function keepsAmounts(table: Table, ledger: Table): boolean {
  const amounts = ledger.cells.filter(({ row, text }) => row >= ledger.headerRows && isAmountText(text));
  const texts = new Set(table.cells.map(({ text }) => withoutCurrency(text)));
  const columnsIn = Map.groupBy(amounts, ({ lines }) => {
    const end = lines[0]?.box.x1 ?? 0;
    return table.columnCuts.findLastIndex((cut) => cut < end - 1);
  });
  return (
    amounts.every(({ text }) => texts.has(withoutCurrency(text))) &&
    [...columnsIn.values()].every((own) => new Set(own.map(({ column }) => column)).size === 1) &&
    keepsColumns(table, amounts) &&
    // Borders are better evidence of columns than a ledger.
    (table.kind === 'ruled' || keepsHeadings(table, ledger, amounts))
  );
}

/** Whether amounts of one ledger column with a common right edge are in one column of a table. */
function keepsColumns(table: Table, amounts: readonly TableCell[]): boolean {
  const columnAt = new Map(table.cells.flatMap(({ lines, column }) => lines.map((line) => [placeOf(line), column])));
  const endings = Map.groupBy(
    amounts.filter(({ lines }) => lines.length === 1),
    ({ column, lines }) => `${column}:${Math.round(lines[0]?.box.x1 ?? 0)}`,
  );
  return [...endings.values()].every((own) => {
    const columns = own.flatMap(({ lines }) => (lines[0] === undefined ? [] : (columnAt.get(placeOf(lines[0])) ?? [])));
    return new Set(columns).size <= 1;
  });
}

/** Whether amounts are under the same heading in the table and in the ledger, if it heads a single column in both. */
function keepsHeadings(table: Table, ledger: Table, amounts: readonly TableCell[]): boolean {
  const cellAt = cellsByPlace(table);
  const columnsOf = (cells: readonly TableCell[]) =>
    new Set(
      cells.flatMap(({ lines }) =>
        lines.flatMap(({ words }) => words.map((word) => cellAt.get(placeOf(word))?.column)),
      ),
    );
  const headings = ledger.cells.filter(({ row, columnSpan }) => row < ledger.headerRows && columnSpan === 1);
  return [...Map.groupBy(amounts, ({ column }) => column)].every(([column, own]) => {
    const [heading, ...others] = columnsOf(headings.filter((cell) => cell.column === column));
    return heading === undefined || others.length > 0 || columnsOf(own).has(heading);
  });
}

/**
 * Whether a table has each section name and each label of a sum of a ledger in one cell, and no cell with two of its
 * headings.
 */
export function keepsNames(table: Table, ledger: Table): boolean {
  const own = new Set(table.cells.map(({ text }) => text));
  const rows = Map.groupBy(
    ledger.cells.filter(({ text }) => text !== ''),
    ({ row }) => row,
  );
  const names = [...rows.values()].flatMap(([name, sum, ...others]) =>
    name === undefined ||
    others.length > 0 ||
    name.row < ledger.headerRows ||
    (sum !== undefined && !isAmountText(sum.text))
      ? []
      : [name.text],
  );
  return names.every((name) => own.has(name)) && !meltsHeadings(table, ledger);
}

/**
 * Whether a heading of a table has words of two headings of a ledger, or of one heading and the rows below it. The
 * second line of a heading may be beside another heading. Headings of a ledger that hold those of several columns of the
 * table do not count, and then not the rows either that its header has.
 */
function meltsHeadings(table: Table, ledger: Table): boolean {
  const cellAt = cellsByPlace(ledger);
  const melted = meltedHeadings(ledger, table);
  const headingsOf = ({ lines }: TableCell) => {
    const cells = lines
      .flatMap(({ words }) => words.flatMap((word) => cellAt.get(placeOf(word)) ?? []))
      .filter((cell) => !melted.has(cell));
    return new Set(cells.map((cell) => (cell.row >= ledger.headerRows ? null : melted.size > 0 ? cell.column : cell)));
  };
  return table.cells.some((cell) => cell.row < table.headerRows && cell.columnSpan === 1 && headingsOf(cell).size > 1);
}

/** The headings of a ledger over several columns whose words are in headings of several columns of a table. */
function meltedHeadings(ledger: Table, table: Table): ReadonlySet<TableCell> {
  const cellAt = cellsByPlace(table);
  const columnsOf = ({ lines }: TableCell) =>
    new Set(
      lines.flatMap(({ words }) =>
        words.flatMap((word) => {
          const cell = cellAt.get(placeOf(word));
          return cell !== undefined && cell.row < table.headerRows && cell.columnSpan === 1 ? [cell.column] : [];
        }),
      ),
    );
  return new Set(
    ledger.cells.filter((cell) => cell.row < ledger.headerRows && cell.columnSpan > 1 && columnsOf(cell).size > 1),
  );
}

/** Whether a heading of a ledger has words of two headings of a table, on one line and far apart. */
export function meltsWideHeadings(ledger: Table, table: Table): boolean {
  const cellAt = cellsByPlace(table);
  const headingOf = (word: Word) => {
    const cell = cellAt.get(placeOf(word));
    return cell !== undefined && cell.row < table.headerRows ? cell : undefined;
  };
  return ledger.cells
    .filter(({ row, columnSpan }) => row < ledger.headerRows && columnSpan === 1)
    .some(({ lines }) =>
      lines.some(({ words }) =>
        words.some((word, index) => {
          const before = words[index - 1];
          if (before === undefined || word.box.x0 - before.box.x1 < headingGapEm * word.style.sizePt) return false;
          const [left, right] = [headingOf(before), headingOf(word)];
          return left !== undefined && right !== undefined && left.column < right.column;
        }),
      ),
    );
}

/** Whether several cells of a ledger hold the text of adjacent cells of a grid. */
export function isMelted(ledger: Table, grid: Table): boolean {
  const cellAt = cellsByPlace(grid);
  const melted = ledger.cells.filter(({ lines }) => {
    const cells = new Set(lines.flatMap(({ words }) => words.flatMap((word) => cellAt.get(placeOf(word)) ?? [])));
    return [...cells].some((one) => [...cells].some((other) => one.row === other.row && one.column < other.column));
  });
  return melted.length >= minMelted;
}

/** Whether a grid has a label with several amounts in a row that no ledger includes. */
export function hasTotals(grid: Table, ledgers: readonly LedgerTable[]): boolean {
  const places = new Set(ledgers.flatMap((ledger) => wordsOf(ledger.table)).map(placeOf));
  const left = grid.cells.filter(
    ({ row, text, lines }) =>
      row >= grid.headerRows &&
      text !== '' &&
      lines.every(({ words }) => words.every((word) => !places.has(placeOf(word)))),
  );
  return [...Map.groupBy(left, ({ row }) => row).values()].some(
    ([label, ...sums]) =>
      label !== undefined &&
      !isAmountText(label.text) &&
      sums.length > 1 &&
      sums.every(({ text }) => isAmountText(text)),
  );
}

export function wordsOf({ cells }: Table): readonly Word[] {
  return cells.flatMap(({ lines }) => lines.flatMap(({ words }) => words));
}

export function placeOf({ box }: Pick<Word, 'box'>): string {
  return `${Math.round(box.x1)}:${Math.round(box.y1)}`;
}

/** The cell of each word of a table, by the position of the word. */
function cellsByPlace({ cells }: Table): ReadonlyMap<string, TableCell> {
  return new Map(
    cells.flatMap((cell) => cell.lines.flatMap(({ words }) => words.map((word) => [placeOf(word), cell] as const))),
  );
}

/** A sign before an amount may also be in the adjacent cell of the label. */
function withoutCurrency(text: string): string {
  return text.replace(/[\p{Sc}\s]/gu, '');
}
