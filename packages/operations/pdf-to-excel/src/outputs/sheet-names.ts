import type { SheetTable } from '../sheet-model.ts';

/** The maximum length of a sheet name in Excel. */
const longest = 31;
/** Characters that Excel does not allow in names. */
const forbidden = /[[\]:*?/\\]+/g;

/** Names sheets by their title, or by page and place: "Page 3 Table 1", "Pages 3-5 Table 1". Names are unique. */
export function createSheetNames(): (table: SheetTable) => string {
  const counts = new Map<number, number>();
  const taken = new Set<string>();
  return ({ firstPage, lastPage, title }) => {
    const count = (counts.get(firstPage) ?? 0) + 1;
    counts.set(firstPage, count);
    const pages = firstPage === lastPage ? `Page ${firstPage}` : `Pages ${firstPage}-${lastPage}`;
    const name = nameOf(title ?? '', taken) ?? `${pages} Table ${count}`;
    taken.add(name.toLowerCase());
    return name;
  };
}

/** A title as a valid sheet name; null if nothing is left of it or it is taken. */
function nameOf(title: string, taken: ReadonlySet<string>): string | null {
  const plain = title
    .replace(forbidden, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^['\s]+|['\s]+$/g, '');
  const short = plain.slice(0, longest).trim().replace(/'+$/, '');
  const isUsable = /\p{L}{3}/u.test(short) && short.toLowerCase() !== 'history' && !taken.has(short.toLowerCase());
  return isUsable ? short : null;
}
