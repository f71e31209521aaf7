import type { Page } from '@platen/pdf-kit/page-model';
import { findTables, type Table } from '@platen/pdf-kit/tables';

/** The tables of a page that are worth being tables of the document: two rows and columns at least, and upright. */
export function findPageTables(page: Page): readonly Table[] {
  return findTables(page).filter(({ rowCount, columnCount, angle }) => angle === 0 && rowCount * columnCount > 1);
}
