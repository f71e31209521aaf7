import type { Destination, Link, Page } from '@platen/pdf-kit/page-model';

/** The places in the document that its inner links point at. */
export interface Places {
  /** The bookmark a link points at; null for a link to an address, or to a page that is not surveyed. */
  bookmarkOf(link: Link): string | null;
  /** The bookmarks of a page, by how far down they are. */
  bookmarksOn(pageNumber: number): readonly { readonly y: number; readonly name: string }[];
}

export function createPlaces(pages: readonly Page[]): Places {
  const byPage = new Map<number, Map<string, number>>();
  const known = new Set(pages.map(({ number }) => number));
  for (const { destination } of pages.flatMap(({ links }) => links)) {
    if (destination === null || !known.has(destination.pageNumber)) continue;
    const places = byPage.get(destination.pageNumber) ?? new Map<string, number>();
    byPage.set(destination.pageNumber, places);
    places.set(nameOf(destination), destination.y ?? 0);
  }
  return {
    bookmarkOf({ destination }) {
      if (destination === null) return null;
      const name = nameOf(destination);
      return byPage.get(destination.pageNumber)?.has(name) === true ? name : null;
    },
    bookmarksOn: (pageNumber) => [...(byPage.get(pageNumber) ?? [])].map(([name, y]) => ({ name, y })),
  };
}

function nameOf({ pageNumber, y }: Destination): string {
  return y === null ? `page${pageNumber}` : `page${pageNumber}_${Math.max(0, Math.round(y))}`;
}
