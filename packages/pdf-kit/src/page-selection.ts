import { type Limits, limitExceeded, processingFailed } from '@platen/core';
import { counted } from '@platen/core/internal';

/** One item of a `pages` option. Pages are counted from 1; `last` means the last page. */
export type PageItem =
  | {
      readonly kind: 'range';
      readonly first: number | 'last';
      readonly last: number | 'last';
      /** As it was written, without spaces. */
      readonly source: string;
    }
  | { readonly kind: 'parity'; readonly parity: 'odd' | 'even' };

/** The pages of one item of a selection, counted from 1 and in order. */
export interface SelectedPages {
  readonly item: string;
  readonly pages: readonly number[];
  /** True if the item included pages after the last one. */
  readonly clipped: boolean;
}

/** Enough to name every page that a document may have by default five times over. */
const maxItems = 10_000;

const itemPattern = /^(?:(\d+|last)?(-)?(\d+|last)?|odd|even)$/;

/**
 * Parses `item ("," item)*`, where an item is `n`, `n-m`, `n-`, `-m`, `last`, `odd` or `even`. Spaces are ignored. Returns a
 * problem as a string instead of throwing, so that a schema can report it with its field.
 */
export function parsePageSelection(text: string): readonly PageItem[] | string {
  const items: PageItem[] = [];
  const sources = text.replace(/\s+/g, '').toLowerCase().split(',');
  if (sources.length > maxItems) return `has ${sources.length} items; ${maxItems} are allowed`;
  for (const source of sources) {
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
  return { kind: 'range', first, last, source };
}

/** Stands for every number that is too large to be exact. */
const beyondCounting = Number.MAX_SAFE_INTEGER;

function pageNumber(text: string): number | 'last' {
  return text === 'last' ? 'last' : Math.min(Number(text), beyondCounting);
}

/**
 * The pages that each item selects in a document of `pageCount` pages. An end after the last page is clipped. Rejects with
 * `page_out_of_range` if an item begins after the last page or nothing is selected, and with `output_limit` if more than
 * `maxPageRepeats` items select the same page. `text` must have passed `parsePageSelection`; null selects all pages as one
 * item.
 */
export function selectPages(
  text: string | null,
  pageCount: number,
  { maxPageRepeats, fileName }: Pick<Limits, 'maxPageRepeats'> & { readonly fileName?: string | undefined },
): readonly SelectedPages[] {
  const ranges = selectRanges(text, pageCount, fileName);
  // Counted before they are listed: ten thousand items may each select every page.
  const { page, repeats } = mostSelected(ranges, pageCount);
  if (repeats > maxPageRepeats) {
    throw limitExceeded(
      'output_limit',
      `Page ${page} is selected ${counted(repeats, 'time')}; the limit is ${maxPageRepeats}`,
      {
        limit: 'maxPageRepeats',
        allowed: maxPageRepeats,
        actual: repeats,
        page,
        fileName,
      },
    );
  }
  return ranges.map(({ item, clipped, ...range }) => ({ item, clipped, pages: pagesOf(range) }));
}

/** The page that most ranges select, and how many do. */
function mostSelected(
  ranges: readonly PageRange[],
  pageCount: number,
): { readonly page: number; readonly repeats: number } {
  // How many ranges begin less how many end at each page; odd and even pages are counted apart.
  const changes = new Int32Array(pageCount + 4);
  const change = (page: number, by: number) => {
    changes[page] = (changes[page] ?? 0) + by;
  };
  for (const range of ranges) {
    for (const first of range.step === 2 ? [range.first] : [range.first, range.first + 1]) {
      const count = countPages({ ...range, first, step: 2 });
      change(first, 1);
      change(first + 2 * count, -1);
    }
  }
  let most = { page: 1, repeats: 0 };
  for (let page = 1; page <= pageCount; page += 1) {
    const repeats = (changes[page] ?? 0) + (changes[page - 2] ?? 0);
    changes[page] = repeats;
    if (repeats > most.repeats) most = { page, repeats };
  }
  return most;
}

/**
 * The pages of a selection as one list, in the order of the selection and each page once, and whether an item was clipped.
 * Rejects like `selectPages`, and with `page_limit` if more than `maxPages` are selected.
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
    throw limitExceeded('page_limit', `${counted(asked, 'page')} selected; the limit is ${maxPages}`, {
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
  const items =
    text === null ? [{ kind: 'range', first: 1, last: 'last', source: '1-' } as const] : parsePageSelection(text);
  if (typeof items === 'string') throw new TypeError(items);
  const ranges = items.map((item) => selectItem(item, pageCount, fileName));
  if (ranges.every((range) => countPages(range) === 0)) throw nothingSelected(text ?? '', pageCount, fileName);
  return ranges;
}

/** Only `even` can select nothing, of a document of one page. */
function nothingSelected(text: string, pageCount: number, fileName: string | undefined): Error {
  const have = `has ${counted(pageCount, 'page')}`;
  return processingFailed('page_out_of_range', `"${text.slice(0, 40)}" selects no page: the document ${have}`, {
    fileName,
    pageCount,
  });
}

function selectItem(item: PageItem, pageCount: number, fileName: string | undefined): SelectedRange {
  if (item.kind === 'parity') {
    return { item: item.parity, first: item.parity === 'odd' ? 1 : 2, last: pageCount, step: 2, clipped: false };
  }
  const first = item.first === 'last' ? pageCount : item.first;
  const last = item.last === 'last' ? pageCount : item.last;
  if (first > pageCount) {
    const [asked = `${first}`] = /^\d{1,40}/.exec(item.source) ?? [];
    throw processingFailed('page_out_of_range', `Page ${asked} is selected, but the document has ${pageCount}`, {
      fileName,
      ...(first === beyondCounting ? {} : { page: first }),
      pageCount,
    });
  }
  const written = first === last ? `${first}` : `${first}-${last}`;
  return {
    item: last === beyondCounting ? item.source.slice(0, 40) : written,
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
