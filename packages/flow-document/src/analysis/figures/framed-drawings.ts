import { containsBox, containsMiddle } from '@platen/pdf-kit/geometry';
import type { Box, Page, Rule } from '@platen/pdf-kit/page-model';

/** Fewer drawings in a frame are marks: bullets, ticks, arrows. */
const leastParts = 6;
/** A lower frame, in points, is a row of a table or of a form. */
const leastHeightPt = 36;
/** Edges this close to each other are one. */
const sameEdgePt = 1.5;

/**
 * Frames of four rules around loose drawings, which make one figure however far apart they are: a sketch of lines and a
 * few arcs. With more words than drawings in it, a frame is one of a form or of text.
 */
export function framedDrawings(parts: readonly Box[], page: Page): readonly Box[] {
  if (parts.length < leastParts) return [];
  return ruledFrames(page.rules).filter((frame) => {
    const drawn = parts.filter((part) => containsBox(frame, part, sameEdgePt)).length;
    if (drawn < leastParts) return false;
    const words = page.lines.flatMap((line) => line.words.filter(({ box }) => containsMiddle(frame, box)));
    return words.length <= drawn;
  });
}

/** Boxes between two level rules of one extent, one below the other, that upright rules close. */
function ruledFrames(rules: readonly Rule[]): readonly Box[] {
  const upright = Map.groupBy(
    rules.filter(({ orientation }) => orientation === 'vertical'),
    ({ x0 }) => Math.round(x0),
  );
  const closes = (x: number, y0: number, y1: number) =>
    [-1, 0, 1].some((step) =>
      upright.get(Math.round(x) + step)?.some((rule) => isSame(rule.y0, y0) && isSame(rule.y1, y1)),
    );
  const level = Map.groupBy(
    rules.filter(({ orientation }) => orientation === 'horizontal'),
    ({ x0, x1 }) => `${Math.round(x0)} ${Math.round(x1)}`,
  );
  return [...level.values()].flatMap((group) => {
    const downward = group.toSorted((first, second) => first.y0 - second.y0);
    return downward.slice(1).flatMap((bottom, index) => {
      const { x0, x1, y0 } = downward[index] ?? bottom;
      const y1 = bottom.y0;
      const isFrame = y1 - y0 >= leastHeightPt && closes(x0, y0, y1) && closes(x1, y0, y1);
      return isFrame ? [{ x0, y0, x1, y1 }] : [];
    });
  });
}

function isSame(first: number, second: number): boolean {
  return Math.abs(first - second) <= sameEdgePt;
}
