import type { Word } from '@platen/pdf-kit/page-model';
import { textOf } from '@platen/pdf-kit/page-model';
import { gapBetween } from '../text/fragments.ts';
import { tabGapIndexes } from '../text/tab-gaps.ts';
import type { Fragment, ParagraphDraft } from '../types.ts';
import { readHeadingLabel } from './heading-label.ts';
import { headingThresholds } from './thresholds.ts';

/**
 * Whether the text of a paragraph, `larger` than the body or not, may be a heading: it is short and one piece. Tabs in
 * body-size text separate column headers, which are none.
 */
export function couldBeHeading(paragraph: ParagraphDraft, larger: boolean): boolean {
  const { fragments, label } = paragraph;
  if (fragments.length > headingThresholds.maxLines || label?.kind === 'bullet') return false;
  if (fragments.some((fragment, index) => hasWideGap(fragment.words, index === 0 ? labelLength(paragraph) : 0)))
    return false;
  const text = paragraphText(paragraph).trim();
  if (weightedLength(text) > headingThresholds.maxLetters || !/\p{L}{2}/u.test(text)) return false;
  const words = text.split(' ').length - labelLength(paragraph);
  if (!larger && fragments.some((fragment, index) => hasTabs(fragment, index))) return false;
  if (/[,;，；、]$/.test(text) || (/[^.]\.$/.test(text) && words > maxWordsWithStop(paragraph))) return false;
  if (/[。！？]/.test(text) && weightedLength(text) > headingThresholds.maxLettersWithStop) return false;
  return !/[.…_]{4,}/.test(text) && !captionPattern.test(text);
}

/** A number of several parts, such as `1.2`, tells that a sentence is a heading. */
function maxWordsWithStop({ fragments: [first] }: ParagraphDraft): number {
  const label = first === undefined ? null : readHeadingLabel(first);
  const isNumbered = label !== null && label.counters.length > 1;
  return isNumbered ? headingThresholds.maxWordsNumbered : headingThresholds.maxWordsWithStop;
}

/** A CJK character carries about as much as four Latin letters. */
function weightedLength(text: string): number {
  return text.length + 3 * (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0);
}

/** Captions are often bold and short, like headings. */
const captionPattern =
  /^(?:fig(?:ure|\.|ura)?|abb(?:ildung|\.)|table(?:au)?|tab(?:elle|la|\.)|chart|exhibit|plate|illustration)\s*(?:\d+(?:[.-]\d+)*\s*(?:[.:–—-]|$|\p{Lu})|[ivxlc]+\.?$)/iu;

/** Table cells that table detection missed. */
function hasWideGap(words: readonly Word[], labelLength: number): boolean {
  return words.some((word, index) => {
    const before = index > labelLength ? words[index - 1] : undefined;
    return before !== undefined && gapBetween(before, word) > headingThresholds.widestGapEm * word.style.sizePt;
  });
}

/** How many words number the paragraph. */
export function labelLength({ label, fragments: [first] }: ParagraphDraft): number {
  if (label !== null) return label.wordCount;
  return first !== undefined && readHeadingLabel(first) !== null ? 1 : 0;
}

function hasTabs(fragment: Fragment, index: number): boolean {
  const ofLabel = index === 0 && readHeadingLabel(fragment) !== null;
  return tabGapIndexes(fragment, index === 0).some((position) => position > 1 || !ofLabel);
}

export function paragraphText(paragraph: ParagraphDraft): string {
  return paragraph.fragments.map(({ words }) => textOf(words)).join(' ');
}
