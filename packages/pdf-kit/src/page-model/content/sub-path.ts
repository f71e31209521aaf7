import { transformPoint } from '../matrix.ts';
import type { Point } from '../types.ts';
import type { GraphicsState } from './graphics-state.ts';
import { pathOpcode } from './path-opcode.ts';

/** Tolerance for equal points. */
const samePointPt = 0.01;

/** A connected part of a path. */
export interface SubPath {
  readonly points: Point[];
  curved: boolean;
  closed: boolean;
}

/** The sub-paths of an encoded path in page points. */
export function readSubPaths(encoded: ArrayLike<number>, state: GraphicsState): SubPath[] {
  const paths: SubPath[] = [];
  let current: SubPath | null = null;
  const add = (index: number) => {
    current?.points.push(transformPoint(state.matrix, encoded[index] ?? 0, encoded[index + 1] ?? 0));
  };
  for (let index = 0; index < encoded.length; ) {
    const code = encoded[index];
    index += 1;
    if (code === pathOpcode.moveTo) {
      current = { points: [], curved: false, closed: false };
      paths.push(current);
      add(index);
      index += 2;
    } else if (code === pathOpcode.lineTo) {
      add(index);
      index += 2;
    } else if (code === pathOpcode.curveTo || code === pathOpcode.quadraticCurveTo) {
      const length = code === pathOpcode.curveTo ? 6 : 4;
      const start = current?.points.length ?? 0;
      for (let offset = 0; offset < length; offset += 2) add(index + offset);
      if (current !== null && !dropTurn(current.points, start)) current.curved = true;
      index += length;
    } else if (current !== null) {
      current.closed = true;
    }
  }
  return paths.filter(({ points }) => points.length > 0);
}

/** Drops the points from `start` on if all equal the one before them: a corner of radius 0 is not a curve. */
function dropTurn(points: Point[], start: number): boolean {
  const corner = points[start - 1];
  if (!points.slice(start).every((point) => isSamePoint(point, corner))) return false;
  points.length = start;
  return true;
}

/** Whether two points are the same but for rounding. */
export function isSamePoint(first: Point | undefined, second: Point | undefined): boolean {
  if (first === undefined || second === undefined) return false;
  return Math.abs(first.x - second.x) < samePointPt && Math.abs(first.y - second.y) < samePointPt;
}
