import { containsMiddle } from './box.ts';
import type { ContentReader, Operators } from './content-reader.ts';
import type { GraphicsState } from './graphics-state.ts';
import { identityMatrix, type Matrix, toMatrix } from './matrix.ts';
import { toNumber, toNumbers } from './operator-arguments.ts';
import { pageBounds } from './page-content.ts';
import { createStyleTable, readShownText } from './read-text.ts';

/** Operators that set the text state, move the pen and show text (ISO 32000-2, 9.3 and 9.4). */
export function textOperators(reader: ContentReader): Operators {
  const styleOf = createStyleTable();
  const { content, surroundings } = reader;
  return {
    beginText: () => startText(reader.state, identityMatrix),
    setTextMatrix: ([matrix]) => startText(reader.state, toMatrix(toNumbers(matrix))),
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
    moveText: ([x, y]) => moveLine(reader.state, toNumber(x), toNumber(y)),
    setLeadingMoveText: ([x, y]) => {
      reader.state.leading = toNumber(y);
      moveLine(reader.state, toNumber(x), toNumber(y));
    },
    nextLine: () => moveLine(reader.state, 0, reader.state.leading),
    showText: ([shown]) => {
      const { state } = reader;
      const font = state.fontName === null ? null : surroundings.fontOf(state.fontName);
      if (font === null || !Array.isArray(shown)) return;
      if (content.glyphs.length > pageBounds.glyphs) {
        reader.degrade(`Page ${surroundings.pageNumber} has too much text; the rest was left out`);
        return;
      }
      for (const glyph of readShownText(state, font, shown, reader.around(), styleOf)) {
        if (containsMiddle(state.clip, glyph.box)) content.glyphs.push(glyph);
      }
    },
  };
}

/** A negative size turns the glyphs round. */
export function selectFont(state: GraphicsState, name: unknown, size: unknown) {
  state.fontName = typeof name === 'string' ? name : null;
  state.fontSize = Math.abs(toNumber(size));
  state.fontDirection = toNumber(size) < 0 ? -1 : 1;
}

function startText(state: GraphicsState, matrix: Matrix) {
  state.textMatrix = matrix;
  state.lineX = 0;
  state.lineY = 0;
  moveLine(state, 0, 0);
}

function moveLine(state: GraphicsState, x: number, y: number) {
  state.lineX += x;
  state.lineY += y;
  state.x = state.lineX;
  state.y = state.lineY;
}
