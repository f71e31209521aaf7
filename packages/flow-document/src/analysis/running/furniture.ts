import type { Line, Page, Rule } from '@platen/pdf-kit/page-model';
import type { Cluster, FurnitureLine } from './furniture-line.ts';
import { isRunning } from './is-running.ts';
import { numberRoles, printedNumbers, withoutNumbers } from './number-roles.ts';
import { findSectionLines } from './section-lines.ts';

export interface FurnitureFacts {
  readonly lines: readonly FurnitureLine[];
  /** The running line that a line of a page is, or null for a line of the body. */
  find(page: Page, line: Line): FurnitureLine | null;
  /** The number of the page as a running line prints it; null where the line prints none. */
  pageNumberOn(page: Page, line: Line): number | null;
}

/** Of documents without running lines. */
export const noFurniture: FurnitureFacts = { lines: [], find: () => null, pageNumberOn: () => null };

export interface FurnitureCounter {
  count(page: Page): void;
  facts(pageCount: number): FurnitureFacts;
}

/** How far down and up the page running lines are looked for, as a share of its height. */
const zoneShare = 0.13;
/**
 * Beside a wide margin, as far as this share: the first lines of the page and those that close to them, and at its foot,
 * where notes are, the number of the page.
 */
const deepZoneShare = 0.2;
const rowsShare = 0.04;
/** These are further apart from the next line, in em, than lines of the text are. */
const apartEm = 1.6;
const yTolerancePt = 5;
/** Running lines are set in one size, as a share of it: a title with the words of the running header is larger. */
const sizeTolerance = 0.15;

/** Letterheads reach further down than running headers: they are the same on so many pages, at least. */
const letterheadShare = 0.8;
const letterheadPages = 3;
/** A row of more pieces, two em apart, is the head of a table that goes on. */
const letterheadPieces = 2;
const pieceGapEm = 2;

/** Finds lines that are at the same place of many pages with the same text, digits aside. */
export function createFurnitureCounter(): FurnitureCounter {
  const clusters: Cluster[] = [];
  const byPattern = new Map<string, Cluster[]>();

  return {
    count(page) {
      const dividers = bodyDividers(page);
      for (const line of page.lines) {
        const zone = zoneOf(page, line);
        if (zone === null) continue;
        const pattern = withoutNumbers(line.text);
        const key = `${zone} ${pattern}`;
        const same = byPattern.get(key) ?? [];
        byPattern.set(key, same);
        let cluster = same.find((candidate) => isMatch(candidate, page, line, zone));
        if (cluster === undefined) {
          const { sizePt } = line.style;
          const seen = {
            numbersByPage: new Map(),
            apartPages: new Set<number>(),
            deepPages: new Set<number>(),
            ruledPages: new Set<number>(),
            texts: new Set<string>(),
          };
          cluster = { zone, pattern, y: offsetOf(page, line, zone), sizePt, pieces: piecesOf(line), ...seen };
          same.push(cluster);
          clusters.push(cluster);
        }
        cluster.numbersByPage.set(page.number, printedNumbers(line.text));
        cluster.texts.add(line.text.trim());
        if (isApart(page, line, zone)) cluster.apartPages.add(page.number);
        if (isDeepOn(page, line, zone)) cluster.deepPages.add(page.number);
        if (zone === 'header' && isTableHead(line, dividers)) cluster.ruledPages.add(page.number);
      }
    },
    facts(pageCount) {
      const candidates = clusters.filter(({ ruledPages, numbersByPage }) => 2 * ruledPages.size < numbersByPage.size);
      const shared = new Map(candidates.map((cluster) => [cluster, furnitureLine(cluster, pageCount)]));
      for (const cluster of countingOtherwise(shared, pageCount)) shared.delete(cluster);
      const known = [...shared.values()].filter((line) => line !== null);
      const others = candidates.filter((cluster) => shared.get(cluster) === null && !isDeep(cluster));
      const lines = [...known, ...findSectionLines(others, known, pageCount)];
      const found = new WeakMap<Page, ReadonlyMap<Line, FurnitureLine>>();
      const find = (page: Page, line: Line) => {
        const onPage = found.get(page) ?? findOnPage(page, lines);
        found.set(page, onPage);
        return onPage.get(line) ?? null;
      };
      return {
        lines,
        find,
        pageNumberOn(page, line) {
          const index = find(page, line)?.pageNumberIndex ?? null;
          return index === null ? null : (printedNumbers(line.text)[index] ?? null);
        },
      };
    },
  };
}

/** Null for lines on too few pages, and for those whose numbers are of the text: `7.` here, `12.` on the next page. */
function furnitureLine(cluster: Cluster, pageCount: number): FurnitureLine | null {
  const { numbersByPage, texts, pieces, zone, pattern, y, sizePt } = cluster;
  const line = { zone, pattern, y, sizePt };
  const isLetterhead = texts.size === 1 && pieces <= letterheadPieces && isOnNearlyAll(numbersByPage.size, pageCount);
  const roles = numberRoles(numbersByPage);
  const counting = roles.indexOf('counting');
  const isFootNumber = zone === 'footer' && counting >= 0 && isOnNearlyAll(numbersByPage.size, pageCount);
  if (isDeep(cluster) && !isLetterhead && !isFootNumber) return null;
  if (pageCount === 2 && isNumberOfSecondPage(cluster)) {
    return { ...line, pages: [2], numbers: null, pageNumberIndex: numbersByPage.get(2)?.indexOf(2) ?? null };
  }
  if (!isRunning(new Set(numbersByPage.keys()), pageCount)) return null;
  if (counting >= 0) return { ...line, pages: [...numbersByPage.keys()], numbers: null, pageNumberIndex: counting };
  if (roles.includes('changing')) return null;
  const byNumbers = Map.groupBy(numbersByPage.keys(), (page) => String(numbersByPage.get(page)));
  const [numbers, pages] = [...byNumbers].reduce((best, next) => (next[1].length > best[1].length ? next : best));
  return isRunning(new Set(pages), pageCount) ? { ...line, pages, numbers, pageNumberIndex: null } : null;
}

/**
 * The lines whose number counts with the pages but is another one than the pages print elsewhere, on half of them at least:
 * `(Cont. 4)` on page 54 is no page number. Of two such lines the one on more pages prints it, or else the outer one. A
 * line on nearly all pages is a running one whatever it counts, as the imprint with the number of a frame.
 */
function countingOtherwise(shared: ReadonlyMap<Cluster, FurnitureLine | null>, pageCount: number): readonly Cluster[] {
  const numberOn = (cluster: Cluster, page: number) =>
    cluster.numbersByPage.get(page)?.[shared.get(cluster)?.pageNumberIndex ?? -1];
  const counting = [...shared.keys()]
    .filter((cluster) => (shared.get(cluster)?.pageNumberIndex ?? null) !== null)
    .sort((first, second) => second.numbersByPage.size - first.numbersByPage.size || first.y - second.y);
  const known = new Map<number, number | undefined>();
  return counting.filter((cluster) => {
    const pages = [...cluster.numbersByPage.keys()];
    const others = pages.filter((page) => known.has(page) && known.get(page) !== numberOn(cluster, page));
    if (2 * others.length >= pages.length && !isOnNearlyAll(pages.length, pageCount)) return true;
    for (const page of pages) if (!known.has(page)) known.set(page, numberOn(cluster, page));
    return false;
  });
}

/** So few words are the number of a page: `- 2 -`, `Page 2`, `2 of 2`. */
const numberWords = 4;

/** Whether a letter of two pages has the number of the second on it, apart from the text. A header of words is a heading. */
function isNumberOfSecondPage({ zone, pattern, numbersByPage, apartPages }: Cluster): boolean {
  if (numbersByPage.size > 1 || !apartPages.has(2) || numbersByPage.get(2)?.includes(2) !== true) return false;
  return zone === 'footer' ? pattern.split(' ').length <= numberWords : !/\p{L}/u.test(pattern);
}

function isDeep({ deepPages, numbersByPage }: Cluster): boolean {
  return 2 * deepPages.size > numbersByPage.size;
}

function isOnNearlyAll(count: number, pageCount: number): boolean {
  return count >= letterheadPages && count >= letterheadShare * pageCount;
}

/** The upright rules that begin in the header of a page and go on in its body, as those of a table there. */
function bodyDividers({ rules, heightPt }: Page): readonly Rule[] {
  return rules.filter(
    ({ orientation, y0, y1 }) =>
      orientation === 'vertical' && y0 < deepZoneShare * heightPt && y1 > zoneShare * heightPt,
  );
}

/** Rules of two cells beside each other. */
const leastDividers = 3;

/** Whether a line is in a row of cells whose rules begin at the row and go on below it. */
function isTableHead({ box, style: { sizePt } }: Line, dividers: readonly Rule[]): boolean {
  const middle = (box.y0 + box.y1) / 2;
  const beginning = dividers.filter(({ y0 }) => y0 < middle && y0 > box.y0 - 2 * sizePt).map(({ x0 }) => x0);
  return beginning.length >= leastDividers && Math.min(...beginning) <= box.x0 && Math.max(...beginning) >= box.x1;
}

function piecesOf({ words, style: { sizePt } }: Line): number {
  return words.filter(({ box }, index) => {
    const last = words[index - 1];
    return last === undefined || box.x0 - last.box.x1 > pieceGapEm * sizePt;
  }).length;
}

/** Whether a line is apart from the next one inward. */
function isApart(page: Page, line: Line, zone: 'header' | 'footer'): boolean {
  const em = line.style.sizePt;
  return page.lines.every((other) => {
    const inward = offsetOf(page, other, zone) - offsetOf(page, line, zone);
    return !isLevelText(other) || inward < 0.5 * em || inward >= apartEm * em;
  });
}

/** The running lines of a page: nothing but running lines is between them and the edge of the page. */
function findOnPage(page: Page, known: readonly FurnitureLine[]): ReadonlyMap<Line, FurnitureLine> {
  const found = new Map<Line, FurnitureLine>();
  for (const zone of ['header', 'footer'] as const) {
    const inward = page.lines
      .filter((line) => zoneOf(page, line) === zone)
      .sort((first, second) => offsetOf(page, first, zone) - offsetOf(page, second, zone));
    for (const line of inward) {
      const match = known.find(
        (candidate) => isMatch(candidate, page, line, zone) && hasNumbers(line, candidate.numbers),
      );
      if (match === undefined) break;
      found.set(line, match);
    }
  }
  return found;
}

function hasNumbers({ text }: Line, numbers: string | null): boolean {
  return numbers === null || String(printedNumbers(text)) === numbers;
}

function isMatch(
  known: Pick<FurnitureLine, 'zone' | 'pattern' | 'y' | 'sizePt'>,
  page: Page,
  line: Line,
  zone: 'header' | 'footer',
): boolean {
  return (
    known.zone === zone &&
    known.pattern === withoutNumbers(line.text) &&
    Math.abs(known.y - offsetOf(page, line, zone)) <= yTolerancePt &&
    Math.abs(known.sizePt - line.style.sizePt) <= sizeTolerance * known.sizePt
  );
}

function zoneOf(page: Page, line: Line): 'header' | 'footer' | null {
  if (!isLevelText(line)) return null;
  const middle = middleOf(line);
  if (middle < deepZoneShare * page.heightPt) return 'header';
  if (middle > (1 - zoneShare) * page.heightPt) return 'footer';
  return middle > (1 - deepZoneShare) * page.heightPt && isLowestNumber(page, line) ? 'footer' : null;
}

/** Whether a line is no more than numbers and signs, and nothing is below it. */
function isLowestNumber({ lines }: Page, line: Line): boolean {
  if (!/\d/.test(line.text) || /\p{L}/u.test(line.text)) return false;
  return lines.every((other) => other === line || other.baseline < line.baseline);
}

/** Whether a line is further in than running lines usually are. */
function isDeepOn(page: Page, line: Line, zone: 'header' | 'footer'): boolean {
  if (zone === 'header') return middleOf(line) >= headerDepth(page);
  return middleOf(line) <= (1 - zoneShare) * page.heightPt;
}

/** Text, or the signs that a rule across the page, or a blank to sign, is typed with. */
function isLevelText({ angle, text }: Line): boolean {
  return angle === 0 && /[\p{L}\p{N}]|^[-_=‐-―─━⎯/\s]{20,}$/u.test(text);
}

function middleOf({ box }: Line): number {
  return (box.y0 + box.y1) / 2;
}

const knownHeaders = new WeakMap<Page, number>();

/** How far down lines may be running headers. */
function headerDepth(page: Page): number {
  const known = knownHeaders.get(page) ?? measureHeader(page);
  knownHeaders.set(page, known);
  return known;
}

function measureHeader({ lines, heightPt }: Page): number {
  const downward = lines.filter(isLevelText).sort((first, second) => middleOf(first) - middleOf(second));
  const [top] = downward;
  const usual = zoneShare * heightPt;
  if (top === undefined || middleOf(top) < usual) return usual;
  const em = top.style.sizePt;
  const next = downward.find((line) => middleOf(line) - middleOf(top) > 0.5 * em);
  // Lines of the text follow each other closely.
  if (next === undefined || middleOf(next) - middleOf(top) < apartEm * em) return usual;
  return Math.min(deepZoneShare * heightPt, middleOf(top) + rowsShare * heightPt);
}

/** From the top edge for a header, from the bottom edge for a footer. */
function offsetOf(page: Page, line: Line, zone: 'header' | 'footer'): number {
  return zone === 'header' ? line.baseline : page.heightPt - line.baseline;
}
