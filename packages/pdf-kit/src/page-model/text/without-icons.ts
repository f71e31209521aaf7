import { uniteBoxes } from '../box.ts';
import { iconText } from '../fonts/icon-fonts.ts';
import type { Page } from '../types.ts';

/** The page without its icons, for what keeps text alone. */
export function withoutIcons(page: Page): Page {
  if (!page.lines.some(({ text }) => text.includes(iconText))) return page;
  const lines = page.lines.flatMap((line) => {
    const words = line.words.filter(({ text }) => text !== iconText);
    if (words.length === line.words.length) return [line];
    if (words.length === 0) return [];
    const text = line.text.replaceAll(new RegExp(`${iconText} ?`, 'gu'), '').trimEnd();
    return [{ ...line, words, text, box: uniteBoxes(words.map(({ box }) => box)) }];
  });
  return { ...page, lines, drawnText: page.drawnText.replaceAll(iconText, '') };
}
