import type { Line, Page } from '@platen/pdf-kit/page-model';
import { isFootNumber } from './foot-number.ts';
import type { FurnitureFacts } from './furniture.ts';
import type { FurnitureLine } from './furniture-line.ts';
import type { RunningPart, RunningParts } from './running-parts.ts';

type Zone = FurnitureLine['zone'];

/** The pages that the running lines of a part are taken from: those of most pages, and of pages that differ. */
export interface RunningVariants {
  readonly main: Page;
  readonly first: Page | null;
  readonly even: Page | null;
}

/** Null for a part without pages. Word tells right-hand pages by the numbers they print. */
export function runningVariants(zone: Zone, part: RunningPart, furniture: FurnitureFacts): RunningVariants | null {
  const { pages, firstPage, numberOffset } = part;
  const signatures = new Map(pages.map((page) => [page, signatureOf(page, zone, furniture)]));
  const later = pages.filter(({ number }) => number > firstPage);
  const usual = commonest(later, signatures);
  const odd = commonest(
    later.filter((page) => !isEven(page, numberOffset)),
    signatures,
    usual,
  );
  const even = commonest(
    later.filter((page) => isEven(page, numberOffset)),
    signatures,
    usual,
  );
  // A part may have a single page.
  const main = odd ?? even ?? pages.at(0) ?? null;
  if (main === null) return null;
  const first = pages.find(({ number }) => number === firstPage);
  const firstDiffers = first !== undefined && signatures.get(first) !== signatures.get(main);
  const evenDiffers = odd !== null && even !== null && signatures.get(odd) !== signatures.get(even);
  return { main, first: firstDiffers ? first : null, even: evenDiffers ? even : null };
}

function isEven({ number }: Page, numberOffset: number): boolean {
  return (number + numberOffset) % 2 === 0;
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
 * footer of a single page, stays text: it would be lost. So does a number at the foot that counts otherwise than the pages
 * of its part do, where the stamp of a court numbers them too: its field would show another.
 */
export function shownFurniture(parts: RunningParts, all: FurnitureFacts): FurnitureFacts {
  const furniture = withFittingNumbers(parts, all);
  const variantsOf = new Map(
    parts.all.map((part) => [
      part,
      {
        header: runningVariants('header', part, furniture),
        footer: runningVariants('footer', part, furniture),
      },
    ]),
  );
  const shownOn = (page: Page, part: RunningPart, zone: Zone): ReadonlySet<FurnitureLine> => {
    const of = variantsOf.get(part)?.[zone];
    if (of === undefined || of === null) return new Set();
    const own = page.number === part.firstPage ? of.first : isEven(page, part.numberOffset) ? of.even : null;
    return new Set(runningLines(own ?? of.main, zone, furniture).map(({ known }) => known));
  };
  const cache = new WeakMap<Page, Record<Zone, ReadonlySet<FurnitureLine>>>();
  const find = (page: Page, line: Line) => {
    const known = furniture.find(page, line);
    if (known === null) return null;
    const part = parts.at(page);
    const shown = cache.get(page) ?? { header: shownOn(page, part, 'header'), footer: shownOn(page, part, 'footer') };
    cache.set(page, shown);
    return shown[known.zone].has(known) ? known : null;
  };
  return {
    lines: furniture.lines,
    find,
    pageNumberOn: (page, line) => (find(page, line) === null ? null : furniture.pageNumberOn(page, line)),
  };
}

/** Without the numbers at the foot of pages, set apart at their place, that are not those that the pages have in their part. */
function withFittingNumbers(parts: RunningParts, { lines, find, pageNumberOn }: FurnitureFacts): FurnitureFacts {
  return {
    lines,
    pageNumberOn,
    find(page, line) {
      const printed = pageNumberOn(page, line);
      const fits = printed === null || printed === page.number + parts.at(page).numberOffset;
      return fits || !isFootNumber(page, line) ? find(page, line) : null;
    },
  };
}

/** Which running lines a page shows, and in which third of it: left-hand pages mirror right-hand ones. */
function signatureOf(page: Page, zone: Zone, furniture: FurnitureFacts): string {
  return runningLines(page, zone, furniture)
    .map(({ line: { box }, known }) => `${Math.floor((1.5 * (box.x0 + box.x1)) / page.widthPt)} ${known.pattern}`)
    .sort()
    .join('\n');
}

/** The first page that shows what most of the pages show; of two that as many do, the one that shows what `usual` does. */
function commonest(
  pages: readonly Page[],
  signatures: ReadonlyMap<Page, string>,
  usual: Page | null = null,
): Page | null {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const signature = signatures.get(page) ?? '';
    counts.set(signature, (counts.get(signature) ?? 0) + 1);
  }
  const asUsual = usual === null ? undefined : signatures.get(usual);
  const [best] = [...counts].sort(
    ([first, own], [second, other]) => other - own || Number(second === asUsual) - Number(first === asUsual),
  );
  return pages.find((page) => signatures.get(page) === best?.[0]) ?? null;
}
