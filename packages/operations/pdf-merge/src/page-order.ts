import type { PagePlace } from '@platen/pdf-kit/objects';

/** How the pages of the files follow each other. */
export interface PageOrder {
  /** `files` takes one file after the other, `alternate` a page of each in turn, `alternate-reverse` of the later files backwards. */
  readonly order: 'files' | 'alternate' | 'alternate-reverse';
  /** Blank pages fill each file up to a multiple of this many. */
  readonly padTo: number;
}

/** The places of the pages of files that have so many pages each. */
export function orderPages(pageCounts: readonly number[], { order, padTo }: PageOrder): readonly PagePlace[] {
  const files = pageCounts.map((count, source) => {
    const pages = Array.from({ length: count }, (_, page) => ({ source, page, isBlank: false }));
    const blanks = Array.from({ length: (padTo - (count % padTo)) % padTo }, () => ({
      source,
      page: count - 1,
      isBlank: true,
    }));
    const turned = order === 'alternate-reverse' && source > 0 ? pages.toReversed() : pages;
    return [...turned, ...blanks];
  });
  if (order === 'files') return files.flat();
  const longest = Math.max(...files.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => files.flatMap((file) => file[turn] ?? [])).flat();
}
