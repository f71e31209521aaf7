import type { SheetTable } from './sheet-model.ts';

/** Excel takes no longer names. */
const longest = 31;
/** What Excel allows in no name. */
const forbidden = /[[\]:*?/\\]+/g;

/** Names sheets by their title, or by page and place: "Page 3 Table 1", "Pages 3-5 Table 1". Each name is given once. */
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

/** A title made fit for a sheet; null when nothing is left of it or another sheet has it. */
function nameOf(title: string, taken: ReadonlySet<string>): string | null {
  const plain = title
    .replace(forbidden, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^['\s]+|['\s]+$/g, '');
  const short = plain.slice(0, longest).trim().replace(/'+$/, '');
  const isUsable = /\p{L}{3}/u.test(short) && short.toLowerCase() !== 'history' && !taken.has(short.toLowerCase());
  return isUsable ? short : null;
}
