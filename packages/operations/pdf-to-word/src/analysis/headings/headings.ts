import type { RunStyle } from '@platen/pdf-kit/flow-document';
import type { OutlineEntry, Word } from '@platen/pdf-kit/page-model';
import { gapBetween, textOf } from '../text/fragments.ts';
import { tabGapIndexes } from '../text/tab-gaps.ts';
import type { Fragment, ParagraphDraft } from '../types.ts';
import { readHeadingLabel } from './heading-label.ts';
import { headingThresholds } from './thresholds.ts';

/** How a heading looks: headings of one look have one level. */
export interface HeadingLook {
  readonly level: number;
  readonly key: string;
  readonly style: RunStyle;
}

export interface HeadingFacts {
  readonly looks: readonly HeadingLook[];
  /** 1–9, or 0 for body text. */
  levelOf(paragraph: ParagraphDraft, style: RunStyle): number;
  /** Whether it has the most prominent look of all, and that is a larger one than the body's. */
  isMostProminent(paragraph: ParagraphDraft, style: RunStyle): boolean;
}

export interface HeadingCounter {
  /** Paragraphs of a page, outside tables, in order. */
  count(paragraphs: readonly ParagraphDraft[], styleOf: (paragraph: ParagraphDraft) => RunStyle): void;
  facts(outline: readonly OutlineEntry[]): HeadingFacts;
}

/** Finds which looks are those of headings: larger or bolder than the body, short, alone above text. */
export function createHeadingCounter(body: RunStyle): HeadingCounter {
  const looks = new Map<string, { style: RunStyle; headings: number; others: number; first: string }>();
  return {
    count(paragraphs, styleOf) {
      paragraphs.forEach((paragraph, index) => {
        const style = styleOf(paragraph);
        if (!standsOut(style, body)) return;
        const key = lookKey(style);
        const look = looks.get(key) ?? { style, headings: 0, others: 0, first: paragraphText(paragraph) };
        looks.set(key, look);
        const next = paragraphs[index + 1];
        if (couldBeHeading(paragraph, isLarger(style, body)) && next !== undefined) look.headings++;
        else look.others += paragraph.fragments.length > 3 ? 2 : 1;
      });
    },
    facts(outline) {
      const chosen = [...looks.values()].filter(({ headings, others }) => headings > 0 && headings >= others);
      chosen.sort((first, second) => prominence(second.style) - prominence(first.style));
      const ranked = chosen.map(({ style }, index) => ({
        level: Math.min(headingThresholds.mostLevels, index + 1),
        key: lookKey(style),
        style,
      }));
      const outlineLevels = levelsByTitle(outline);
      return {
        looks: ranked,
        levelOf(paragraph, style) {
          if (!couldBeHeading(paragraph, isLarger(style, body))) return 0;
          const look = ranked.find(({ key }) => key === lookKey(style));
          const outlined = outlineLevels.get(normalTitle(paragraphText(paragraph)));
          if (look === undefined) return outlined !== undefined && standsOut(style, body) ? outlined : 0;
          return look.level;
        },
        isMostProminent(paragraph, style) {
          const larger = isLarger(style, body);
          return larger && couldBeHeading(paragraph, larger) && ranked[0]?.key === lookKey(style);
        },
      };
    },
  };
}

/** The words of a paragraph with their spaces, lines joined. */
function paragraphText(paragraph: ParagraphDraft): string {
  return paragraph.fragments.map(({ words }) => textOf(words)).join(' ');
}

function standsOut(style: RunStyle, body: RunStyle): boolean {
  return (
    isLarger(style, body) || (style.bold && !body.bold && style.sizePt >= body.sizePt - headingThresholds.smallerPt)
  );
}

function isLarger(style: RunStyle, body: RunStyle): boolean {
  const { largerShare, largerPt } = headingThresholds;
  return style.sizePt >= body.sizePt * largerShare && style.sizePt >= body.sizePt + largerPt;
}

/** In the size of the body, a colon ends a lead-in and a tab parts the cells of a table's head. */
function couldBeHeading(paragraph: ParagraphDraft, larger: boolean): boolean {
  const { fragments, label } = paragraph;
  if (fragments.length > headingThresholds.mostLines || label?.kind === 'bullet') return false;
  if (fragments.some((fragment, index) => hasWideGap(fragment.words, index === 0 ? labelLength(paragraph) : 0)))
    return false;
  const text = paragraphText(paragraph).trim();
  if (spokenLength(text) > headingThresholds.mostLetters || !/\p{L}{2}/u.test(text)) return false;
  if (!larger && (/[:：]$/.test(text) || fragments.some((fragment, index) => hasTabs(fragment, index)))) return false;
  if (
    /[,;，；、]$/.test(text) ||
    (/[^.]\.$/.test(text) && text.split(' ').length > headingThresholds.mostWordsWithStop)
  )
    return false;
  if (/[。！？]/.test(text) && spokenLength(text) > headingThresholds.mostLettersWithStop) return false;
  return !/[.…_]{4,}/.test(text) && !captionPattern.test(text);
}

/** A letter of the scripts that write a syllable or a word with it says as much as four of an alphabet. */
function spokenLength(text: string): number {
  return text.length + 3 * (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0);
}

/** What is below a figure or above a table. */
const captionPattern =
  /^(?:fig(?:ure|\.|ura)?|abb(?:ildung|\.)|table(?:au)?|tab(?:elle|la|\.)|chart|exhibit|plate|illustration)\s*\d+(?:[.-]\d+)*\s*(?:[.:–—-]|$|\p{Lu})/iu;

/** Whitespace that no heading has between its words: cells of one row, which no rule or neighbour gave away. */
function hasWideGap(words: readonly Word[], labelLength: number): boolean {
  return words.some((word, index) => {
    const before = index > labelLength ? words[index - 1] : undefined;
    return before !== undefined && gapBetween(before, word) > headingThresholds.widestGapEm * word.style.sizePt;
  });
}

/** How many words number the paragraph. */
function labelLength({ label, fragments: [first] }: ParagraphDraft): number {
  if (label !== null) return label.wordCount;
  return first !== undefined && readHeadingLabel(first) !== null ? 1 : 0;
}

function hasTabs(fragment: Fragment, index: number): boolean {
  const ofLabel = index === 0 && readHeadingLabel(fragment) !== null;
  return tabGapIndexes(fragment, index === 0).some((position) => position > 1 || !ofLabel);
}

function lookKey(style: RunStyle): string {
  return `${style.sizePt} ${style.bold} ${style.italic} ${style.color} ${style.fontName}`;
}

/** Size first, then weight, then slant. */
function prominence(style: RunStyle): number {
  return style.sizePt * 10 + (style.bold ? 4 : 0) + (style.underline ? 1 : 0) - (style.italic ? 1 : 0);
}

function levelsByTitle(outline: readonly OutlineEntry[], level = 1): Map<string, number> {
  const levels = new Map<string, number>();
  for (const { title, children } of outline) {
    levels.set(normalTitle(title), Math.min(headingThresholds.mostLevels, level));
    for (const [child, childLevel] of levelsByTitle(children, level + 1)) levels.set(child, childLevel);
  }
  return levels;
}

function normalTitle(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
