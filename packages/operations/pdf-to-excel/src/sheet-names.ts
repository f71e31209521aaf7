import type { SheetTable } from './sheet-model.ts';

/** Names sheets by page and place: "Page 3 Table 1", "Pages 3-5 Table 1". Short enough for Excel, and each once. */
export function createSheetNames(): (table: SheetTable) => string {
  const counts = new Map<number, number>();
  return ({ firstPage, lastPage }) => {
    const count = (counts.get(firstPage) ?? 0) + 1;
    counts.set(firstPage, count);
    const pages = firstPage === lastPage ? `Page ${firstPage}` : `Pages ${firstPage}-${lastPage}`;
    return `${pages} Table ${count}`;
  };
}
