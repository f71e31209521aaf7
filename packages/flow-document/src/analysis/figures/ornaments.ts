import { boxHeight, boxWidth, clusterBoxes, containsMiddle, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box, Line } from '@platen/pdf-kit/page-model';

/** A side of an ornament repeats its motif: it has so many parts at least. */
const leastParts = 8;
/** It runs along this share of the text that it frames. */
const besideShare = 0.8;

/** What goes around the text of a page. */
interface Ornaments {
  /** Their four sides. */
  readonly sides: readonly Box[];
  /** The indexes of their parts. */
  readonly members: ReadonlySet<number>;
}

/** Finds ornaments around the lines of a page, such as leaves along its edges: as one drawing they would cover the text. */
export function findOrnaments(parts: readonly Box[], lines: readonly Line[]): Ornaments {
  const found = clusterBoxes(parts).flatMap(({ box, members }) => {
    const inside = lines.filter((line) => line.angle === 0 && containsMiddle(box, line.box)).map((line) => line.box);
    const own = members.flatMap((index) => parts[index] ?? []);
    const sides = inside.length < 2 ? null : sidesAround(uniteBoxes(inside), own);
    return sides === null ? [] : [{ sides, members }];
  });
  return {
    sides: found.flatMap(({ sides }) => sides),
    members: new Set(found.flatMap(({ members }) => members)),
  };
}

/** The four sides of parts that are all around a text and never on it; null for others. */
function sidesAround(text: Box, parts: readonly Box[]): readonly Box[] | null {
  const left = parts.filter(({ x1 }) => x1 <= text.x0);
  const right = parts.filter(({ x0 }) => x0 >= text.x1);
  const between = parts.filter(({ x0, x1 }) => x1 > text.x0 && x0 < text.x1);
  const above = between.filter(({ y1 }) => y1 <= text.y0);
  const below = between.filter(({ y0 }) => y0 >= text.y1);
  const sides = [left, right, above, below];
  if (between.length > above.length + below.length || sides.some(({ length }) => length < leastParts)) return null;
  const boxes = sides.map((side) => uniteBoxes(side));
  const isAlong = (side: Box) =>
    boxWidth(side) >= besideShare * boxWidth(text) || boxHeight(side) >= besideShare * boxHeight(text);
  return boxes.every(isAlong) ? boxes : null;
}
