import { boxHeight, boxWidth, containsMiddle } from '@platen/pdf-kit/geometry';
import type { Drawing, Fill, Page } from '@platen/pdf-kit/page-model';

/**
 * A gradient or tiles with text on them in a smaller box, in points, are the look of a button or a row, for which the middle
 * colour is enough: these are up to 30 high in designed documents, panels 60 and more. Without text, smaller ones are marks.
 */
const leastPt = { withText: 36, bare: 18 };

/**
 * The page with large gradients and tiles as what they are: with text on them they are grounds (fills that keep
 * `patterned`), others are drawings of their own.
 */
export function withPatterns(page: Page): Page {
  const parts = [...page.fills, ...page.drawings].filter((part) => isPattern(part, leastPt.bare));
  if (parts.length === 0) return page;
  const level = page.lines.filter(({ angle }) => angle === 0);
  const under = new Set(parts.filter(({ box }) => level.some((line) => containsMiddle(box, line.box))));
  const bare = new Set(parts.filter((part) => !under.has(part)));
  const grounds = new Set(
    page.drawings.filter((drawing) => under.has(drawing) && isPattern(drawing, leastPt.withText)),
  );
  return {
    ...page,
    fills: [...page.fills.filter((fill) => !bare.has(fill)), ...[...grounds].flatMap(groundOf)],
    drawings: [
      ...page.drawings.filter((drawing) => !bare.has(drawing) && !grounds.has(drawing)),
      ...[...bare].map(pictureOf),
    ],
  };
}

/** The gradients and tiles of a page that its text is on. */
export function grounds({ fills }: Pick<Page, 'fills'>): readonly Fill[] {
  return fills.filter((fill) => isPattern(fill, leastPt.withText));
}

function isPattern({ patterned, box }: Fill | Drawing, smallestPt: number): boolean {
  return patterned === true && Math.min(boxWidth(box), boxHeight(box)) >= smallestPt;
}

function groundOf({ box, fillColor }: Drawing): Page['fills'] {
  return fillColor === null ? [] : [{ box, color: fillColor, patterned: true }];
}

function pictureOf(part: Fill | Drawing): Drawing {
  return {
    box: part.box,
    kind: 'shading',
    strokeColor: null,
    fillColor: 'color' in part ? part.color : part.fillColor,
  };
}
