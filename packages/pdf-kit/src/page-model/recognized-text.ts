import { boxHeight } from './box.ts';
import { composeLine, lineBreakEm } from './build-lines.ts';
import type { Font, Line, Page, RecognizedLine, RecognizedWord, TextStyle, Word } from './types.ts';

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
  return { ...page, kind: 'text', lines: recognized.flatMap(toLines) };
}

function toLines({ words, baseline }: RecognizedLine): Line[] {
  if (words.length === 0) return [];
  const heights = words.map(({ box }) => boxHeight(box)).sort((a, b) => a - b);
  // The box of a line of print spans about nine tenths of its em.
  const sizePt = Math.round(((heights[Math.floor(heights.length / 2)] ?? 10) / 0.9) * 2) / 2;
  const style: TextStyle = { font: recognizedFont, sizePt, color: '#000000' };
  const bottom = baseline ?? Math.max(...words.map(({ box }) => box.y1));
  return splitAtGaps(words, sizePt).map((piece) =>
    composeLine(
      piece.map((word) => toWord(word, style, bottom)),
      bottom,
      0,
    ),
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
