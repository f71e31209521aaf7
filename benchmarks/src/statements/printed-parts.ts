import { type Notation, printSum, withSign } from './notation.ts';
import type { PrintedCell, PrintedColumn, PrintedRow } from './statement-page.ts';

/** A cell of words, on one line. */
export function word(text: string): PrintedCell {
  return { lines: [text], value: text };
}

/** A column of words; its heading may take several lines. */
export function left(heading: string | readonly string[], widthPt: number): PrintedColumn {
  return { heading: typeof heading === 'string' ? [heading] : heading, align: 'left', widthPt, isAmount: false };
}

/** A column of amounts. */
export function right(heading: string | readonly string[], widthPt: number): PrintedColumn {
  return { ...left(heading, widthPt), align: 'right', isAmount: true };
}

export function row(cells: readonly (PrintedCell | null)[], kind: PrintedRow['kind'] = 'record'): PrintedRow {
  return { cells, kind, amountsOn: 'first' };
}

/** The line that names a part of a table. */
export function section(name: string, columns: number): PrintedRow {
  return row([word(name), ...Array.from({ length: columns - 1 }, () => null)], 'section');
}

/** A day, printed as the notation has it. */
export function day(at: number, { date }: Notation): PrintedCell {
  return { lines: [date(new Date(at))], value: new Date(at) };
}

/** A number with so many decimals, given in its smallest unit. */
export function amount(units: number, notation: Notation, decimals = 2): PrintedCell {
  return {
    lines: [withSign(printSum(units, notation, decimals), units < 0, 'minus')],
    value: units / 10 ** decimals,
  };
}
