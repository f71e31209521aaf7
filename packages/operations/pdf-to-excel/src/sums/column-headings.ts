import type { SheetTable } from '../sheet-model.ts';

/** Columns of a table by their headings. */
export interface ColumnHeadings {
  /** With a heading and nothing below it. */
  readonly vacant: readonly number[];
  /** With amounts and no heading, where others have one. */
  readonly headless: readonly number[];
}

/** Tells the columns of a table by their headings and what is below them. */
export function headingsOf({ cells, headerRows }: SheetTable): ColumnHeadings {
  const headed = cells.filter(({ row, text }) => row < headerRows && text !== '');
  const filled = new Set(cells.filter(({ row, text }) => row >= headerRows && text !== '').map(({ column }) => column));
  const own = headed.filter(({ columnSpan }) => columnSpan === 1).map(({ column }) => column);
  const covered = new Set(
    headed.flatMap(({ column, columnSpan }) => Array.from({ length: columnSpan }, (_, index) => column + index)),
  );
  return {
    vacant: [...new Set(own)].filter((column) => !filled.has(column)),
    headless: covered.size === 0 ? [] : [...filled].filter((column) => !covered.has(column)),
  };
}
