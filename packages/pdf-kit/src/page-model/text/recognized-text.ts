import type { Font, Line, Page, TextStyle, Word } from '../types.ts';
import { composeLine, lineBreakEm } from './build-lines.ts';
import type { RecognizedLine, RecognizedWord } from './recognized-line.ts';
import { recognizedSize, recognizedSizes } from './recognized-sizes.ts';

/** Recognised text has no font; this one stands for it. */
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

/** The page with recognised text in place of its own: everything that reads a page then reads a scan alike. */
export function withRecognizedText(page: Page, recognized: readonly RecognizedLine[]): Page {
  const pieces = recognized.flatMap(piecesOf);
  const sizes = recognizedSizes(pieces.map(({ words }) => words));
  const lines = pieces.map((piece, index) => toLine(piece, sizes[index] ?? 0));
  return { ...page, kind: 'text', drawnText: '', lines };
}

interface Piece {
  readonly words: readonly RecognizedWord[];
  readonly baseline: number;
}

function piecesOf({ words, baseline }: RecognizedLine): readonly Piece[] {
  if (words.length === 0) return [];
  const bottom = baseline ?? Math.max(...words.map(({ box }) => box.y1));
  return splitAtGaps(words, recognizedSize(words)).map((piece) => ({ words: piece, baseline: bottom }));
}

function toLine({ words, baseline }: Piece, sizePt: number): Line {
  const style: TextStyle = { font: recognizedFont, sizePt, color: '#000000' };
  return composeLine(
    words.map((word) => toWord(word, style, baseline)),
    baseline,
    0,
  );
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

function toWord({ text, box, confidence }: RecognizedWord, style: TextStyle, baseline: number): Word {
  const origin = { x: box.x0, y: baseline };
  const glyph = { text, box, origin, style, risePt: 0, mcid: null, artifact: false, hidden: false };
  return { text, box, glyphs: [glyph], style, script: 'normal', confidence, spaceAfter: true };
}
