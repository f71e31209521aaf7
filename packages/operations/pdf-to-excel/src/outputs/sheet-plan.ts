import type { ResolvedPdfToExcelOptions } from '../operation.ts';
import type { SheetItem, SheetPage } from '../sheet-model.ts';
import { createSheetNames } from './sheet-names.ts';

/** What goes into one sheet of a workbook, or into one CSV file. */
export interface PlannedSheet {
  readonly name: string;
  readonly items: readonly SheetItem[];
  /** Rows at its top that stay in view. */
  readonly header: number;
}

/** The sheets of a document, in order. Text between tables goes to the sheet of its page, or to a separate sheet. */
export function* planSheets(
  pages: readonly SheetPage[],
  sheets: ResolvedPdfToExcelOptions['sheets'],
): Generator<PlannedSheet> {
  if (sheets === 'single') {
    yield { name: 'Tables', items: pages.flatMap(({ items }) => items), header: 0 };
    return;
  }
  const nameOf = createSheetNames();
  for (const { pageNumber, items } of pages) {
    if (sheets === 'per-page') {
      if (items.length > 0) yield { name: `Page ${pageNumber}`, items, header: 0 };
      continue;
    }
    const lines = items.filter((item) => item.kind === 'line' && !item.isDetail);
    if (lines.length > 0) yield { name: `Page ${pageNumber} Text`, items: lines, header: 0 };
    const details = items.filter((item) => (item.kind === 'line' ? item.isDetail : item.table.isForm));
    if (details.length > 0) yield { name: `Page ${pageNumber} Details`, items: details, header: 0 };
    for (const item of items) {
      if (item.kind !== 'table' || item.table.isForm) continue;
      const { headerRows, rowCount } = item.table;
      yield { name: nameOf(item.table), items: [item], header: headerRows < rowCount ? headerRows : 0 };
    }
  }
}
