import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { Page } from '@platen/pdf-kit/page-model';
import { findFormBlocks, valuesIn, withClosingRows, withStackedTable } from '@platen/pdf-kit/tables';
import type { ChosenPage, ChosenTable } from './choose-tables.ts';

/** A page whose tables include their closing rows and the boxes below that continue them. */
export function withClosings(page: Page, tables: readonly ChosenTable[]): ChosenPage {
  const stacked = stackTables(page, tables);
  const free = page.lines.filter(({ box }) => !stacked.some(({ table }) => containsMiddle(table.box, box)));
  return { page, tables: stacked.map((chosen) => ({ ...chosen, table: withClosingRows(chosen.table, free) })) };
}

function stackTables({ lines }: Page, tables: readonly ChosenTable[]): ChosenTable[] {
  const stacked: ChosenTable[] = [];
  for (const chosen of tables) {
    const index = stacked.findLastIndex(({ table }) => table.box.y1 <= chosen.table.box.y0 + 2);
    const above = stacked[index];
    const table = above === undefined ? null : withStackedTable(above.table, chosen.table, lines);
    if (above === undefined || table === null) stacked.push(chosen);
    else stacked[index] = { ...above, table, chain: chosen.chain ?? above.chain };
  }
  return stacked;
}

/**
 * The tables of a page with the labels and addresses around them; on a page without tables, with those that have an
 * amount, a date or an identifier.
 */
export function withForms(page: Page, tables: readonly ChosenTable[]): ChosenTable[] {
  const forms = formsOf(page, tables);
  const own = tables.length > 0 ? forms : forms.filter(({ table }) => table.cells.some(({ text }) => holdsValue(text)));
  return [...tables, ...own].sort((a, b) => a.table.box.y0 - b.table.box.y0 || a.table.box.x0 - b.table.box.x0);
}

function holdsValue(text: string): boolean {
  return valuesIn(text).length > 0;
}

/** The labels and addresses of a page outside its tables. */
export function formsOf(page: Page, tables: readonly ChosenTable[]): ChosenTable[] {
  const blocks = findFormBlocks(
    page,
    tables.map(({ table }) => table.box),
  );
  return blocks.map((table) => ({ table, title: null, chain: null, isForm: true }));
}
