import type { Font, Line, Page, Point, TextStyle, Word } from '../types.ts';
import { composeLine, lineBreakEm } from './build-lines.ts';
import { type PitchedLine, settlePitch } from './fixed-pitch.ts';
import type { RecognizedLine, RecognizedWord } from './recognized-line.ts';
import { recognizedSize, recognizedSizes } from './recognized-sizes.ts';

/** The font of recognised text, which has none. */
const recognizedFont: Font = {
  name: '',
  bold: false,
  italic: false,
  monospace: false,
  serif: false,
  symbolic: false,
  vertical: false,
  ascent: 0.8,
  descent: -0.2,
};

const typewriterFont: Font = { ...recognizedFont, monospace: true };

/** The page with recognised text instead of its own, so that a scan is read like any other page. */
export function withRecognizedText(page: Page, recognized: readonly RecognizedLine[]): Page {
  const pieces = settlePitch(recognized).flatMap(piecesOf);
  const sizes = recognizedSizes(
    pieces.map(({ words, angle }) => (angle === 0 ? words : words.map(layLevel))),
    page.rules,
  );
  const lines = pieces.map((piece, index) => toLine(piece, piece.sizePt ?? sizes[index] ?? 0));
  return { ...page, kind: 'text', drawnText: '', lines };
}

interface Piece {
  readonly words: readonly RecognizedWord[];
  /** x where it runs upright, else y. */
  readonly baseline: number;
  readonly angle: NonNullable<RecognizedLine['angle']>;
  readonly sizePt: number | undefined;
  readonly fixedPitch: boolean;
}

function piecesOf({ words, baseline, angle = 0, sizePt, fixedPitch }: PitchedLine): readonly Piece[] {
  if (words.length === 0) return [];
  const bottom = baseline ?? Math.max(...words.map(({ box }) => (angle === 0 ? box.y1 : box.x1)));
  const pieces = angle === 0 ? splitAtGaps(words, sizePt ?? recognizedSize(words)) : [words];
  return pieces.map((piece) => ({ words: piece, baseline: bottom, angle, sizePt, fixedPitch }));
}

/** A word that runs upright with the box it would have if it ran level, somewhere. */
function layLevel(word: RecognizedWord): RecognizedWord {
  const { x0, y0, x1, y1 } = word.box;
  return { ...word, box: { x0: y0, y0: x0, x1: y1, y1: x1 } };
}

function toLine({ words, baseline, angle, fixedPitch }: Piece, sizePt: number): Line {
  const style: TextStyle = { font: fixedPitch ? typewriterFont : recognizedFont, sizePt, color: '#000000' };
  const placed = words.map((word) => toWord(word, style, originOf(word, baseline, angle)));
  // Across the direction of writing, baselines are counted away from the lines before: to the left where it is downwards.
  return composeLine(placed, angle === 90 ? -baseline : baseline, angle);
}

function originOf({ box }: RecognizedWord, baseline: number, angle: Piece['angle']): Point {
  if (angle === 0) return { x: box.x0, y: baseline };
  return { x: baseline, y: angle === 270 ? box.y1 : box.y0 };
}

function splitAtGaps(words: readonly RecognizedWord[], sizePt: number): RecognizedWord[][] {
  const pieces: RecognizedWord[][] = [];
  let previous: RecognizedWord | null = null;
  for (const word of words) {
    const gap = previous === null ? 0 : Math.max(word.box.x0 - previous.box.x1, previous.box.x0 - word.box.x1);
    if (previous === null || gap > lineBreakEm * sizePt) pieces.push([]);
    pieces.at(-1)?.push(word);
    previous = word;
  }
  return pieces;
}

function toWord({ text, box, confidence, disputed }: RecognizedWord, style: TextStyle, origin: Point): Word {
  const glyph = { text, box, origin, style, risePt: 0, mcid: null, artifact: false, hidden: false };
  const doubt = disputed === true ? { disputed } : {};
  return { text, box, glyphs: [glyph], style, script: 'normal', confidence, ...doubt, spaceAfter: true };
}
