import { containsMiddle, growBox } from '@platen/pdf-kit/geometry';
import type { Box, Line, Page } from '@platen/pdf-kit/page-model';

/** Parts of a letter are no wider than this, in em: what is longer underlines words. */
const widestEm = 1.5;

/** The page without the outlines of letters that its text was recognised from; the text takes their colours. */
export function withoutOutlines(page: Page): Page {
  const isLetter = (box: Box) => page.lines.some((line) => isPartOf(line, box));
  return {
    ...page,
    lines: page.lines.map((line) => colored(line, page.drawings)),
    drawings: page.drawings.filter(({ box }) => !isLetter(box)),
    fills: page.fills.filter(({ box }) => !isLetter(box)),
    rules: page.rules.filter(({ x0, y0, x1, y1 }) => !isLetter({ x0, y0, x1, y1 })),
  };
}

function colored(line: Line, drawings: Page['drawings']): Line {
  const words = line.words.map((word, index) => {
    const letters = drawings.filter(({ box, fillColor }) => fillColor !== null && containsMiddle(word.box, box));
    const [letter] = letters;
    if (letter === undefined || letter.fillColor === null) return word;
    const style = { ...word.style, color: letter.fillColor };
    // Recognition takes a dot before an item for a letter.
    const isBullet = index === 0 && word.text.length === 1 && letters.length === 1 && isDot(letter.box, style.sizePt);
    const text = isBullet ? '\u2022' : word.text;
    return { ...word, text, style, glyphs: word.glyphs.map((glyph) => ({ ...glyph, text, style })) };
  });
  const text = words.map((word) => (word.spaceAfter ? `${word.text} ` : word.text)).join('');
  return { ...line, words, text: text.trimEnd(), style: words[0]?.style ?? line.style };
}

/** About as wide as high, and lower than small letters. */
function isDot({ x0, y0, x1, y1 }: Box, sizePt: number): boolean {
  const [width, height] = [x1 - x0, y1 - y0];
  return Math.max(width, height) < 0.45 * sizePt && Math.abs(width - height) < 0.1 * sizePt;
}

function isPartOf({ box, style }: Line, part: Box): boolean {
  const reach = growBox(box, 0.2 * style.sizePt);
  const fits = part.x1 - part.x0 <= widestEm * style.sizePt && part.y1 - part.y0 <= reach.y1 - reach.y0;
  return fits && containsMiddle(reach, part);
}
