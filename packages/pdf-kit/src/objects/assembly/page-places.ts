import type { PdfWriter } from '../pdf-writer.ts';
import type { KeptPage, SourceGraph } from './graphs.ts';

/** The origin of a page of the output. */
export interface PagePlace {
  /** Index of the source. */
  readonly source: number;
  /** Index among the pages that the source takes. */
  readonly page: number;
  /** True for an empty page with the boxes and rotation of that page. */
  readonly isBlank: boolean;
}

/** A page as it is placed in the output. */
export interface PlacedPage {
  readonly source: SourceGraph;
  readonly page: KeptPage;
  readonly isBlank: boolean;
  /** Its number in the output. */
  readonly number: number;
}

/** The pages of the output in order: as `places` lists them, or those of one source after those of the other. */
export function placePages(
  sources: readonly SourceGraph[],
  places: readonly PagePlace[] | undefined,
  writer: PdfWriter,
): readonly PlacedPage[] {
  const listed =
    places ??
    sources.flatMap(({ pages }, source) => pages.map((_, page) => ({ source, page, isBlank: false }) as const));
  return listed.flatMap(({ source: index, page: place, isBlank }) => {
    const source = sources[index];
    const page = source?.pages[place];
    if (source === undefined || page === undefined) return [];
    return [{ source, page, isBlank, number: isBlank ? writer.reserve() : page.number }];
  });
}
