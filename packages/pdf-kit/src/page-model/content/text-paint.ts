import { type Matrix, matrixScale, transformPoint } from '../matrix.ts';
import type { GraphicsState } from './graphics-state.ts';
import { fillColorAt, type Ground, strokeColorAt } from './ground-color.ts';

/** How glyphs are painted, and what that makes of their face. */
export interface TextPaint {
  readonly color: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

const white = '#ffffff';
/** Writers without a bold face stroke the letters of the regular one: by 0.02 em and more. */
const boldStrokeEm = 0.018;
/** Writers without an italic face shear the regular one: by 0.2 to 0.33. */
const italicShear = 0.15;

/** The paint of text: of its outline where that is all that is seen on white paper (ISO 32000-2, 9.3.6). */
export function textPaint(state: GraphicsState, toPage: Matrix, sizePt: number, grounds: readonly Ground[]): TextPaint {
  const { x, y } = transformPoint(toPage, state.x, state.y);
  const start = { x0: x, y0: y, x1: x, y1: y };
  const [fill, stroke] = [fillColorAt(start, state, grounds), strokeColorAt(start, state, grounds)];
  const strokes = state.renderMode % 4 === 1 || state.renderMode % 4 === 2;
  const fills = state.renderMode % 4 === 0 || state.renderMode % 4 === 2;
  const strokePt = state.lineWidth * matrixScale(state.matrix);
  return {
    color: strokes && (!fills || fill === white) ? stroke : fill,
    bold: strokes && fills && stroke === fill && strokePt >= boldStrokeEm * sizePt,
    italic: shearOf(toPage) > italicShear,
  };
}

/** How far what is upright in text space leans towards the end of the line on the page. */
function shearOf([a, b, c, d]: Matrix): number {
  const area = Math.abs(a * d - b * c);
  return area === 0 ? 0 : (a * c + b * d) / area;
}
