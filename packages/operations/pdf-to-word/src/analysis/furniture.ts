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
      return {
        lines,
        find(page, line) {
          const zone = zoneOf(page, line);
          if (zone === null) return null;
          const pattern = patternOf(line);
          const y = offsetOf(page, line, zone);
          const matches = (candidate: FurnitureLine) =>
            candidate.zone === zone && candidate.pattern === pattern && Math.abs(candidate.y - y) <= yTolerancePt;
          return lines.find(matches) ?? null;
        },
      };
    },
  };
}

/** On half of the pages, or on half of the left-hand or right-hand ones. */
function isRunning(pages: ReadonlySet<number>, pageCount: number): boolean {
  if (pages.size < 2) return false;
  if (pages.size >= 0.5 * pageCount) return true;
  const numbers = [...pages];
  const parity = (numbers[0] ?? 0) % 2;
  return pageCount >= 4 && numbers.every((number) => number % 2 === parity) && pages.size >= 0.25 * pageCount;
}

function zoneOf(page: Page, { box, angle }: Line): 'header' | 'footer' | null {
  if (angle !== 0) return null;
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
