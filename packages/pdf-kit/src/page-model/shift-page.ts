import { mapBoxes } from './map-boxes.ts';
import type { Box, Line, Page, Point } from './types.ts';

/** How far something moves, in points: to the right and downwards. */
export interface Shift {
  readonly x: number;
  readonly y: number;
}

/** The page with everything on it moved. */
export function shiftPage(page: Page, by: Shift): Page {
  return {
    ...mapBoxes(page, (box) => shiftBox(box, by)),
    lines: page.lines.map((line) => shiftLine(line, by)),
    rules: page.rules.map((rule) => ({ ...rule, ...shiftBox(rule, by) })),
  };
}

function shiftBox({ x0, y0, x1, y1 }: Box, by: Shift): Box {
  return { x0: x0 + by.x, y0: y0 + by.y, x1: x1 + by.x, y1: y1 + by.y };
}

function shiftPoint({ x, y }: Point, by: Shift): Point {
  return { x: x + by.x, y: y + by.y };
}

function shiftLine(line: Line, by: Shift): Line {
  const runsUpright = line.angle === 90 || line.angle === 270;
  return {
    ...line,
    box: shiftBox(line.box, by),
    baseline: line.baseline + (runsUpright ? by.x : by.y),
    words: line.words.map((word) => ({
      ...word,
      box: shiftBox(word.box, by),
      glyphs: word.glyphs.map((glyph) => ({
        ...glyph,
        box: shiftBox(glyph.box, by),
        origin: shiftPoint(glyph.origin, by),
      })),
    })),
  };
}
