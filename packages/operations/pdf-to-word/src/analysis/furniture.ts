import type { Line, Page } from '@platen/pdf-kit/page-model';

/** A running header or footer line as it was found on the pages. */
export interface FurnitureLine {
  readonly zone: 'header' | 'footer';
  /** Its text with digits masked. */
  readonly pattern: string;
  readonly y: number;
  readonly pages: readonly number[];
}

export interface FurnitureFacts {
  readonly lines: readonly FurnitureLine[];
  /** The running line that a line of a page is, or null for a line of the body. */
  find(page: Page, line: Line): FurnitureLine | null;
}

export interface FurnitureCounter {
  count(page: Page): void;
  facts(pageCount: number): FurnitureFacts;
}

/** How far down and up the page running lines are looked for, as a share of its height. */
const zoneShare = 0.13;
const yTolerancePt = 5;

/** Finds lines that stand at the same place of many pages with the same text, digits aside. */
export function createFurnitureCounter(): FurnitureCounter {
  const clusters: { zone: 'header' | 'footer'; pattern: string; y: number; pages: Set<number> }[] = [];
  const byPattern = new Map<string, typeof clusters>();

  return {
    count(page) {
      for (const line of page.lines) {
        const zone = zoneOf(page, line);
        if (zone === null) continue;
        const pattern = patternOf(line);
        const y = offsetOf(page, line, zone);
        const key = `${zone} ${pattern}`;
        const same = byPattern.get(key) ?? [];
        byPattern.set(key, same);
        let cluster = same.find((candidate) => Math.abs(candidate.y - y) <= yTolerancePt);
        if (cluster === undefined) {
          cluster = { zone, pattern, y, pages: new Set() };
          same.push(cluster);
          clusters.push(cluster);
        }
        cluster.pages.add(page.number);
      }
    },
    facts(pageCount) {
      const lines = clusters
        .filter(({ pages }) => isRunning(pages, pageCount))
        .map(({ pages, ...cluster }) => ({ ...cluster, pages: [...pages] }));
      const found = new WeakMap<Page, ReadonlyMap<Line, FurnitureLine>>();
      return {
        lines,
        find(page, line) {
          const known = found.get(page) ?? findOnPage(page, lines);
          found.set(page, known);
          return known.get(line) ?? null;
        },
      };
    },
  };
}

/** The running lines of a page: nothing but running lines stands between them and the edge of the page. */
function findOnPage(page: Page, known: readonly FurnitureLine[]): ReadonlyMap<Line, FurnitureLine> {
  const found = new Map<Line, FurnitureLine>();
  for (const zone of ['header', 'footer'] as const) {
    const inward = page.lines
      .filter((line) => zoneOf(page, line) === zone)
      .sort((first, second) => offsetOf(page, first, zone) - offsetOf(page, second, zone));
    for (const line of inward) {
      const match = known.find((candidate) => isMatch(candidate, page, line, zone));
      if (match === undefined) break;
      found.set(line, match);
    }
  }
  return found;
}

function isMatch(known: FurnitureLine, page: Page, line: Line, zone: 'header' | 'footer'): boolean {
  return (
    known.zone === zone &&
    known.pattern === patternOf(line) &&
    Math.abs(known.y - offsetOf(page, line, zone)) <= yTolerancePt
  );
}

/** On half of the pages, or on half of the left-hand or right-hand ones. */
export function isRunning(pages: ReadonlySet<number>, pageCount: number): boolean {
  if (pages.size < 2) return false;
  if (pages.size >= 0.5 * pageCount) return true;
  const numbers = [...pages];
  const parity = (numbers[0] ?? 0) % 2;
  return pageCount >= 4 && numbers.every((number) => number % 2 === parity) && pages.size >= 0.25 * pageCount;
}

function zoneOf(page: Page, { box, angle, text }: Line): 'header' | 'footer' | null {
  if (angle !== 0 || !/[\p{L}\p{N}]/u.test(text)) return null;
  const middle = (box.y0 + box.y1) / 2;
  if (middle < zoneShare * page.heightPt) return 'header';
  return middle > (1 - zoneShare) * page.heightPt ? 'footer' : null;
}

/** From the top edge for a header, from the bottom edge for a footer. */
function offsetOf(page: Page, line: Line, zone: 'header' | 'footer'): number {
  return zone === 'header' ? line.baseline : page.heightPt - line.baseline;
}

/** The text with every number masked; a lone roman numeral counts as one. */
function patternOf(line: Line): string {
  const text = line.text.toLowerCase().trim();
  return /^[ivxlc]+$/.test(text) ? '#' : text.replace(/\d+/g, '#');
}
