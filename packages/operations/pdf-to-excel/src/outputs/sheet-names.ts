import { valuesIn } from '@platen/pdf-kit/tables';
import { fullDatesIn } from '@platen/pdf-kit/values';
import type { SheetTable } from '../sheet-model.ts';

/** The maximum length of a sheet name in Excel. */
const longest = 31;
/** A text of as many words that begins like the rest of a sentence or ends like one is no title. */
const sentenceWords = 5;
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

/** A title as a valid sheet name; null if nothing is left of it, it is part of a sentence or states a value, or it is taken. */
function nameOf(title: string, taken: ReadonlySet<string>): string | null {
  const plain = title
    .replace(/(?<=\d)\/(?=\d)/g, '-')
    .replace(forbidden, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^['\s]+|['\s]+$/g, '');
  const short = shortened(plain).replace(/'+$/, '');
  const isSentence = title.split(/\s+/).length >= sentenceWords && /^\p{Ll}|[.,;]$/u.test(title);
  const isUsable =
    /\p{L}{3}/u.test(short) &&
    !isSentence &&
    valuesIn(title).length <= fullDatesIn(title).length &&
    short.toLowerCase() !== 'history' &&
    !taken.has(short.toLowerCase());
  return isUsable ? short : null;
}

/** The whole words that fit, or what fits of a word that is longer by itself. */
function shortened(name: string): string {
  if (name.length <= longest) return name;
  const end = name.lastIndexOf(' ', longest);
  return name.slice(0, end > 0 ? end : longest);
}
