import type { Box, Point } from '../types.ts';

/** A clipping path that is no rectangle, its curves as the polygons of their control points. */
export interface ClipShape {
  readonly polygons: readonly (readonly Point[])[];
  /** Whether the points of a polygon bend curves. */
  readonly curved: boolean;
  readonly rule: ClipRule;
}

export type ClipRule = 'nonzero' | 'even-odd';

/** A path of more points is taken as the box around it: each letter inside it is compared with all of them. */
export const maxClipPoints = 200;
/** Of paths inside each other as many count, the innermost. */
export const maxClipShapes = 4;

/** A letter is looked for at this many places across and down. */
const places = [0.1, 0.3, 0.5, 0.7, 0.9];

/** Whether some of a box is inside all of the shapes. */
export function isInsideShapes({ x0, y0, x1, y1 }: Box, shapes: readonly ClipShape[]): boolean {
  if (shapes.length === 0) return true;
  return places.some((across) =>
    places.some((down) => {
      const point = { x: x0 + across * (x1 - x0), y: y0 + down * (y1 - y0) };
      return shapes.every((shape) => contains(shape, point));
    }),
  );
}

/** Points of a box, from its middle as shares of its sides: inside of the ellipse in it, and outside of it. */
const insideEllipse = [
  [0.47, 0],
  [0, 0.47],
  [0.33, 0.33],
] as const;
const outsideEllipse = [
  [0.42, 0.42],
  [0.48, 0.3],
  [0.3, 0.48],
] as const;

/** Whether what is inside a box and all of the shapes is an ellipse: a round photograph. */
export function isEllipseIn({ x0, y0, x1, y1 }: Box, shapes: readonly ClipShape[]): boolean {
  const isShown = ([across, down]: readonly [number, number]) =>
    [1, -1].map((right) =>
      [1, -1].map((below) => {
        const x = (x0 + x1) / 2 + right * across * (x1 - x0);
        const y = (y0 + y1) / 2 + below * down * (y1 - y0);
        return shapes.every((shape) => contains(shape, { x, y }));
      }),
    );
  if (shapes.length === 0) return false;
  return insideEllipse.flatMap(isShown).flat().every(Boolean) && !outsideEllipse.flatMap(isShown).flat().some(Boolean);
}

/** By the winding number of a path around a point (ISO 32000-2, 8.5.3.3), or how often a ray from it crosses the path. */
function contains({ polygons, rule }: ClipShape, { x, y }: Point): boolean {
  let winding = 0;
  let crossings = 0;
  for (const polygon of polygons) {
    let from = polygon.at(-1);
    for (const to of polygon) {
      if (from !== undefined && from.y > y !== to.y > y) {
        const at = from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x);
        if (at > x) {
          crossings += 1;
          winding += to.y > from.y ? 1 : -1;
        }
      }
      from = to;
    }
  }
  return rule === 'nonzero' ? winding !== 0 : crossings % 2 === 1;
}
