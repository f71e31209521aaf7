import type { BitPlane } from './bit-plane.ts';

/** A connected component at its place on the page. */
export interface PlacedShape {
  readonly x: number;
  readonly y: number;
  readonly bits: BitPlane;
}
