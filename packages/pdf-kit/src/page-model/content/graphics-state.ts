import { identityMatrix, type Matrix } from '../matrix.ts';
import type { Box } from '../types.ts';
import type { ClipShape } from './clip-shape.ts';

/** The part of the graphics state that the page model needs (ISO 32000-2, 8.4 and 9.3). */
export interface GraphicsState {
  matrix: Matrix;
  /** The box around the clipping path, in page points. */
  clip: Box;
  /** Non-rectangular clipping paths; a letter is read if part of it is inside each of them. */
  clipShapes: readonly ClipShape[];
  fillColor: string;
  strokeColor: string;
  fillAlpha: number;
  strokeAlpha: number;
  /** Whether a soft mask applies (ISO 32000-2, 11.6.5). */
  masked: boolean;
  /** Fills are a pattern: tiles or a gradient. */
  fillPatterned: boolean;
  /** What is painted mixes with what is below it, as a highlight does (ISO 32000-2, 11.3.5). */
  blended: boolean;
  /** Fills are tiles that are painted through a soft mask, as browsers print gradients that fade out. */
  fillMasked: boolean;
  /** The opacity of the enclosing transparency groups, and whether a soft mask or a blend mode applies to one. */
  groupAlpha: number;
  groupMasked: boolean;
  groupBlended: boolean;
  lineWidth: number;
  dashed: boolean;
  fontName: string | null;
  fontSize: number;
  /** −1 where the font size is negative: the glyphs are turned round. */
  fontDirection: 1 | -1;
  charSpacing: number;
  wordSpacing: number;
  horizontalScale: number;
  leading: number;
  rise: number;
  renderMode: number;
  textMatrix: Matrix;
  /** Pen position in text space, and the start of the line. */
  x: number;
  y: number;
  lineX: number;
  lineY: number;
}

export function createGraphicsState(matrix: Matrix, clip: Box): GraphicsState {
  return {
    matrix,
    clip,
    clipShapes: [],
    fillColor: '#000000',
    strokeColor: '#000000',
    fillAlpha: 1,
    strokeAlpha: 1,
    masked: false,
    fillPatterned: false,
    blended: false,
    fillMasked: false,
    groupAlpha: 1,
    groupMasked: false,
    groupBlended: false,
    lineWidth: 1,
    dashed: false,
    fontName: null,
    fontSize: 0,
    fontDirection: 1,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
    renderMode: 0,
    textMatrix: identityMatrix,
    x: 0,
    y: 0,
    lineX: 0,
    lineY: 0,
  };
}

export function isMasked({ masked, groupMasked }: GraphicsState): boolean {
  return masked || groupMasked;
}
