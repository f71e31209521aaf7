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
