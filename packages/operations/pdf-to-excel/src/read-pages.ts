import { containsMiddle, type Page, type PageModelDocument } from '@platen/pdf-kit/page-model';
import { findTables, type Table } from '@platen/pdf-kit/tables';
import type { SheetPage } from './sheet-model.ts';
import { toSheetTable } from './to-sheet-table.ts';

export interface ReadPagesOptions {
  readonly content: 'tables' | 'all';
  readonly progress?: (fraction: number) => void;
  readonly warn?: (code: string, message: string) => void;
}

/** Reads pages one after another, so that memory stays flat, and brings each down to its tables (and text). */
export async function readPages(
  document: PageModelDocument,
  pageNumbers: readonly number[],
  { content, progress, warn }: ReadPagesOptions,
): Promise<SheetPage[]> {
  const pages: SheetPage[] = [];
  for (const [index, pageNumber] of pageNumbers.entries()) {
    const page = await document.readPage(pageNumber);
    for (const warning of page.warnings) warn?.(warning.code, warning.message);
    pages.push(toSheetPage(page, findTables(page), content));
    progress?.((index + 1) / pageNumbers.length);
  }
  return pages;
}

function toSheetPage(page: Page, tables: readonly Table[], content: 'tables' | 'all'): SheetPage {
  const items = tables.map((table) => ({
    y: table.box.y0,
    item: { kind: 'table' as const, table: toSheetTable(table) },
  }));
  if (content === 'tables') return { pageNumber: page.number, items: items.map(({ item }) => item) };
  const lines = page.lines
    .filter(({ box }) => !tables.some((table) => containsMiddle(table.box, box)))
    .map((line) => ({
      y: line.box.y0,
      item: { kind: 'line' as const, line: { text: line.text, bold: line.style.font.bold } },
    }));
  const ordered = [...items, ...lines].sort((a, b) => a.y - b.y);
  return { pageNumber: page.number, items: ordered.map(({ item }) => item) };
}
