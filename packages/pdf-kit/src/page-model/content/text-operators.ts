import { boxHeight, boxWidth, containsMiddle, sharedHeight, sharedWidth } from '../box.ts';
import { identityMatrix, type Matrix } from '../matrix.ts';
import type { Box } from '../types.ts';
import { isInsideShapes } from './clip-shape.ts';
import type { ContentReader, Operators } from './content-reader.ts';
import type { GraphicsState } from './graphics-state.ts';
import { toMatrix, toNumber } from './operator-arguments.ts';
import { type DrawnGlyph, pageBounds } from './page-content.ts';
import { createStyleTable, readShownText } from './read-text.ts';

/** Operators that set the text state, move the pen and show text (ISO 32000-2, 9.3 and 9.4). */
export function textOperators(reader: ContentReader): Operators {
  const styleOf = createStyleTable();
  const { content, surroundings } = reader;
  let run = 0;
  const startText = (matrix: Matrix) => {
    reader.state.textMatrix = matrix;
    reader.state.lineX = 0;
    reader.state.lineY = 0;
    moveLine(0, 0);
  };
  const moveLine = (x: number, y: number) => {
    run += 1;
    movePen(reader.state, x, y);
  };
  const clip = (glyph: DrawnGlyph) => {
    if (glyph.text !== '' && containsMiddle(content.pageBox, glyph.box)) content.clipped.push(glyph);
  };
  return {
    beginText: () => startText(identityMatrix),
    setTextMatrix: ([matrix]) => startText(toMatrix(matrix)),
    setFont: ([name, size]) => selectFont(reader.state, name, size),
    setCharSpacing: ([spacing]) => {
      reader.state.charSpacing = toNumber(spacing);
    },
    setWordSpacing: ([spacing]) => {
      reader.state.wordSpacing = toNumber(spacing);
    },
    setHScale: ([percent]) => {
      reader.state.horizontalScale = toNumber(percent) / 100;
    },
    setLeading: ([leading]) => {
      reader.state.leading = -toNumber(leading);
    },
    setTextRise: ([rise]) => {
      reader.state.rise = toNumber(rise);
    },
    setTextRenderingMode: ([mode]) => {
      reader.state.renderMode = toNumber(mode);
    },
    moveText: ([x, y]) => moveLine(toNumber(x), toNumber(y)),
    setLeadingMoveText: ([x, y]) => {
      reader.state.leading = toNumber(y);
      moveLine(toNumber(x), toNumber(y));
    },
    nextLine: () => moveLine(0, reader.state.leading),
    showText: ([shown]) => {
      const { state } = reader;
      const font = state.fontName === null ? null : surroundings.fontOf(state.fontName);
      if (font === null || !Array.isArray(shown)) return;
      if (content.glyphs.length + content.clipped.length > pageBounds.glyphs) {
        reader.degrade(`Page ${surroundings.pageNumber} has too much text; some of it was left out`);
        return;
      }
      for (const glyph of readShownText(
        state,
        font,
        shown,
        { ...reader.around(), run, grounds: reader.content.grounds },
        styleOf,
      )) {
        if (!isSeen(glyph.box, state)) clip(glyph);
        else (glyph.text === '' ? content.unread : content.glyphs).push(glyph);
      }
    },
  };
}

/** The room for ascenders and descenders is a third of a box: with less of it inside, a clip leaves no letter to read. */
const seenShare = 1 / 3;

/** A letter that the edge of the page or a clip cuts is read as long as something of it can be made out. */
function isSeen(box: Box, { clip, clipShapes }: GraphicsState): boolean {
  const [across, down] = [sharedWidth(box, clip), sharedHeight(box, clip)];
  const inBox = across >= seenShare * boxWidth(box) && down >= seenShare * boxHeight(box);
  return inBox && isInsideShapes(box, clipShapes);
}

/** A negative size turns the glyphs round. */
export function selectFont(state: GraphicsState, name: unknown, size: unknown) {
  state.fontName = typeof name === 'string' ? name : null;
  state.fontSize = Math.abs(toNumber(size));
  state.fontDirection = toNumber(size) < 0 ? -1 : 1;
}

function movePen(state: GraphicsState, x: number, y: number) {
  state.lineX += x;
  state.lineY += y;
  state.x = state.lineX;
  state.y = state.lineY;
}
