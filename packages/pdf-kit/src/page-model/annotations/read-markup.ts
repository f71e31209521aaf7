import { colorOfChannels } from '../color-channels.ts';
import { type Matrix, transformBox } from '../matrix.ts';
import type { Box, Fill, Rule } from '../types.ts';
import { isHidden } from './read-annotations.ts';

/** The fields of a pdf.js annotation that marks text. Outside data. */
interface TextMarkup {
  readonly subtype?: string;
  readonly annotationFlags?: number;
  readonly quadPoints?: ArrayLike<number> | null;
  readonly color?: ArrayLike<number> | null;
}

/** How far down the marked area a line under the text and one through it run. */
const underlineShare = 0.9;
const strikeShare = 0.58;
/** Thickness of these lines, as a share of the height of the area. */
const thicknessShare = 0.05;

export interface MarkedText {
  readonly fills: readonly Fill[];
  readonly rules: readonly Rule[];
}

/** Text that annotations highlight, underline and strike out, as fills and rules at its words (ISO 32000-2, 12.5.6.10). */
export function readMarkup(annotations: readonly unknown[], matrix: Matrix): MarkedText {
  const fills: Fill[] = [];
  const rules: Rule[] = [];
  for (const { subtype, annotationFlags, quadPoints, color } of annotations as readonly TextMarkup[]) {
    if (isHidden({ annotationFlags }) || !quadPoints) continue;
    const paint = hexColor(color);
    for (const box of boxesOf(quadPoints, matrix)) {
      if (subtype === 'Highlight') fills.push({ box, color: paint });
      if (subtype === 'Underline' || subtype === 'Squiggly') rules.push(ruleAt(box, underlineShare, paint));
      if (subtype === 'StrikeOut') rules.push(ruleAt(box, strikeShare, paint));
    }
  }
  return { fills, rules };
}

/** Eight numbers for each marked line: the corners of a quadrilateral. */
function boxesOf(points: ArrayLike<number>, matrix: Matrix): readonly Box[] {
  const boxes: Box[] = [];
  for (let start = 0; start + 8 <= points.length; start += 8) {
    const corners = Array.from(points).slice(start, start + 8);
    const xs = corners.filter((_, index) => index % 2 === 0);
    const ys = corners.filter((_, index) => index % 2 === 1);
    boxes.push(transformBox(matrix, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)));
  }
  return boxes;
}

function ruleAt({ x0, y0, x1, y1 }: Box, share: number, color: string): Rule {
  const y = y0 + share * (y1 - y0);
  return { orientation: 'horizontal', x0, y0: y, x1, y1: y, widthPt: thicknessShare * (y1 - y0), color, dashed: false };
}

function hexColor(color: ArrayLike<number> | null | undefined): string {
  return colorOfChannels(color === null || color === undefined ? [0, 0, 0] : Array.from(color).slice(0, 3));
}
