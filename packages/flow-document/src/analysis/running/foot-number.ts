import type { Line, Page } from '@platen/pdf-kit/page-model';
import { isRomanNumeral } from './number-roles.ts';

/** Numbers of pages are this far down, as a share of its height, */
const footShare = 0.88;
/** this far below the text, in em, */
const apartEm = 2;
/** and of so few words: `– 3 –`, `Page ii`, `1 of 4`. */
const maxWords = 4;

/**
 * Whether a line is the number of its page which no footer can show, because it counts differently or on few pages only:
 * it stands alone below the text.
 */
export function isFootNumber({ lines, heightPt }: Page, line: Line): boolean {
  const { box, style, words, text } = line;
  if (line.angle !== 0 || box.y0 < footShare * heightPt || words.length > maxWords) return false;
  if (!text.split(/\s+/).some((word) => /^\d{1,4}$/.test(word) || isRomanNumeral(word))) return false;
  return lines.every(
    (other) => other === line || (other.box.y1 <= box.y0 - apartEm * style.sizePt && other.angle === 0),
  );
}
