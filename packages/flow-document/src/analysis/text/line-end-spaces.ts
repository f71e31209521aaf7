import type { Line } from '@platen/pdf-kit/page-model';
import type { Fragment } from '../types.ts';
import { needsSpace } from './line-joints.ts';

/** What a space drawn at the end of a line says in a document. */
export interface LineEndSpaces {
  /** Lines that run on have one, last lines of paragraphs hardly ever. */
  readonly tellRunOn: boolean;
  /** And no line that runs on lacks it, so that its lack ends a paragraph. */
  readonly tellEnd: boolean;
}

export interface LineEndCounter {
  count(lines: readonly Line[]): void;
  habit(): LineEndSpaces;
}

/** Minimum number of lines that show a habit. */
const minFull = 6;
const minShort = 2;

/**
 * Some producers draw the space at which a line breaks, and none behind the last word of a paragraph. Whether the one
 * of a document does shows in lines that tell by themselves: long ones that stop inside a sentence, and short ones
 * that end it.
 */
export function createLineEndCounter(): LineEndCounter {
  const full = { spaced: 0, all: 0 };
  const short = { spaced: 0, all: 0 };
  return {
    count(lines) {
      const prose = lines.filter(({ words, direction }) => words.length >= 3 && direction === 'ltr');
      const left = Math.min(...prose.map(({ box }) => box.x0));
      const right = Math.max(...prose.map(({ box }) => box.x1));
      for (const { words, box } of prose) {
        const text = words.at(-1)?.text ?? '';
        const reach = (box.x1 - left) / (right - left);
        const tally = reach > 0.9 && /[\p{Ll},]$/u.test(text) ? full : reach < 0.7 && /[.:]$/.test(text) ? short : null;
        if (tally === null) continue;
        tally.all++;
        if (hasSpace(words)) tally.spaced++;
      }
    },
    habit() {
      const enough = full.all >= minFull && short.all >= minShort;
      const tellRunOn = enough && full.spaced > 0.8 * full.all && short.spaced < 0.3 * short.all;
      return { tellRunOn, tellEnd: tellRunOn && full.spaced > 0.97 * full.all && short.spaced < 0.1 * short.all };
    },
  };
}

/** What the end of a line indicates: that its paragraph continues, that it ends there, or nothing. */
export function lineEndOf(
  last: Fragment,
  next: Fragment,
  { roomPt, widthPt }: { readonly roomPt: number; readonly widthPt: number },
  { tellRunOn, tellEnd }: LineEndSpaces,
): 'runs-on' | 'ends' | null {
  const { line, words, direction, box, style } = last;
  const text = words.at(-1)?.text ?? '';
  if (!tellRunOn || direction !== 'ltr' || box.x1 < line.box.x1 - 1 || !needsSpace(text, '')) return null;
  // A space may be typed behind a sentence or a short line, but hardly inside a sentence.
  const isOpen = /[\p{L},]$/u.test(text) && (roomPt < 0.2 * widthPt || /^\p{Ll}/u.test(next.words[0]?.text ?? ''));
  // Below a line that something beside it kept short, one of full width cannot be of the same paragraph.
  const isWider = next.box.x1 - box.x1 > 0.35 * widthPt;
  if (hasSpace(words)) return isOpen && !isWider ? 'runs-on' : null;
  // A space that would hang out of the column is not drawn.
  return tellEnd && roomPt > 0.6 * style.sizePt && /[\p{L}\p{N}.,;:!?)"”’]$/u.test(text) ? 'ends' : null;
}

function hasSpace(words: Fragment['words']): boolean {
  return words.at(-1)?.typedSpaces !== undefined;
}
