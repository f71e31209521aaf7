import { colorChannels, type OutlineEntry } from '@platen/pdf-kit/page-model';
import type { RunStyle } from '../../model/formats.ts';
import type { ParagraphDraft } from '../types.ts';
import { couldBeHeading, labelLength, paragraphText } from './could-be-heading.ts';
import { readHeadingLabel } from './heading-label.ts';
import { headingThresholds } from './thresholds.ts';

/** A style of headings in the source: headings of one style have one level. */
export interface SourceHeadingStyle {
  readonly level: number;
  readonly key: string;
  readonly style: RunStyle;
}

export interface HeadingFacts {
  readonly styles: readonly SourceHeadingStyle[];
  /** 1–6 for a heading, 0 for body text. */
  levelOf(paragraph: ParagraphDraft, style: RunStyle): number;
  /** The level that a heading of this look is tagged with, 0 where none is. */
  taggedLevelOf(style: RunStyle): number;
  /**
   * The level of larger text that is above text of other looks on several pages: a habit of the author, whatever its tags
   * are. `others` are the looks above and below it. 0 for other text.
   */
  habitLevelOf(style: RunStyle, others: readonly RunStyle[]): number;
  /** Whether it is larger than the body, and no heading has a more prominent style. */
  isMostProminent(paragraph: ParagraphDraft, style: RunStyle): boolean;
}

export interface HeadingStyleCollector {
  /** Paragraphs of a page, outside tables, in order. */
  collect(
    paragraphs: readonly ParagraphDraft[],
    styleOf: (paragraph: ParagraphDraft) => RunStyle,
    taggedLevelOf: (paragraph: ParagraphDraft) => number | null,
  ): void;
  facts(outline: readonly OutlineEntry[]): HeadingFacts;
}

/** A paragraph of more lines than this is surely text, and counts twice against its style. */
const surelyTextLines = 3;

/** Finds which styles are those of headings: larger or bolder than the body, short, alone above text. */
export function createHeadingStyleCollector(body: RunStyle): HeadingStyleCollector {
  const collected = new Map<string, { style: RunStyle; headings: number; others: number; pages: number }>();
  const taggedLevels = new Map<string, { level: number; style: RunStyle }>();
  function countsOf(key: string, style: RunStyle) {
    const counts = collected.get(key) ?? { style, headings: 0, others: 0, pages: 0 };
    collected.set(key, counts);
    return counts;
  }
  /** The tagged levels of less prominent looks. */
  const taggedBelow = (style: RunStyle) =>
    [...taggedLevels.values()].flatMap((tagged) => (prominence(tagged.style) < prominence(style) ? tagged.level : []));
  return {
    collect(paragraphs, styleOf, taggedLevelOf) {
      const onPage = new Set<string>();
      paragraphs.forEach((paragraph, index) => {
        const style = styleOf(paragraph);
        const tagged = taggedLevelOf(paragraph) ?? 0;
        if (tagged > 0 && !taggedLevels.has(styleKey(style)))
          taggedLevels.set(styleKey(style), { level: tagged, style });
        const key = lookOf(paragraph, style, body);
        if (key === null || isShortItem(paragraph)) return;
        const counts = countsOf(key, style);
        // It may be a label, and then other lines of its style are as well.
        if (key.endsWith(colonSign)) countsOf(styleKey(style), style).others++;
        const [before, next] = [paragraphs[index - 1], paragraphs[index + 1]];
        const isAlone = isAloneBetween(before, next, (other) => {
          // The title of a numbered part may be centred below its number.
          if (key.includes(centredLook) && !key.endsWith(numberSign)) return other.alignment === 'center';
          return hasSign(key) && lookOf(other, styleOf(other), body) === key;
        });
        const isHead = couldBeHeading(paragraph, isLarger(style, body)) && next !== undefined && isAlone;
        if (isHead && !onPage.has(key) && lookOf(next, styleOf(next), body) !== key) {
          onPage.add(key);
          counts.pages++;
        }
        if (isHead && isAbove(next, key)) counts.headings++;
        else counts.others += paragraph.fragments.length > surelyTextLines ? 2 : 1;
      });
    },
    facts(outline) {
      const chosen = [...collected].filter(
        ([key, { headings, others }]) =>
          headings >= (hasSign(key) ? headingThresholds.minCentred : 1) && headings >= others,
      );
      chosen.sort(([, first], [, second]) => prominence(second.style) - prominence(first.style));
      const ranked = chosen.map(([key, { style }], index) => ({
        level: Math.min(headingThresholds.maxLevels, index + 1),
        key,
        style,
      }));
      const outlineLevels = levelsByTitle(outline);
      return {
        styles: ranked,
        levelOf(paragraph, style) {
          if (!couldBeHeading(paragraph, isLarger(style, body))) return 0;
          const look = lookOf(paragraph, style, body);
          const known = ranked.find(({ key }) => key === look);
          if (known !== undefined) return known.level;
          if (!standsOut(style, body)) return 0;
          return outlineLevels.get(normalTitle(paragraphText(paragraph))) ?? 0;
        },
        taggedLevelOf: (style) => taggedLevels.get(styleKey(style))?.level ?? 0,
        habitLevelOf(style, others) {
          const pages = collected.get(styleKey(style))?.pages ?? 0;
          if (!isLarger(style, body) || pages < headingThresholds.habitPages) return 0;
          if (others.some((other) => styleKey(other) === styleKey(style))) return 0;
          const known = ranked.find(({ key }) => key === styleKey(style));
          return Math.min(known?.level ?? 0, ...taggedBelow(style));
        },
        isMostProminent(paragraph, style) {
          if (!isLarger(style, body) || !couldBeHeading(paragraph, true)) return false;
          const [first] = ranked;
          if (first === undefined || first.key === styleKey(style)) return true;
          // Alone on its page, as on a cover, it is not among the headings.
          return prominence(style) > prominence(first.style);
        },
      };
    },
  };
}

function standsOut(style: RunStyle, body: RunStyle): boolean {
  return (
    isLarger(style, body) || (style.bold && !body.bold && style.sizePt >= body.sizePt - headingThresholds.smallerPt)
  );
}

function isAloneBetween(
  before: ParagraphDraft | undefined,
  next: ParagraphDraft | undefined,
  isAlike: (other: ParagraphDraft) => boolean,
): boolean {
  return ![before, next].some((other) => other !== undefined && isAlike(other));
}

/** How a paragraph may show that it is a heading; null for one that looks as the body does. */
function lookOf(paragraph: ParagraphDraft, style: RunStyle, body: RunStyle): string | null {
  const introduces = !isLarger(style, body) && /[:：]$/.test(paragraphText(paragraph).trim());
  if (standsOut(style, body) || isNumberedBold(paragraph, style, body))
    return introduces ? `${styleKey(style)}${markedLook}${colonSign}` : styleKey(style);
  if (introduces) return null;
  const centred = centredSignOf(paragraph, style);
  if (centred !== null) return `${styleKey(style)}${centredLook}${centred}`;
  const marked = markedSignOf(paragraph, style, body);
  return marked === null ? null : `${styleKey(style)}${markedLook}${marked}`;
}

const centredLook = ' centred ';
const markedLook = ' marked ';
const numberSign = 'number';
/** Of a line of capitals where other lines start. */
const startSign = 'start';
/** Of a line that stands out in the size of the body, and ends in a colon: a label of what follows, or its heading. */
const colonSign = 'colon';

/** Whether a line of a look that labels have as well is above text, or above a list behind a colon. */
function isAbove(next: ParagraphDraft, key: string): boolean {
  if (key.endsWith(colonSign)) return next.label !== null || isProse(next);
  return !key.endsWith(startSign) || isProse(next);
}

/** Whether a look is that of the body but for a sign, which counts where it is a habit of the document. */
function hasSign(key: string): boolean {
  return key.includes(centredLook) || key.includes(markedLook);
}

/** Whether it is a line with a bullet that may be a heading as well: it tells nothing about its style. */
function isShortItem(paragraph: ParagraphDraft): boolean {
  return paragraph.label?.kind === 'bullet' && couldBeHeading({ ...paragraph, label: null }, false);
}

/** Whether a paragraph is text, and no value below a label. */
function isProse({ fragments }: ParagraphDraft): boolean {
  const words = fragments.reduce((sum, fragment) => sum + fragment.words.length, 0);
  return fragments.length > 1 || words >= headingThresholds.proseWords;
}

/**
 * What tells a line in the size of the body from its text: a colour of its own, a line below all of it, italics or another
 * family behind a number, or capitals.
 */
function markedSignOf(paragraph: ParagraphDraft, style: RunStyle, body: RunStyle): string | null {
  const { fragments, label } = paragraph;
  const text = paragraphText(paragraph).trim();
  if (fragments.length > 1 || label?.kind === 'bullet' || !/^[\p{Lu}\d]/u.test(text)) return null;
  if (/[.!?:]$|[@/]|www\./u.test(text) || text.split(' ').length > headingThresholds.maxMarkedWords) return null;
  if (style.underline) return 'underline';
  if (isColoured(style.color) && style.color !== body.color) return 'colour';
  if (labelLength(paragraph) > 0) {
    if (style.italic && !body.italic) return 'italic';
    if (style.fontName !== body.fontName) return 'family';
  }
  return label === null && paragraph.alignment !== 'center' && areCapitals(text) ? startSign : null;
}

function areCapitals(text: string): boolean {
  return /\p{Lu}{4}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** Whether a colour is one, and no shade of grey. */
function isColoured(color: string): boolean {
  const channels = colorChannels(color);
  return Math.max(...channels) - Math.min(...channels) >= headingThresholds.leastChroma;
}

/** What tells a centred line of a law or a pleading from others of the size of the body. */
function centredSignOf(paragraph: ParagraphDraft, { underline }: RunStyle): string | null {
  if (paragraph.alignment !== 'center' || paragraph.fragments.length > 1) return null;
  const text = paragraphText(paragraph).trim();
  if (/^(?:\p{L}{3,12}\.?|§)\s(?:\d{1,3}(?:\.?[ºª°])?|[IVXLC]{1,6})[a-z]?[.:]?$/u.test(text)) return numberSign;
  if (underline) return 'underline';
  return areCapitals(text) ? 'capitals' : null;
}

/** The deepest headings may be bold and smaller than the body; numbers of several parts tell them from labels. */
function isNumberedBold({ fragments: [first] }: ParagraphDraft, style: RunStyle, body: RunStyle): boolean {
  if (!style.bold || body.bold || style.sizePt < body.sizePt - headingThresholds.smallerNumberedPt) return false;
  const label = first === undefined ? null : readHeadingLabel(first);
  return label !== null && label.counters.length > 1;
}

function isLarger(style: RunStyle, body: RunStyle): boolean {
  const { largerShare, largerPt } = headingThresholds;
  return style.sizePt >= body.sizePt * largerShare && style.sizePt >= body.sizePt + largerPt;
}

function styleKey(style: RunStyle): string {
  return `${style.sizePt} ${style.bold} ${style.italic} ${style.color} ${style.fontName}`;
}

/** What a style is worth in tenths of a point of its size. */
const prominenceTenths = { bold: 4, underline: 1, italic: -1 };

/** Larger first, in tenths of a point. */
function prominence({ sizePt, bold, underline, italic }: RunStyle): number {
  return (
    sizePt * 10 +
    (bold ? prominenceTenths.bold : 0) +
    (underline ? prominenceTenths.underline : 0) +
    (italic ? prominenceTenths.italic : 0)
  );
}

function levelsByTitle(outline: readonly OutlineEntry[], level = 1): Map<string, number> {
  const levels = new Map<string, number>();
  for (const { title, children } of outline) {
    levels.set(normalTitle(title), Math.min(headingThresholds.maxLevels, level));
    for (const [child, childLevel] of levelsByTitle(children, level + 1)) levels.set(child, childLevel);
  }
  return levels;
}

function normalTitle(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
