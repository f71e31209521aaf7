import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { Page } from '@platen/pdf-kit/page-model';
import { tableReach } from '@platen/pdf-kit/tables';
import type { ChosenTable } from './choose-tables.ts';
import type { SheetPage } from './sheet-model.ts';
import { toSheetTable } from './to-sheet-table.ts';

/** What a page gives to the workbook: its tables, and with `all` the lines between them, from top to bottom. */
export function toSheetPage(page: Page, tables: readonly ChosenTable[], content: 'tables' | 'all'): SheetPage {
  const found = tables.map(({ table, title, chain, isForm }) => ({
    y: table.box.y0,
    item: { kind: 'table' as const, table: { ...toSheetTable(table, tableReach(page, table)), title, chain, isForm } },
  }));
  if (content === 'tables') return { pageNumber: page.number, items: found.map(({ item }) => item) };
  const lines = page.lines
    .filter(({ box }) => !tables.some(({ table }) => containsMiddle(table.box, box)))
    .map(({ box, text, style }) => ({
      y: box.y0,
      item: { kind: 'line' as const, line: { text, bold: style.font.bold } },
    }));
  const ordered = [...found, ...lines].sort((a, b) => a.y - b.y);
  return { pageNumber: page.number, items: ordered.map(({ item }) => item) };
}
