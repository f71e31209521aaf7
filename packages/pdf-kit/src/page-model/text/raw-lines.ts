import { uniteBoxes } from '../box.ts';
import type { DrawnGlyph } from '../content/page-content.ts';
import type { Line, Word } from '../types.ts';
import { isSpace } from './normalize-text.ts';

/** Text that can be put in no better order: a line for each run of glyphs, in the order in which they are drawn. */
export function rawLines(glyphs: readonly DrawnGlyph[]): Line[] {
  return [...Map.groupBy(glyphs, ({ run }) => run).values()].flatMap((run) => rawLine(run) ?? []);
}

/** These glyphs as one line in their order, cut into words at its spaces only; null where there is nothing but spaces. */
export function rawLine(glyphs: readonly DrawnGlyph[]): Line | null {
  const words = rawWords(glyphs);
  const [first] = glyphs;
  const [firstWord] = words;
  if (first === undefined || firstWord === undefined) return null;
  return {
    text: words.map(({ text }) => text).join(' '),
    box: uniteBoxes(words.map(({ box }) => box)),
    words,
    baseline: first.angle % 180 === 90 ? first.origin.x : first.origin.y,
    style: firstWord.style,
    angle: first.angle,
    direction: 'ltr',
    order: first.run,
  };
}

function rawWords(glyphs: readonly DrawnGlyph[]): readonly Word[] {
  const words: DrawnGlyph[][] = [[]];
  for (const glyph of glyphs) {
    if (isSpace(glyph.text)) words.push([]);
    else words.at(-1)?.push(glyph);
  }
  return words.flatMap((own): Word | readonly [] => {
    const [first] = own;
    if (first === undefined) return [];
    return {
      text: own.map(({ text }) => text).join(''),
      box: uniteBoxes(own.map(({ box }) => box)),
      glyphs: own.map(({ text, box, origin, style, mcid, artifact, hidden }) => {
        return { text, box, origin, style, risePt: 0, mcid, artifact, hidden };
      }),
      style: first.style,
      script: 'normal',
      confidence: null,
      spaceAfter: true,
    };
  });
}
