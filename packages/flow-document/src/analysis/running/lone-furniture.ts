import type { Line, Page } from '@platen/pdf-kit/page-model';
import { heaviest } from '@platen/pdf-kit/statistics';
import { isFootNumber } from './foot-number.ts';
import { type FurnitureFacts, noFurniture } from './furniture.ts';
import type { FurnitureLine } from './furniture-line.ts';

/** Maximum distance of running lines of a single page from its edge, as a share of its height. */
const edgeShare = { header: 0.1, footer: 0.1 };
/** They are either smaller than the text by this factor, */
const smallerBy = 0.95;
/** and apart from it by this many of their lines, */
const apartLines = { header: 1.5, footer: 2 };
/** or of any size and apart by this many: a letter ends long before the address of its sender; */
const farLines = 10;
/** and they have at most this many rows. */
const maxRows = { header: 1, footer: 3 };

/** Text that ends this close to the same height, in em, ends at the same foot of the body. */
const sameFootEm = 0.5;

/**
 * The header and footer of a document of one page: small lines at its edge, well apart from the text, such as the name
 * of a journal or the registration of a company. No other page tells; notes, which begin with their mark, are none.
 */
export function loneFurniture(page: Page): FurnitureFacts {
  const level = levelLines(page);
  const usual = heaviest(level.map(({ style, text }) => [style.sizePt, text.length])) ?? 0;
  const found = new Map<Line, FurnitureLine>();
  for (const zone of ['header', 'footer'] as const) {
    const rows = rowsAtEdge(page, level, zone, edgeShare[zone]);
    const lines = rows.flat();
    const isApart = lines.every((line) => isSmall(line, usual)) || isFar(page, lines, level, zone);
    if (!isApart || rows.some(isNote)) continue;
    for (const line of lines) found.set(line, asFurniture(page, line, zone));
  }
  return factsOf(found);
}

/**
 * The running lines with the footer that only the first page has, such as a copyright line: small lines apart from the
 * text, below the foot of the body, which later pages show.
 */
export function withFirstFooter(furniture: FurnitureFacts, [page, ...later]: readonly Page[]): FurnitureFacts {
  if (page === undefined) return furniture;
  const alike = later.filter(({ heightPt }) => Math.abs(heightPt - page.heightPt) < 1);
  const footY = Math.max(...alike.map((other) => Math.max(...bodyOf(other, furniture).map(({ box }) => box.y1))));
  const body = bodyOf(page, furniture);
  const below = body.filter(({ box }) => box.y0 > footY);
  const reachesFoot = body.every(({ box, style }) => box.y0 > footY || box.y1 <= footY + sameFootEm * style.sizePt);
  const rows = rowsAtEdge(page, body, 'footer', 1);
  const usual = heaviest(body.map(({ style, text }) => [style.sizePt, text.length])) ?? 0;
  const lines = rows.flat();
  const isFooter = lines.length === below.length && lines.every((line) => below.includes(line) && isSmall(line, usual));
  if (!reachesFoot || !isFooter || rows.some(isNote)) return furniture;
  const first = factsOf(new Map(lines.map((line) => [line, asFurniture(page, line, 'footer')])));
  return {
    lines: [...furniture.lines, ...first.lines],
    find: (on, line) => furniture.find(on, line) ?? first.find(on, line),
    pageNumberOn: furniture.pageNumberOn,
  };
}

/** The lines of a page that are neither running lines nor its number. */
function bodyOf(page: Page, furniture: FurnitureFacts): readonly Line[] {
  return levelLines(page).filter((line) => furniture.find(page, line) === null && !isFootNumber(page, line));
}

function levelLines({ lines }: Page): readonly Line[] {
  return lines.filter(({ angle, text }) => angle === 0 && text.trim() !== '');
}

function factsOf(found: ReadonlyMap<Line, FurnitureLine>): FurnitureFacts {
  if (found.size === 0) return noFurniture;
  return {
    lines: [...found.values()],
    find: (_, line) => found.get(line) ?? null,
    pageNumberOn: () => null,
  };
}

/** The rows at an edge of the page that are apart from the text; none where they are too many. */
function rowsAtEdge(
  page: Page,
  lines: readonly Line[],
  zone: FurnitureLine['zone'],
  depthShare: number,
): readonly (readonly Line[])[] {
  const inward = [...lines].sort((first, second) => offsetOf(page, first, zone) - offsetOf(page, second, zone));
  const rows: Line[][] = [];
  for (const line of inward) {
    const last = rows.at(-1)?.[0];
    const gap = last === undefined ? 0 : offsetOf(page, line, zone) - offsetOf(page, last, zone);
    if (last !== undefined && gap < 0.4 * last.style.sizePt) {
      rows.at(-1)?.push(line);
      continue;
    }
    if (last !== undefined && gap > (1 + apartLines[zone]) * last.style.sizePt) return rows;
    if (rows.length === maxRows[zone] || offsetOf(page, line, zone) > depthShare * page.heightPt) return [];
    rows.push([line]);
  }
  return [];
}

/** Whether nothing else is anywhere near some lines at the foot of the page. Text may well begin far below a title. */
function isFar(page: Page, own: readonly Line[], lines: readonly Line[], zone: FurnitureLine['zone']): boolean {
  const [first] = own;
  if (first === undefined || zone === 'header') return false;
  const innermost = Math.max(...own.map((line) => offsetOf(page, line, zone)));
  const others = lines.filter((line) => !own.includes(line)).map((line) => offsetOf(page, line, zone));
  return others.length > 0 && Math.min(...others) - innermost > farLines * first.style.sizePt;
}

function isSmall({ style }: Line, usual: number): boolean {
  return style.sizePt <= smallerBy * usual;
}

/** Whether a row begins with the mark of a note. A number by itself is that of the page. */
function isNote(row: readonly Line[]): boolean {
  const words = row.toSorted((left, right) => left.box.x0 - right.box.x0).flatMap((line) => line.words);
  const [first] = words;
  if (words.length === 1) return false;
  return first?.script === 'superscript' || /^(?:\d{1,3}[.)]?|[*†‡§]+)$/u.test(first?.text ?? '');
}

function offsetOf(page: Page, line: Line, zone: FurnitureLine['zone']): number {
  return zone === 'header' ? line.baseline : page.heightPt - line.baseline;
}

function asFurniture(page: Page, line: Line, zone: FurnitureLine['zone']): FurnitureLine {
  const { text, style } = line;
  const y = offsetOf(page, line, zone);
  return { zone, pattern: text, y, sizePt: style.sizePt, pages: [page.number], numbers: null, pageNumberIndex: null };
}
