import { type Affine, applyAffine, chainAffine, type RasterLine, type RasterWord } from '@platen/pdf-kit/ocr';
import { isSpaced } from '../pages/line-text.ts';
import type { GlyphCodes } from './glyph-codes.ts';
import { advanceUnits, unitsPerEm } from './glyphless-font.ts';
import { toVisualOrder } from './visual-order.ts';

/** The em of a line whose letters reach this far from ascender to descender, as usual fonts have it. */
const emPerLineHeight = 1 / 0.94;
const minSizePt = 1;

/**
 * The operators of an invisible text layer (text render mode 3): each word at its place and as wide as it is drawn.
 * `toUserSpace` leads from the coordinates of the lines to user space of the page; `font` names the font's resource.
 */
export function writeTextContent(
  lines: readonly RasterLine[],
  toUserSpace: Affine,
  codes: GlyphCodes,
  font: string,
): string {
  const operators = lines.flatMap((line) =>
    line.words.map((word, index) => {
      const placed = placeWord(line, word, toUserSpace);
      return showWord(placed, word.text, {
        spaced: isSpaced(word.text, line.words[index + 1]?.text),
        line,
        codes,
        font,
      });
    }),
  );
  return `BT\n3 Tr\n${operators.join('\n')}\nET\n`;
}

/** Where a word begins on its baseline, which way it runs, and its measures, in user space. */
interface PlacedWord {
  readonly x: number;
  readonly y: number;
  /** Unit vectors along the baseline and upwards from it. */
  readonly along: readonly [number, number];
  readonly up: readonly [number, number];
  readonly width: number;
  readonly size: number;
}

function placeWord(line: RasterLine, word: RasterWord, toUserSpace: Affine): PlacedWord {
  const { x, y, along, width } = placeOnRaster(line, word);
  const [ax, ay] = along;
  // Upwards is a quarter turn to the left of the way the line runs, with y pointing down.
  const map = chainAffine([ax, ay, ay, -ax, x, y], toUserSpace);
  const alongScale = Math.hypot(map[0], map[1]);
  const upScale = Math.hypot(map[2], map[3]);
  const middle = applyAffine(map, width / 2, 0);
  const direction = nearestAxis(map[0] / alongScale, map[1] / alongScale);
  const halfWidth = (width * alongScale) / 2;
  return {
    x: middle.x - direction[0] * halfWidth,
    y: middle.y - direction[1] * halfWidth,
    along: direction,
    up: nearestAxis(map[2] / upScale, map[3] / upScale),
    width: 2 * halfWidth,
    size: Math.max(minSizePt, line.heightPx * emPerLineHeight * upScale),
  };
}

/** Where a word begins on the raster: on the baseline of its line, which may run upright in a turned block of text. */
function placeOnRaster({ baseline }: RasterLine, { box }: RasterWord) {
  const [dx, dy] = [baseline.x1 - baseline.x0, baseline.y1 - baseline.y0];
  if (Math.abs(dx) >= Math.abs(dy)) {
    const slope = dx === 0 ? 0 : dy / dx;
    const y = baseline.y0 + slope * ((box.x0 + box.x1) / 2 - baseline.x0);
    return { x: box.x0, y, along: [1, 0] as const, width: box.x1 - box.x0 };
  }
  const x = baseline.x0 + (dx / dy) * ((box.y0 + box.y1) / 2 - baseline.y0);
  return dy > 0
    ? { x, y: box.y0, along: [0, 1] as const, width: box.y1 - box.y0 }
    : { x, y: box.y1, along: [0, -1] as const, width: box.y1 - box.y0 };
}

/** Words of a skewed page stand level at their places: readers put slanted ones into lines of their own. */
function nearestAxis(x: number, y: number): readonly [number, number] {
  return Math.abs(x) >= Math.abs(y) ? [Math.sign(x), 0] : [0, Math.sign(y)];
}

interface WordStyle {
  readonly spaced: boolean;
  readonly line: RasterLine;
  readonly codes: GlyphCodes;
  readonly font: string;
}

/** The space after a word belongs to its string, on the side where the line goes on; it never widens the word. */
function showWord(word: PlacedWord, text: string, { spaced, line, codes, font }: WordStyle): string {
  const rightToLeft = line.direction === 'rtl';
  const shown = rightToLeft ? toVisualOrder(text) : text;
  const letters = Array.from(shown).length;
  const letterWidth = word.width / letters;
  const scale = (100 * letterWidth) / ((advanceUnits / unitsPerEm) * word.size);
  const shift = rightToLeft && spaced ? letterWidth : 0;
  const matrix = [...word.along, ...word.up, word.x - word.along[0] * shift, word.y - word.along[1] * shift];
  const string = spaced ? (rightToLeft ? ` ${shown}` : `${shown} `) : shown;
  return `/${font} ${number(word.size)} Tf ${number(scale)} Tz ${matrix.map(number).join(' ')} Tm <${codes.encode(string)}> Tj`;
}

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
