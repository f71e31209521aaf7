import { containsMiddle } from '@platen/pdf-kit/geometry';
import { iconText, type Link, type TextStyle, type Word } from '@platen/pdf-kit/page-model';
import type { Inline, LinkInline, TextRun } from '../../model/blocks.ts';
import type { RunStyle } from '../../model/formats.ts';
import { textBullet } from '../lists/label-look.ts';
import { readLabel } from '../lists/list-labels.ts';
import type { Fragment } from '../types.ts';
import type { DecorationOf } from './decorations.ts';
import { leaderRun } from './leader-run.ts';
import { endsWithHyphen, type Hyphenation, hyphenPattern, isBrokenWord, needsSpace } from './line-joints.ts';
import type { RunStyles, WordDecoration } from './run-styles.ts';
import { createSpacedStyles } from './spaced-styles.ts';
import { tabGapIndexes } from './tab-gaps.ts';
import { spacesAfter } from './word-gaps.ts';

/** What the page says about its words besides their letters. */
export interface InlineSources {
  readonly runStyles: RunStyles;
  readonly links: readonly Link[];
  readonly decorationOf: DecorationOf;
  readonly hyphenation: Hyphenation;
  /** The bookmark at the place an inner link points at. */
  readonly bookmarkOf: (link: Link) => string | null;
  /** What is in place of a word, such as a reference to a footnote; null for the word itself. */
  readonly replacementOf?: (word: Word) => Inline | null;
  /** The line to write on behind a word: where it ends, and in which colour. */
  readonly blankBehind?: (word: Word) => { readonly x1: number; readonly color: string } | null;
  /** Whether the author ended a line by hand, by its number in the paragraph. */
  readonly endsByHand?: (line: number) => boolean;
  /** Whether a tab is behind the label that the text begins with, however narrow it is. */
  readonly tabsLabel?: boolean;
  /** What a line has between its characters, in points, besides what its face has. */
  readonly spacingOf?: (line: number) => number;
}

/** The lines of a paragraph as one run of text: hyphens at line ends joined, links and tabs in place. */
export function inlinesOf(
  fragments: readonly Fragment[],
  skippedWords: number,
  sources: InlineSources,
): readonly Inline[] {
  const builder = createInlineBuilder(sources);
  /** The distance of letters in the part of a broken word that is on the line before. */
  let brokenPt: number | null = null;
  fragments.forEach((fragment, index) => {
    const linePt = sources.spacingOf?.(index) ?? 0;
    const skip = index === 0 ? skippedWords : 0;
    // A label that stays text keeps the tab behind it.
    const tabs = new Set(tabGapIndexes(fragment, index === 0 && skippedWords > 0));
    if (index === 0 && skippedWords === 0 && sources.tabsLabel === true) tabs.add(1);
    const next = fragments[index + 1];
    const leader = leaderRun(fragment);
    if (leader !== null) tabs.add(leader.from).add(leader.to);
    const words = index === 0 && skippedWords === 0 ? withTextBullet(fragment) : fragment.words;
    words.forEach((word, position) => {
      if (position < skip) return;
      if (leader !== null && position >= leader.from && position < leader.to) return;
      if (tabs.has(position) && position > skip) builder.tab(word, fragment.style);
      builder.word(word, fragment.style, position === 0 ? (brokenPt ?? linePt) : linePt);
      const lastOfLine = position === words.length - 1;
      const blank = sources.blankBehind?.(word) ?? null;
      const follower = words[position + 1];
      if (blank !== null) {
        builder.blank(word, fragment.style, blank.color);
        // What begins where a blank ends needs no stop of its own.
        if (follower !== undefined && follower.box.x0 - blank.x1 < leastStopPt) tabs.delete(position + 1);
      }
      if (!lastOfLine && word.spaceAfter && !tabs.has(position + 1)) builder.space(spacesAfter(word));
      if (!lastOfLine || next === undefined) return;
      brokenPt = null;
      if (sources.endsByHand?.(index) === true) builder.lineBreak();
      else if (builder.lineEnd(word, next.words[0], sources.hyphenation)) brokenPt = linePt;
    });
  });
  return builder.finish();
}

/** The words of a line whose first one is a bullet that stays text. */
function withTextBullet(fragment: Fragment): readonly Word[] {
  const [first, second, ...others] = fragment.words;
  if (first === undefined || second === undefined || readLabel(fragment)?.kind !== 'bullet') return fragment.words;
  return [textBullet(first, second.style), second, ...others];
}

/** Tab stops closer than this are one, in points. */
const leastStopPt = 2;

interface InlineBuilder {
  /** A word whose letters are moved apart by `spacingPt`, or together. */
  word(word: Word, baseStyle: TextStyle, spacingPt: number): void;
  /** A line to write on behind a word. */
  blank(word: Word, baseStyle: TextStyle, color: string): void;
  space(spaces: string): void;
  tab(word: Word, baseStyle: TextStyle): void;
  /** Whether the word goes on on the next line. */
  lineEnd(last: Word, next: Word | undefined, hyphenation: Hyphenation): boolean;
  lineBreak(): void;
  finish(): readonly Inline[];
}

// Long: the methods of one builder share the open link and the spaces that are due.
function createInlineBuilder(sources: InlineSources): InlineBuilder {
  const spaced = createSpacedStyles();
  const inlines: Inline[] = [];
  let openLink: { link: Link; children: Inline[] } | null = null;
  /** Spaces not yet written: the text behind them tells whose look they have. */
  let pendingSpace = '';

  const target = () => openLink?.children ?? inlines;

  function closeLink(): void {
    if (openLink === null) return;
    const { link, children } = openLink;
    openLink = null;
    const place = linkTarget(link, sources);
    if (place === null) inlines.push(...children);
    else inlines.push({ kind: 'link', target: place, children });
  }

  function enterLink(link: Link | null): void {
    if (openLink?.link === link || (openLink === null && link === null)) return;
    flushSpaceOutside(link);
    closeLink();
    if (link !== null) openLink = { link, children: [] };
  }

  /** A space between a link and what is around it belongs to neither. */
  function flushSpaceOutside(link: Link | null): void {
    if (pendingSpace === '' || (openLink === null && link === null)) return;
    const style = lastStyle(target());
    closeLink();
    // Behind an icon the text that follows has it.
    if (style === null) return;
    append(inlines, pendingSpace, { ...style, underline: false });
    pendingSpace = '';
  }

  function text(content: string, style: RunStyle): void {
    if (pendingSpace !== '') {
      const before = lastStyle(target());
      const spaced = before?.underline && !style.underline ? style : (before ?? style);
      append(target(), pendingSpace, spaced.script === 'normal' ? spaced : style);
      pendingSpace = '';
    }
    if (content !== '') append(target(), content, style);
  }

  return {
    word(word, baseStyle, spacingPt) {
      const replacement = replacementOf(word, baseStyle, sources);
      enterLink(replacement === null ? (sources.links.find(({ box }) => containsMiddle(box, word.box)) ?? null) : null);
      if (replacement !== null) {
        if (replacement.kind === 'picture') text('', sources.runStyles.styleOf(baseStyle));
        target().push(replacement);
        return;
      }
      // An icon that could not be drawn.
      if (word.text === iconText) return;
      for (const { text: letters, style, decoration } of piecesOf(word, sources.decorationOf)) {
        text(letters, spaced(sources.runStyles.styleOfWord(word, style, baseStyle, decoration), spacingPt));
      }
    },
    space(spaces) {
      pendingSpace = spaces;
    },
    blank(word, baseStyle, color) {
      const style = sources.runStyles.styleOf(word.script === 'normal' ? word.style : baseStyle);
      text(' ', style);
      target().push({ kind: 'tab', style: { ...style, color } });
    },
    tab(word, baseStyle) {
      pendingSpace = '';
      const style = sources.runStyles.styleOf(word.script === 'normal' ? word.style : baseStyle);
      target().push({ kind: 'tab', style });
    },
    lineEnd(last, next, hyphenation) {
      const joint = lineJoint(last, next, hyphenation);
      if (joint === 'broken') softenHyphen(target());
      if (joint === 'spaced') pendingSpace = ' ';
      return joint === 'broken';
    },
    lineBreak() {
      pendingSpace = '';
      target().push({ kind: 'break', type: 'line' });
    },
    finish() {
      closeLink();
      return inlines;
    },
  };
}

/** What is in place of a word, which needs no link: a reference to a note is raised from text of the size around it. */
function replacementOf(word: Word, baseStyle: TextStyle, sources: InlineSources): Inline | null {
  const replacement = sources.replacementOf?.(word) ?? null;
  if (replacement?.kind !== 'footnote') return replacement;
  return { ...replacement, style: sources.runStyles.styleOfWord(word, word.style, baseStyle) };
}

/** How the last word of a line and the first one of the next are joined. */
function lineJoint(last: Word, next: Word | undefined, hyphenation: Hyphenation): 'broken' | 'spaced' | 'joined' {
  if (next === undefined) return 'joined';
  if (isBrokenWord(last.text, next.text, hyphenation)) return 'broken';
  return !endsWithHyphen(last.text) && needsSpace(last.text, next.text) ? 'spaced' : 'joined';
}

function linkTarget(link: Link, sources: InlineSources): LinkInline['target'] | null {
  if (link.url !== null) return { url: link.url };
  const bookmark = sources.bookmarkOf(link);
  return bookmark === null ? null : { bookmark };
}

/** Letters of a word that look alike. */
export interface WordPiece {
  text: string;
  readonly style: TextStyle;
  readonly decoration: WordDecoration | undefined;
}

/** The glyphs of a word grouped by look; one piece for most words. */
export function piecesOf(word: Word, decorationOf: DecorationOf): readonly WordPiece[] {
  const pieces: WordPiece[] = [];
  for (const glyph of word.glyphs) {
    const { text, style } = glyph;
    const decoration = decorationOf(glyph);
    const last = pieces.at(-1);
    if (last !== undefined && last.style === style && last.decoration === decoration) last.text += text;
    else pieces.push({ text, style, decoration });
  }
  const [first, second] = pieces;
  if (first === undefined) return [{ text: word.text, style: word.style, decoration: undefined }];
  return second === undefined ? [{ ...first, text: word.text }] : pieces;
}

function append(inlines: Inline[], text: string, style: RunStyle): void {
  const last = inlines.at(-1);
  if (last?.kind === 'text' && last.style === style) {
    inlines[inlines.length - 1] = { ...last, text: last.text + text };
  } else if (last?.kind === 'text' && text.trim() === '' && !last.style.underline) {
    inlines[inlines.length - 1] = { ...last, text: last.text + text };
  } else inlines.push({ kind: 'text', text, style });
}

function lastStyle(inlines: readonly Inline[]): RunStyle | null {
  const last = inlines.findLast((inline): inline is TextRun => inline.kind === 'text');
  return last?.style ?? null;
}

/** The word is whole again, and may still break where it did. */
function softenHyphen(inlines: Inline[]): void {
  const last = inlines.at(-1);
  if (last?.kind !== 'text') return;
  inlines[inlines.length - 1] = { ...last, text: last.text.replace(hyphenPattern, '\u00ad') };
}
