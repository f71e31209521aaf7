import { boxArea, intersectBoxes } from '@platen/pdf-kit/geometry';
import type { Page, Word } from '@platen/pdf-kit/page-model';
import type { LedgerTable, Table, TableCell } from '@platen/pdf-kit/tables';
import { isAmountText } from './amount-text.ts';

/** A table with more words than this factor of those of the ledger includes text above or below it. */
const maxWordShare = 1.05;
/** Maximum words of a heading. */
const maxHeadingWords = 8;
/** A ledger with this many cells that cross rules is worse than the grid. */
const minMelted = 2;
/** Maximum distance of words in one heading, in em. */
const headingGapEm = 2;
/** Tables side by side overlap by this share of the height of the shorter one. */
const besideShare = 0.5;

/** A table of a page, with what is known about it from other pages. */
export interface ChosenTable {
  readonly table: Table;
  readonly title: string | null;
  /** See `LedgerTable`. */
  readonly chain: string | null;
  /** Labels and addresses rather than a table with columns of its own. */
  readonly isForm: boolean;
}

/** A page with the tables chosen for it. */
export interface ChosenPage {
  readonly page: Page;
  readonly tables: readonly ChosenTable[];
}

/**
 * Ledgers replace tables found in the same area, unless a single table holds all of them in as many rows and columns.
 */
export function chooseTables(tables: readonly Table[], ledgers: readonly LedgerTable[]): ChosenTable[] {
  const ledgersOn = new Map(tables.map((table) => [table, ledgers.filter((ledger) => sharesGround(table, ledger))]));
  const better = tables.filter((table) => isBetter(table, ledgersOn.get(table) ?? []));
  const chosen = ledgers.filter((ledger) => {
    const own = tables.filter((table) => ledgersOn.get(table)?.includes(ledger));
    return !better.some((table) => own.includes(table)) && !isAcross(ledger, own) && !isOver(own);
  });
  const kept = tables
    .filter((table) => better.includes(table) || !ledgersOn.get(table)?.some((ledger) => chosen.includes(ledger)))
    .map((table): ChosenTable => {
      const title = ledgersOn.get(table)?.[0]?.title ?? null;
      return { table, title, chain: null, isForm: false };
    });
  const asTables = chosen.map((ledger): ChosenTable => ({ ...ledger, isForm: false }));
  return [...kept, ...asTables].sort((a, b) => a.table.box.y0 - b.table.box.y0 || a.table.box.x0 - b.table.box.x0);
}

/** Whether a table holds everything that was read as ledgers, as one table with a header. */
function isBetter(table: Table, ledgers: readonly LedgerTable[]): boolean {
  const [first, ...others] = ledgers;
  if (first === undefined || others.some((other) => other.table.headerRows > 0)) return false;
  if (!ledgers.every((ledger) => keepsAmounts(table, ledger.table))) return false;
  const isGrid = table.kind === 'ruled' && table.headerRows > 0;
  if (isGrid && ledgers.some((ledger) => isMelted(ledger.table, table))) return true;
  if (ledgers.some(({ chain }) => chain !== null)) return false;
  if (!ledgers.every((ledger) => keepsNames(table, ledger.table))) return false;
  if (isGrid && table.columnCount === first.table.columnCount && hasTotals(table, ledgers)) return true;
  // With equal rows and columns, the ledger is better at telling which lines form a record.
  if (table.kind === 'unruled' && others.length === 0 && areOneSize(table, first.table)) return false;
  const total = (count: (one: Table) => number) => ledgers.reduce((sum, ledger) => sum + count(ledger.table), 0);
  const words = total(wordCount);
  if (first.table.headerRows === 0 && wordCount(table) > words) return true;
  return (
    table.headerRows > 0 &&
    wordCount(table) >= words &&
    headingCount(table) >= headingCount(first.table) &&
    (first.table.headerRows === 0 || wordCount(table) - innerCount(table, ledgers) <= (maxWordShare - 1) * words) &&
    table.rowCount - table.headerRows === total(({ rowCount, headerRows }) => rowCount - headerRows) &&
    ledgers.every((ledger) => table.columnCount === ledger.table.columnCount || meltsWideHeadings(ledger.table, table))
  );
}

function areOneSize(table: Table, ledger: Table): boolean {
  return (
    table.headerRows === ledger.headerRows &&
    table.rowCount === ledger.rowCount &&
    table.columnCount === ledger.columnCount &&
    wordCount(table) === wordCount(ledger)
  );
}

/** Whether a ledger spans adjacent tables that each have a header and together have all its words. */
function isAcross(ledger: LedgerTable, own: readonly Table[]): boolean {
  const headed = own.filter(({ headerRows, columnCount }) => headerRows > 0 && columnCount > 2);
  const isBeside = headed.some((left) =>
    headed.some(
      ({ box }) =>
        box.x0 >= left.box.x1 &&
        Math.min(box.y1, left.box.y1) - Math.max(box.y0, left.box.y0) >
          besideShare * Math.min(box.y1 - box.y0, left.box.y1 - left.box.y0),
    ),
  );
  if (!isBeside) return false;
  const places = new Set(own.flatMap(wordsOf).map(placeOf));
  return wordsOf(ledger.table).every((word) => places.has(placeOf(word)));
}

/**
 * Whether a table has each amount of a ledger in its own cell, keeps the amounts of two columns (debits and credits)
 * apart, and those of one column with a common right edge together.
 */
function keepsAmounts(table: Table, ledger: Table): boolean {
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

/** Whether several cells of a ledger hold the text of adjacent cells of a grid. */
function isMelted(ledger: Table, grid: Table): boolean {
  const cellAt = cellsByPlace(grid);
  const melted = ledger.cells.filter(({ lines }) => {
    const cells = new Set(lines.flatMap(({ words }) => words.flatMap((word) => cellAt.get(placeOf(word)) ?? [])));
    return [...cells].some((one) => [...cells].some((other) => one.row === other.row && one.column < other.column));
  });
  return melted.length >= minMelted;
}

/** Whether a grid has a label with several amounts in a row that no ledger includes. */
function hasTotals(grid: Table, ledgers: readonly LedgerTable[]): boolean {
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
function keepsNames(table: Table, ledger: Table): boolean {
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
 * second line of a heading may be beside another heading.
 */
function meltsHeadings(table: Table, ledger: Table): boolean {
  const cellAt = cellsByPlace(ledger);
  const headingsOf = ({ lines }: TableCell) => {
    const cells = lines.flatMap(({ words }) => words.flatMap((word) => cellAt.get(placeOf(word)) ?? []));
    return new Set(cells.map((cell) => (cell.row < ledger.headerRows ? cell : null)));
  };
  return table.cells.some((cell) => cell.row < table.headerRows && cell.columnSpan === 1 && headingsOf(cell).size > 1);
}

/** Whether a heading of a ledger has words of two headings of a table, on one line and far apart. */
function meltsWideHeadings(ledger: Table, table: Table): boolean {
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

/** The cell of each word of a table, by the position of the word. */
function cellsByPlace({ cells }: Table): ReadonlyMap<string, TableCell> {
  return new Map(
    cells.flatMap((cell) => cell.lines.flatMap(({ words }) => words.map((word) => [placeOf(word), cell] as const))),
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

/** Whether a ledger covers stacked drawn tables, each with its own header and columns. */
function isOver(own: readonly Table[]): boolean {
  const drawn = own.filter(
    ({ kind, headerRows, columnCount }) => kind === 'ruled' && headerRows > 0 && columnCount > 2,
  );
  return drawn.some((above) =>
    drawn.some(
      (below) => below.box.y0 >= above.box.y1 - 2 && below.columnCount !== above.columnCount && !isWordy(below),
    ),
  );
}

/** Whether the header of a table is a sentence or more, and so not column headings. */
function isWordy({ cells, headerRows }: Table): boolean {
  return cells.some(({ row, text }) => row < headerRows && text.split(/\s+/).length > maxHeadingWords);
}

function placeOf({ box }: Pick<Word, 'box'>): string {
  return `${Math.round(box.x1)}:${Math.round(box.y1)}`;
}

/** A sign before an amount may also be in the adjacent cell of the label. */
function withoutCurrency(text: string): string {
  return text.replace(/[\p{Sc}\s]/gu, '');
}

/** Whether a ledger was read from the area of a table: a table between its rows, with other text, is separate. */
function sharesGround(table: Table, ledger: LedgerTable): boolean {
  if (sharedShare(table, ledger.table) <= 0.3) return false;
  const places = new Set(wordsOf(table).map(placeOf));
  return wordsOf(ledger.table).some((word) => places.has(placeOf(word)));
}

function wordsOf({ cells }: Table): readonly Word[] {
  return cells.flatMap(({ lines }) => lines.flatMap(({ words }) => words));
}

/** The headings right above the body of a table. */
function headingCount({ cells, headerRows }: Table): number {
  return cells.filter(({ row, rowSpan, text }) => row + rowSpan === headerRows && text !== '').length;
}

function wordCount(table: Table): number {
  return wordsOf(table).length;
}

/** The number of words of a table at the height of the ledgers, excluding text above or below them. */
function innerCount(table: Table, ledgers: readonly LedgerTable[]): number {
  const isInner = ({ box }: Word) =>
    ledgers.some((ledger) => box.y1 > ledger.table.box.y0 && box.y0 < ledger.table.box.y1);
  return wordsOf(table).filter(isInner).length;
}

function sharedShare(a: Table, b: Table): number {
  const shared = intersectBoxes(a.box, b.box);
  return shared === null ? 0 : boxArea(shared) / Math.min(boxArea(a.box), boxArea(b.box));
}
