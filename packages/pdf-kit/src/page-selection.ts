import { limitExceeded, processingFailed } from '@platen/core';

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
  return selectRanges(text, pageCount, fileName).map(({ item, clipped, ...range }) => ({
    item,
    clipped,
    pages: pagesOf(range),
  }));
}

/**
 * The pages of a selection as one list in the order asked for, each page once, and whether anything was clipped. Rejects
 * as `selectPages` does, and with `page_out_of_range` when more than `maxPages` are asked for.
 */
export function selectedPageNumbers(
  text: string | null,
  pageCount: number,
  { maxPages, fileName }: { readonly maxPages: number; readonly fileName?: string | undefined },
): { readonly pages: readonly number[]; readonly clipped: boolean } {
  const ranges = selectRanges(text, pageCount, fileName);
  // Counted before they are listed: a file may claim a thousand million pages.
  const asked = ranges.reduce((sum, range) => sum + countPages(range), 0);
  if (asked > maxPages) {
    throw limitExceeded('page_out_of_range', `${asked} pages are to be converted; ${maxPages} are allowed`, {
      limit: 'maxPages',
      allowed: maxPages,
      actual: asked,
      fileName,
    });
  }
  return { pages: [...new Set(ranges.flatMap(pagesOf))], clipped: ranges.some(({ clipped }) => clipped) };
}

interface PageRange {
  readonly first: number;
  readonly last: number;
  readonly step: 1 | 2;
}

interface SelectedRange extends PageRange, Omit<SelectedPages, 'pages'> {}

function selectRanges(text: string | null, pageCount: number, fileName: string | undefined): readonly SelectedRange[] {
  const items = text === null ? [{ kind: 'range', first: 1, last: 'last' } as const] : parsePageSelection(text);
  if (typeof items === 'string') throw new TypeError(items);
  return items.map((item) => selectItem(item, pageCount, fileName));
}

function selectItem(item: PageItem, pageCount: number, fileName: string | undefined): SelectedRange {
  if (item.kind === 'parity') {
    return { item: item.parity, first: item.parity === 'odd' ? 1 : 2, last: pageCount, step: 2, clipped: false };
  }
  const first = item.first === 'last' ? pageCount : item.first;
  const last = item.last === 'last' ? pageCount : item.last;
  if (first > pageCount) {
    throw processingFailed('page_out_of_range', `Page ${first} was asked for, but the document has ${pageCount}`, {
      fileName,
      page: first,
      pageCount,
    });
  }
  return {
    item: first === last ? `${first}` : `${first}-${last}`,
    first,
    last: Math.min(last, pageCount),
    step: 1,
    clipped: last > pageCount,
  };
}

function countPages({ first, last, step }: PageRange): number {
  return Math.max(0, Math.floor((last - first) / step) + 1);
}

function pagesOf(range: PageRange): number[] {
  return Array.from({ length: countPages(range) }, (_, index) => range.first + index * range.step);
}
