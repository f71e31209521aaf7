import type { Page } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';

/** The tables of a page that are worth being tables of the document. */
export async function findPageTables(_page: Page): Promise<readonly Table[]> {
  return [];
}
