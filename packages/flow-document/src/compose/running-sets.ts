import type { Glyph, Line, Page } from '@platen/pdf-kit/page-model';
import type { PageFrame } from '../analysis/layout/page-frame.ts';
import type { FurnitureFacts } from '../analysis/running/furniture.ts';
import type { RunningPart } from '../analysis/running/running-parts.ts';
import { runningLines, runningVariants } from '../analysis/running/running-variants.ts';
import { type DecorationOf, findDecorations } from '../analysis/text/decorations.ts';
import { cutLine, fragmentOf } from '../analysis/text/fragments.ts';
import type { RunStyles } from '../analysis/text/run-styles.ts';
import type { Fragment } from '../analysis/types.ts';
import type { Inline, Paragraph, PictureInline } from '../model/blocks.ts';
import type { TabStop } from '../model/formats.ts';
import { plainParagraph } from '../model/plain-paragraph.ts';
import type { Furniture, FurnitureSet } from '../model/sections.ts';
import { lineSetting } from './line-height.ts';
import { runningInlines } from './running-inlines.ts';
import type { RunningSets } from './section-layout.ts';

interface RunningSources {
  readonly part: RunningPart;
  readonly pageCount: number;
  readonly furniture: FurnitureFacts;
  readonly runStyles: RunStyles;
  frameOf(page: Page): PageFrame;
  iconOf(icon: Glyph): PictureInline | null;
}

/** The running headers and footers of a part of the document, with their first and even variants. */
export function findRunningSets(sources: RunningSources): RunningSets {
  const [headers, headerDistancePt, headerPt] = setOf('header', sources);
  const [footers, footerDistancePt] = setOf('footer', sources);
  const headerBottomPt = headerPt === 0 ? 0 : headerDistancePt + headerPt;
  return { headers, footers, headerDistancePt, footerDistancePt, headerBottomPt, numbering: sources.part };
}

/**
 * A section without a header shows that of the section before, and a first or an even page none where only the other
 * zone has one of its own: each gets the usual one, or one that shows nothing.
 */
export function withBlankVariants(parts: readonly RunningSets[]): readonly RunningSets[] {
  const all = parts.flatMap(({ headers, footers }) => [headers, footers]);
  const hasEven = all.some(({ even }) => even !== null);
  const filled = (zone: 'headers' | 'footers', set: FurnitureSet, beside: FurnitureSet): FurnitureSet => {
    if (parts.every((part) => Object.values(part[zone]).every((variant) => variant === null))) return set;
    const usual = set.default ?? blank;
    const hasFirst = set.first !== null || beside.first !== null;
    return {
      default: usual,
      even: set.even ?? (hasEven ? usual : null),
      first: set.first ?? (hasFirst ? usual : null),
    };
  };
  return parts.map((part) => ({
    ...part,
    headers: filled('headers', part.headers, part.footers),
    footers: filled('footers', part.footers, part.headers),
  }));
}

const blank: Furniture = { blocks: [] };
const noFurniture: FurnitureSet = { default: null, first: null, even: null };
const defaultDistancePt = 36;

/** The running lines of a zone, how far from the edge of the page they are, and how high. */
function setOf(zone: 'header' | 'footer', sources: RunningSources): readonly [FurnitureSet, number, number] {
  const { part, furniture } = sources;
  const known = furniture.lines.filter((line) => line.zone === zone);
  if (known.length === 0) return [noFurniture, defaultDistancePt, 0];
  const variants = runningVariants(zone, part, furniture);
  if (variants === null) return [noFurniture, defaultDistancePt, 0];
  const { main, first, even } = variants;
  const shown = [main, first, even].some((page) => page !== null && runningLines(page, zone, furniture).length > 0);
  if (!shown) return [noFurniture, defaultDistancePt, 0];
  const set: FurnitureSet = {
    default: furnitureOf(main, zone, sources),
    first: first === null ? null : furnitureOf(first, zone, sources),
    even: even === null ? null : furnitureOf(even, zone, sources),
  };
  const measured = first !== null && runningLines(main, zone, furniture).length === 0 ? first : main;
  const wanted = distanceOf(measured, zone, furniture);
  // A header that reaches into the body would push it down.
  const roomPt = zone === 'header' ? sources.frameOf(main).y0 : main.heightPt - sources.frameOf(main).y1;
  const heightPt = Math.max(heightOf(set.default), heightOf(set.first), heightOf(set.even));
  return [set, Math.max(4, Math.min(wanted, roomPt - heightPt - 1)), heightPt];
}

function distanceOf(page: Page, zone: 'header' | 'footer', furniture: FurnitureFacts): number {
  const boxes = runningLines(page, zone, furniture).map(({ line }) => line.box);
  if (boxes.length === 0) return defaultDistancePt;
  const distance =
    zone === 'header' ? Math.min(...boxes.map(({ y0 }) => y0)) : page.heightPt - Math.max(...boxes.map(({ y1 }) => y1));
  return Math.max(4, distance);
}

function heightOf(furniture: Furniture | null): number {
  return (furniture?.blocks ?? []).reduce((total, block) => {
    if (block.kind !== 'paragraph') return total;
    const parts = block.inlines.flatMap((inline) => (inline.kind === 'link' ? inline.children : inline));
    const size = Math.max(0, ...parts.map((inline) => ('style' in inline ? inline.style.sizePt : 0)));
    return total + block.format.spaceBeforePt + 1.25 * size;
  }, 0);
}

function furnitureOf(page: Page, zone: 'header' | 'footer', sources: RunningSources): Furniture {
  const lines = runningLines(page, zone, sources.furniture).map(({ line }) => line);
  const frame = sources.frameOf(page);
  // What is behind whole lines is drawn as a mark.
  const decorationOf = findDecorations({ ...page, fills: [] }, []);
  let cursor: number | null = null;
  const blocks = rowsOf(lines).map((row) => {
    const { paragraph, bottomY } = rowParagraph(row, frame, page, { ...sources, decorationOf }, cursor);
    cursor = bottomY;
    return paragraph;
  });
  return { blocks };
}

/** Lines on one baseline, from top to bottom and left to right. One drawn over another has a row for itself. */
function rowsOf(lines: readonly Line[]): readonly (readonly Fragment[])[] {
  const rows: Line[][] = [];
  for (const line of [...lines].sort((first, second) => first.baseline - second.baseline)) {
    const row = rows.findLast((candidate) => isOnRow(line, candidate));
    if (row === undefined) rows.push([line]);
    else row.push(line);
  }
  return rows.map((row) =>
    row.flatMap((line) => cutLineLoosely(line)).sort((first, second) => first.box.x0 - second.box.x0),
  );
}

function isOnRow({ baseline, style: { sizePt }, box }: Line, row: readonly Line[]): boolean {
  const [first] = row;
  if (first === undefined || baseline - first.baseline >= 0.4 * sizePt) return false;
  return row.every((other) => Math.min(box.x1, other.box.x1) - Math.max(box.x0, other.box.x0) < 2 * sizePt);
}

/** Pieces a tab apart: only wide gaps split a running line. */
function cutLineLoosely(line: Line): readonly Fragment[] {
  const pieces: Fragment[] = [];
  for (const piece of cutLine(line)) {
    const last = pieces.at(-1);
    if (last !== undefined && piece.box.x0 - last.box.x1 < 1.5 * piece.style.sizePt) {
      pieces[pieces.length - 1] = fragmentOf(line, [...last.words, ...piece.words]);
    } else pieces.push(piece);
  }
  return pieces;
}

function rowParagraph(
  row: readonly Fragment[],
  frame: PageFrame,
  page: Page,
  { pageCount, runStyles, furniture, decorationOf, iconOf }: RunningSources & { readonly decorationOf: DecorationOf },
  cursor: number | null,
): { readonly paragraph: Paragraph; readonly bottomY: number } {
  const first = row[0];
  if (first === undefined) throw new TypeError('A row needs a piece');
  const style = runStyles.styleOf(first.style);
  const setting = lineSetting(style, null);
  const top = first.baseline - setting.baselinePt;
  const tabStops: TabStop[] = [];
  const inlines: Inline[] = [];
  const alone = row.length === 1 ? positionOf(first, frame) : 'left';
  row.forEach((piece, index) => {
    const position = positionOf(piece, frame);
    if (index > 0 || (alone === 'left' && position !== 'left')) {
      tabStops.push(tabStopAt(piece, position, frame));
      inlines.push({ kind: 'tab', style });
    }
    inlines.push(
      ...runningInlines(piece, {
        pageNumber: furniture.pageNumberOn(page, piece.line),
        pageCount,
        runStyles,
        decorationOf,
        links: page.links,
        iconOf,
      }),
    );
  });
  const spaceBeforePt = cursor === null ? 0 : Math.max(0, top - cursor);
  const paragraph: Paragraph = plainParagraph(inlines, {
    alignment: alone,
    indentLeftPt: alone === 'left' ? first.box.x0 - frame.x0 : 0,
    // What is in the margin, as numbers may, would find no room there.
    indentRightPt: Math.min(0, frame.marginX1 - Math.max(...row.map(({ box }) => box.x1 + spareOf(box, alone, row)))),
    spaceBeforePt,
    lineSpacing: setting.spacing,
    rightToLeft: first.direction === 'rtl',
    tabStops,
  });
  return { paragraph, bottomY: (cursor ?? top) + spaceBeforePt + setting.heightPt };
}

/** A line may run wider by this share in another face. */
const spareShare = 0.1;

/** What a line on its own may need behind it. Where there are tabs, they count from its end. */
function spareOf({ x0, x1 }: Fragment['box'], position: 'left' | 'center' | 'right', row: readonly Fragment[]): number {
  return row.length === 1 && position === 'left' ? spareShare * (x1 - x0) : 0;
}

function positionOf({ box }: Fragment, frame: PageFrame): 'left' | 'center' | 'right' {
  const shift = box.x0 + box.x1 - (frame.x0 + frame.x1);
  const width = frame.x1 - frame.x0;
  if (Math.abs(shift) < 12 && box.x1 - box.x0 < 0.9 * width) return 'center';
  if (box.x1 > frame.x1 - 6 && box.x0 > frame.x0 + 0.25 * width) return 'right';
  return 'left';
}

function tabStopAt({ box }: Fragment, position: 'left' | 'center' | 'right', frame: PageFrame): TabStop {
  const positionPt =
    position === 'center'
      ? (box.x0 + box.x1) / 2 - frame.x0
      : position === 'right'
        ? box.x1 - frame.x0
        : box.x0 - frame.x0;
  return { positionPt, alignment: position, leader: 'none' };
}
