import type { Line, Page } from '@platen/pdf-kit/page-model';
import type { FurnitureFacts, FurnitureLine } from './furniture.ts';

type Zone = FurnitureLine['zone'];

/** The pages that the running lines of a document are taken from: those of most pages, and of pages that differ. */
export interface RunningVariants {
  readonly main: Page;
  readonly first: Page | null;
  readonly even: Page | null;
}

/** Null where no page after the first has running lines. */
export function runningVariants(zone: Zone, pages: readonly Page[], furniture: FurnitureFacts): RunningVariants | null {
  const signatures = new Map(pages.map((page) => [page, signatureOf(page, zone, furniture)]));
  const later = pages.filter(({ number }) => number > 1);
  const odd = commonest(
    later.filter(({ number }) => number % 2 === 1),
    signatures,
  );
  const even = commonest(
    later.filter(({ number }) => number % 2 === 0),
    signatures,
  );
  // A document may have a single page.
  const main = odd ?? even ?? pages.at(0) ?? null;
  if (main === null) return null;
  const first = pages.find(({ number }) => number === 1);
  const firstDiffers = first !== undefined && signatures.get(first) !== signatures.get(main);
  const evenDiffers = odd !== null && even !== null && signatures.get(odd) !== signatures.get(even);
  return { main, first: firstDiffers ? first : null, even: evenDiffers ? even : null };
}

/** The running lines of a page in one zone. */
export function runningLines(page: Page, zone: Zone, furniture: FurnitureFacts) {
  return page.lines.flatMap((line): { line: Line; known: FurnitureLine }[] => {
    const known = furniture.find(page, line);
    return known?.zone === zone ? [{ line, known }] : [];
  });
}

/**
 * The running lines that the headers and footers of a document show on each page. What a page has besides, such as the
 * footer of a single page, stays text: it would be lost.
 */
export function shownFurniture(pages: readonly Page[], furniture: FurnitureFacts): FurnitureFacts {
  const variants = {
    header: runningVariants('header', pages, furniture),
    footer: runningVariants('footer', pages, furniture),
  };
  const shownOn = (page: Page, zone: Zone): ReadonlySet<FurnitureLine> => {
    const of = variants[zone];
    if (of === null) return new Set();
    const own = page.number === 1 ? of.first : page.number % 2 === 0 ? of.even : null;
    return new Set(runningLines(own ?? of.main, zone, furniture).map(({ known }) => known));
  };
  const cache = new Map<number, Record<Zone, ReadonlySet<FurnitureLine>>>();
  const find = (page: Page, line: Line) => {
    const known = furniture.find(page, line);
    if (known === null) return null;
    // All pages of one kind show the same lines.
    const kind = page.number === 1 ? 1 : 2 + (page.number % 2);
    const shown = cache.get(kind) ?? { header: shownOn(page, 'header'), footer: shownOn(page, 'footer') };
    cache.set(kind, shown);
    return shown[known.zone].has(known) ? known : null;
  };
  return {
    lines: furniture.lines,
    find,
    pageNumberOn: (page, line) => (find(page, line) === null ? null : furniture.pageNumberOn(page, line)),
  };
}

/** Which running lines a page shows. */
function signatureOf(page: Page, zone: Zone, furniture: FurnitureFacts): string {
  return runningLines(page, zone, furniture)
    .map(({ known }) => known.pattern)
    .sort()
    .join('\n');
}

/** The first page that shows what most of the pages show. */
function commonest(pages: readonly Page[], signatures: ReadonlyMap<Page, string>): Page | null {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const signature = signatures.get(page) ?? '';
    counts.set(signature, (counts.get(signature) ?? 0) + 1);
  }
  const [best] = [...counts].sort((first, second) => second[1] - first[1]);
  return pages.find((page) => signatures.get(page) === best?.[0]) ?? null;
}
