import type { Page } from '@platen/pdf-kit/page-model';
import { findTables, type Table } from '@platen/pdf-kit/tables';

/** The tables of a page that are worth being tables of the document: two rows and columns at least, and upright. */
export function findPageTables(page: Page): readonly Table[] {
  return findTables(page).filter(
    (table) => table.angle === 0 && table.rowCount * table.columnCount > 1 && !isLabelledList(table),
  );
}

const markPattern = /^(?:[^\p{L}\p{N}\s]|o|[.(]?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])$/u;

/** Two columns without a rule, one of them bullets or numbers: a list with its labels set apart. */
function isLabelledList({ kind, columnCount, rowCount, cells }: Table): boolean {
  if (kind !== 'unruled' || columnCount !== 2) return false;
  return [0, 1].some((column) => {
    const marks = cells.filter((cell) => cell.column === column && markPattern.test(cell.text.trim()));
    return (
      marks.length >= 2 &&
      marks.length >= 0.8 * cells.filter((cell) => cell.column === column && cell.text !== '').length &&
      marks.length >= 0.4 * rowCount
    );
  });
}
