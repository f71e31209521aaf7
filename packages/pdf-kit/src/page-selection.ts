import { processingFailed } from '@platen/core';

/** One item of a `pages` option. Page numbers are 1-based; `last` stands for the number of the last page. */
export type PageItem =
  | { readonly kind: 'range'; readonly first: number | 'last'; readonly last: number | 'last' }
  | { readonly kind: 'parity'; readonly parity: 'odd' | 'even' };

/** The pages one item of a selection stands for, 1-based and in order. */
export interface SelectedPages {
  readonly item: string;
  readonly pages: readonly number[];
  /** True when the item asked for pages past the end. */
  readonly clipped: boolean;
}

const itemPattern = /^(?:(\d+|last)?(-)?(\d+|last)?|odd|even)$/;

/**
 * Parses `item ("," item)*`, item = `n`, `n-m`, `n-`, `-m`, `last`, `odd`, `even`; spaces are ignored.
 * Returns what is wrong as a string instead of throwing, so that a schema can report it with its field.
 */
export function parsePageSelection(text: string): readonly PageItem[] | string {
  const items: PageItem[] = [];
  for (const source of text.replace(/\s+/g, '').toLowerCase().split(',')) {
    const item = parseItem(source);
    if (typeof item === 'string') return item;
    items.push(item);
  }
  return items;
}

function parseItem(source: string): PageItem | string {
  const match = itemPattern.exec(source);
  if (match === null || source === '' || source === '-') {
    return `"${source.slice(0, 40)}" is not a page selection: use 3, 2-5, 7-, -4, last, odd or even, separated by commas`;
  }
  if (source === 'odd' || source === 'even') return { kind: 'parity', parity: source };
  const [, start, dash, end] = match;
  const first = start === undefined ? 1 : pageNumber(start);
  const last = end === undefined ? (dash === undefined ? first : 'last') : pageNumber(end);
  if (first === 0 || last === 0) return `"${source}" names page 0: pages are counted from 1`;
  if (first === 'last' && last !== 'last') return `"${source}" ends before it begins`;
  if (first !== 'last' && last !== 'last' && last < first) return `"${source}" ends before it begins`;
  return { kind: 'range', first, last };
}

function pageNumber(text: string): number | 'last' {
  return text === 'last' ? 'last' : Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

/**
 * The pages each item selects in a document of `pageCount` pages. An end past the last page is clipped; a start past
 * it rejects with `page_out_of_range`. `text` must have passed `parsePageSelection`; null selects every page at once.
 */
export function selectPages(text: string | null, pageCount: number, fileName?: string): readonly SelectedPages[] {
  if (text === null) return [{ item: '1-', pages: range(1, pageCount), clipped: false }];
  const items = parsePageSelection(text);
  if (typeof items === 'string') throw new TypeError(items);
  return items.map((item) => selectItem(item, pageCount, fileName));
}

/** The pages of a selection as one list in the order asked for, each page once, and whether anything was clipped. */
export function selectedPageNumbers(
  text: string | null,
  pageCount: number,
  fileName?: string,
): { readonly pages: readonly number[]; readonly clipped: boolean } {
  const selected = selectPages(text, pageCount, fileName);
  return {
    pages: [...new Set(selected.flatMap(({ pages }) => pages))],
    clipped: selected.some(({ clipped }) => clipped),
  };
}

function selectItem(item: PageItem, pageCount: number, fileName: string | undefined): SelectedPages {
  if (item.kind === 'parity') {
    const start = item.parity === 'odd' ? 1 : 2;
    return {
      item: item.parity,
      pages: range(start, pageCount).filter((page) => page % 2 === start % 2),
      clipped: false,
    };
  }
  const first = item.first === 'last' ? pageCount : item.first;
  const last = item.last === 'last' ? pageCount : item.last;
  if (first > pageCount) {
    throw processingFailed('page_out_of_range', `Page ${first} was asked for, but the document has ${pageCount}`, {
      ...(fileName === undefined ? {} : { fileName }),
      page: first,
      pageCount,
    });
  }
  return {
    item: first === last ? `${first}` : `${first}-${last}`,
    pages: range(first, Math.min(last, pageCount)),
    clipped: last > pageCount,
  };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
