import type { Cluster, FurnitureLine } from './furniture-line.ts';
import { isRunning } from './is-running.ts';
import { numberRoles } from './number-roles.ts';

/** Lines in one place of a page: their baselines, in points, and their sizes, as a share, differ by no more than this. */
const samePlacePt = 5;
const sameSizeShare = 0.15;
/** A row of more pieces, two em apart, is the head of a table that goes on. */
const mostPieces = 3;

interface Candidate {
  readonly cluster: Cluster;
  readonly line: FurnitureLine;
}

type Place = Pick<FurnitureLine, 'zone' | 'y' | 'sizePt'>;

/** Whether two running lines have the same place on their pages. */
export function sharePlace(first: Place, second: Place): boolean {
  return (
    first.zone === second.zone &&
    Math.abs(first.y - second.y) <= samePlacePt &&
    Math.abs(first.sizePt - second.sizePt) <= sameSizeShare * first.sizePt
  );
}

/**
 * Running lines that change with the part of a document, such as the title of its chapter: they are on pages in a row,
 * and together with others in the same place on as many pages as lines that never change. `known` are those.
 */
export function findSectionLines(
  clusters: readonly Cluster[],
  known: readonly FurnitureLine[],
  pageCount: number,
): readonly FurnitureLine[] {
  const candidates = clusters.flatMap((cluster) => {
    const line = lineOfPart(cluster);
    return line === null ? [] : [{ cluster, line }];
  });
  const found = candidates.filter(({ line, cluster }) => {
    const own = candidates.filter((other) => sharePlace(other.line, line));
    const constant = known.filter((other) => sharePlace(other, line));
    const pages = new Set([...own.map((other) => other.line), ...constant].flatMap((other) => other.pages));
    if (!isRunning(pages, pageCount)) return false;
    return constant.length > 0 || line.pageNumberIndex !== null || 2 * cluster.apartPages.size > line.pages.length;
  });
  const heads = [...loneHeads(clusters, known, pageCount), ...headsBesideNumbers(clusters, known)];
  return [...found.map(({ line }) => line), ...clusters.flatMap((cluster) => loneLine(cluster, found) ?? []), ...heads];
}

/** A line in the place of a running line is less than this far from it, in points and as a share of its size. */
const exactPlacePt = 1;
const exactSizeShare = 0.02;
/** Running lines and the heads of parts of one page are in their place on this share of the pages. */
const placeShare = 0.8;

/**
 * The heads of parts that have one page each: exactly where the running head of other pages is, apart from the text, and
 * so on nearly every page.
 */
function loneHeads(
  clusters: readonly Cluster[],
  known: readonly FurnitureLine[],
  pageCount: number,
): readonly FurnitureLine[] {
  return known.flatMap((head) => {
    if (head.zone !== 'header' || head.pageNumberIndex !== null) return [];
    const isInPlace = ({ y, sizePt }: Place) =>
      Math.abs(y - head.y) <= exactPlacePt && Math.abs(sizePt - head.sizePt) <= exactSizeShare * head.sizePt;
    const lone = clusters.filter(
      (cluster) =>
        sharePlace(cluster, head) && isInPlace(cluster) && cluster.apartPages.size === cluster.numbersByPage.size,
    );
    const pages = new Set([...head.pages, ...lone.flatMap(({ numbersByPage }) => [...numbersByPage.keys()])]);
    if (lone.length === 0 || pages.size < placeShare * pageCount) return [];
    return lone.flatMap((cluster) => lineOnPage(cluster) ?? []);
  });
}

/** What is in the row of the page number, apart from the text: the author on the left, the title on the right page. */
function headsBesideNumbers(clusters: readonly Cluster[], known: readonly FurnitureLine[]): readonly FurnitureLine[] {
  const numbers = known.filter(({ zone, pattern }) => zone === 'header' && pattern === '#');
  return clusters.flatMap((cluster) => {
    const line = cluster.apartPages.size === cluster.numbersByPage.size ? lineOnPage(cluster) : null;
    const [page = 0] = line?.pages ?? [];
    const isBeside = (number: FurnitureLine) =>
      number.pages.includes(page) && sharePlace(number, cluster) && Math.abs(number.y - cluster.y) <= exactPlacePt;
    return line !== null && numbers.some(isBeside) ? [line] : [];
  });
}

/** Null for a cluster of several pages. */
function lineOnPage({ numbersByPage, zone, pattern, y, sizePt }: Cluster): FurnitureLine | null {
  const [[page, numbers] = []] = numbersByPage;
  if (page === undefined || numbersByPage.size > 1 || !/\p{L}/u.test(pattern)) return null;
  return { zone, pattern, y, sizePt, pages: [page], numbers: String(numbers), pageNumberIndex: null };
}

/** Null for a cluster of too few pages, or of pages apart. */
function lineOfPart({ numbersByPage, pieces, zone, pattern, y, sizePt }: Cluster): FurnitureLine | null {
  const pages = [...numbersByPage.keys()];
  const span = Math.max(...pages) - Math.min(...pages) + 1;
  if (pieces > mostPieces || !/\p{L}/u.test(pattern) || !isRunning(new Set(pages), span)) return null;
  const roles = numberRoles(numbersByPage);
  const counting = roles.indexOf('counting');
  if (counting < 0 && roles.includes('changing')) return null;
  const numbers = counting < 0 ? String(numbersByPage.get(pages[0] ?? 0)) : null;
  return { zone, pattern, y, sizePt, pages, numbers, pageNumberIndex: counting < 0 ? null : counting };
}

/** The line of a part with a single page that has one: where the others have theirs, with the number that is due. */
function loneLine(cluster: Cluster, found: readonly Candidate[]): FurnitureLine | null {
  const { numbersByPage, zone, pattern, y, sizePt } = cluster;
  const [[page, numbers] = []] = numbersByPage;
  if (page === undefined || numbers === undefined || numbersByPage.size > 1) return null;
  const ahead = new Set(found.filter(({ line }) => sharePlace(line, cluster)).flatMap(numbersAhead));
  const pageNumberIndex = numbers.findIndex((number) => ahead.has(number - page));
  return pageNumberIndex < 0 ? null : { zone, pattern, y, sizePt, pages: [page], numbers: null, pageNumberIndex };
}

/** By how much the printed numbers run ahead of those of the pages. */
function numbersAhead({ cluster, line: { pageNumberIndex } }: Candidate): readonly number[] {
  if (pageNumberIndex === null) return [];
  return [...cluster.numbersByPage].map(([page, numbers]) => (numbers[pageNumberIndex] ?? 0) - page);
}
