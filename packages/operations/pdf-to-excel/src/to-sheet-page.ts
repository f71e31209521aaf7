import { uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Line, Page } from '@platen/pdf-kit/page-model';
import { accountValues, freeLines, freeRows, tableReach, withoutRepeats } from '@platen/pdf-kit/tables';
import { fullDatesIn } from '@platen/pdf-kit/values';
import type { ChosenTable } from './choose-tables.ts';
import { recognitionOf } from './recognition.ts';
import type { SheetItem, SheetPage } from './sheet-model.ts';
import { toSheetTable } from './to-sheet-table.ts';

/**
 * What a page contributes to the workbook, from top to bottom: its tables, and of the lines between them all, or with
 * `tables` those with an amount, a date or an identifier. What running text and charts have of these is `leftOut`.
 */
export function toSheetPage(
  page: Page,
  chosen: readonly ChosenTable[],
  content: 'tables' | 'all',
  running: ReadonlySet<Line>,
): SheetPage {
  const own = withOwnWords(chosen);
  const tables = own.map(({ table }) => table);
  const found = own.map(({ table, title, chain, isForm }) => ({
    y: table.box.y0,
    item: {
      kind: 'table' as const,
      table: { ...toSheetTable(table, tableReach(page, table, running)), title, chain, isForm },
    },
  }));
  const { rows, leftOut } =
    content === 'all' ? { rows: freeRows(freeLines(page, tables)), leftOut: [] } : accountValues(page, tables, running);
  const lines = rows.map(({ box, pieces }) => ({
    y: box.y0,
    item: {
      kind: 'line' as const,
      isDetail: content === 'tables',
      line: {
        page: page.number,
        texts: pieces.map(({ text, bold, words }) => ({
          text,
          box: uniteBoxes(words.map((word) => word.box)),
          bold,
          recognition: recognitionOf(words),
        })),
      },
    },
  }));
  const dates = [...new Set(page.lines.flatMap(({ text }) => fullDatesIn(text)))];
  const ordered: readonly { readonly y: number; readonly item: SheetItem }[] = [...found, ...lines];
  const items = ordered.toSorted((a, b) => a.y - b.y).map(({ item }) => item);
  return { pageNumber: page.number, dates, items, leftOut };
}

/** The tables without words that another one has, too: labels and addresses give way. */
function withOwnWords(chosen: readonly ChosenTable[]): ChosenTable[] {
  const ordered = chosen.toSorted((a, b) => Number(a.isForm) - Number(b.isForm));
  return withoutRepeats(ordered.map(({ table }) => table)).flatMap((table, index) => {
    const own = ordered[index];
    return own === undefined || table === null ? [] : [{ ...own, table }];
  });
}
