import { isItalicFace } from '../analysis/fonts/font-faces.ts';
import {
  heightOf,
  type LineMetrics,
  lineMetrics,
  tallestMetrics,
  tallestOfAll,
} from '../analysis/fonts/font-metrics.ts';
import { familyOf } from '../analysis/fonts/font-names.ts';
import { leaderRun } from '../analysis/text/leader-run.ts';
import { runSizePt } from '../analysis/text/run-styles.ts';
import { tabGapIndexes } from '../analysis/text/tab-gaps.ts';
import type { Fragment, ParagraphDraft } from '../analysis/types.ts';
import type { Blank } from '../marks/blank-rules.ts';
import type { Inline, Paragraph } from '../model/blocks.ts';
import type { RunStyle, TabStop } from '../model/formats.ts';
import { endIndent } from './end-indent.ts';
import type { LineFit } from './fit-lines.ts';
import { exactLine, type LineSetting, lineSetting, squeezed, steadyLine } from './line-height.ts';
import type { SpaceTable } from './space-table.ts';

export interface ParagraphPlacement {
  /** The edges its indents are counted from. */
  readonly columnX0: number;
  readonly columnX1: number;
  /** Where the block before it ends: its space before is counted from there. */
  readonly cursorY: number;
  /** The usual distance of baselines for this size of text. */
  readonly usualPitchPt: number;
  readonly spaces: SpaceTable;
  /** How its lines are made to hold the words they held. */
  readonly fit: LineFit;
  readonly baseStyle: RunStyle;
  readonly inlines: readonly Inline[];
  /** The lines to write on. */
  readonly blanks: readonly Blank[];
  readonly headingLevel: number;
  readonly list: Paragraph['list'];
  readonly bookmarks: readonly string[];
}

export interface PlacedParagraph {
  readonly paragraph: Paragraph;
  /** Where its first line began on the page. */
  readonly topY: number;
  /** Where it ends on the page. */
  readonly bottomY: number;
  /** How high its lines are together. */
  readonly linesPt: number;
  /** How many lines it takes. */
  readonly lineCount: number;
}

/** A paragraph with the indents and spacing that put it where it was. */
export function placeParagraph(draft: ParagraphDraft, placement: ParagraphPlacement): PlacedParagraph {
  const { columnX0, columnX1, cursorY } = placement;
  const first = draft.fragments[0];
  if (first === undefined) throw new TypeError('A paragraph needs a line');
  const setting = squeezed(settingOf(draft, first, placement), placement.fit.lineSqueeze);
  const topY = first.baseline - setting.baselinePt;
  const spaceBeforePt = placement.spaces.shared(Math.max(0, topY - cursorY));
  const { overhangPt } = placement.fit;
  const indents = widened(
    indentsOf(draft, first, columnX0, columnX1, placement.list !== null),
    draft.alignment,
    hasLeader(draft) ? Math.max(0, overhangPt) : overhangPt,
  );
  const paragraph: Paragraph = {
    kind: 'paragraph',
    headingLevel: placement.headingLevel,
    format: {
      alignment: draft.alignment,
      ...indents,
      spaceBeforePt,
      spaceAfterPt: 0,
      lineSpacing: setting.spacing,
      rightToLeft: draft.direction === 'rtl',
      tabStops: [
        ...labelStop(draft, indents, placement),
        ...withBlanks(tabStopsOf(draft, columnX0, columnX1, placement.list !== null), placement),
      ],
      fill: null,
      borders: null,
      lineAlignment: 'baseline',
    },
    list: placement.list,
    inlines: placement.inlines,
    bookmarks: placement.bookmarks,
    pageBreakBefore: false,
    frame: null,
  };
  const { lineCount } = placement.fit;
  const linesPt = setting.heightPt * lineCount;
  return { paragraph, topY, bottomY: cursorY + spaceBeforePt + linesPt, linesPt, lineCount };
}

/** Letters of scripts, boxes and signs that a reader sets in a face of its own choice, whose line height is not known. */
const otherFace =
  /(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})\p{L}|[\u25a0-\u25ff\u2600-\u27bf\uf020-\uf0ff]/u;

/** Whether such signs are in a paragraph, outside its label, which is set by the list. */
function needsOtherFace(draft: ParagraphDraft): boolean {
  return hasWord(draft, otherFace);
}

/** Letters of scripts whose faces may be taller than those of East Asia: Arabic, Devanagari, Thai. */
const tallLetter =
  /(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})\p{L}/u;

function hasWord({ fragments, label }: ParagraphDraft, pattern: RegExp): boolean {
  return fragments.some(({ words }, index) =>
    words.slice(index === 0 ? (label?.wordCount ?? 0) : 0).some(({ text }) => pattern.test(text)),
  );
}

/** Larger words than this share of the others are initials that hang into the lines below. */
const maxGrowth = 1.5;

/** The size of the largest words of a line that is alone: a title before small print at the edge makes it as high as it is. */
function largestOnLinePt({ fragments }: ParagraphDraft, basePt: number): number {
  if (fragments.length > 1) return basePt;
  const words = fragments.flatMap((fragment) => fragment.words).filter(({ script }) => script === 'normal');
  return words.reduce((largest, { style }) => Math.max(largest, runSizePt(style.sizePt)), basePt);
}

/** The size of the largest words of a paragraph: a multiple would be one of the tallest word of each line. */
function largestWordPt({ fragments }: ParagraphDraft, basePt: number): number {
  const sizes = fragments
    .flatMap(({ words }) => words)
    .filter(({ script }) => script === 'normal')
    .map(({ style }) => runSizePt(style.sizePt))
    .filter((sizePt) => sizePt <= maxGrowth * basePt);
  return Math.max(basePt, ...sizes);
}

/** Lines with another family in them may be higher by this share of their size before it shows. */
const maxUnevenEm = 0.03;

/** The heights of a line that has all families of a paragraph; null where those of its own are not known. */
function sharedMetrics({ fragments }: ParagraphDraft, { fontName }: RunStyle): LineMetrics | null {
  const base = lineMetrics(fontName);
  if (base === null) return null;
  const families = new Set(fragments.flatMap(({ words }) => words.map(({ style }) => familyOf(style.font).name)));
  const known = [...families].flatMap((family) => lineMetrics(family) ?? []);
  return {
    ascent: Math.max(base.ascent, ...known.map(({ ascent }) => ascent)),
    descent: Math.max(base.descent, ...known.map(({ descent }) => descent)),
  };
}

/** Slanted letters may make a line higher than upright ones of their family. */
function hasItalics({ fragments }: ParagraphDraft): boolean {
  return fragments.some(({ words }) => words.some(({ style }) => isItalicFace(style.font)));
}

/** A single line is spaced like its neighbours where there is room, and as tight as it must be where there is not. */
function settingOf(draft: ParagraphDraft, first: Fragment, placement: ParagraphPlacement): LineSetting {
  const { cursorY, usualPitchPt } = placement;
  const baseStyle = { ...placement.baseStyle, italic: hasItalics(draft) };
  if (needsOtherFace(draft)) {
    return steadyLine(
      draft.pitchPt ?? Math.min(usualPitchPt, 1.4 * baseStyle.sizePt),
      baseStyle.sizePt,
      hasWord(draft, tallLetter) ? null : tallestOfAll,
    );
  }
  const metrics = sharedMetrics(draft, baseStyle);
  if (draft.pitchPt !== null) {
    const largestPt = largestWordPt(draft, baseStyle.sizePt);
    const isMixed = largestPt > baseStyle.sizePt && draft.pitchPt >= largestPt;
    const own = lineMetrics(baseStyle.fontName);
    const isUneven = metrics !== null && own !== null && heightOf(metrics) > heightOf(own) + maxUnevenEm;
    return isMixed || isUneven
      ? mixedLine(draft.pitchPt, baseStyle, { largestPt, metrics: metrics ?? tallestMetrics(baseStyle) })
      : lineSetting(baseStyle, draft.pitchPt);
  }
  const largestPt = largestOnLinePt(draft, baseStyle.sizePt);
  const own = lineSetting({ ...baseStyle, sizePt: largestPt }, null, metrics);
  if (usualPitchPt > 1.5 * baseStyle.sizePt) return own;
  const usual = largestPt > baseStyle.sizePt ? own : lineSetting(baseStyle, usualPitchPt, metrics);
  if (first.baseline - usual.baselinePt >= cursorY - 0.6) return usual;
  const tightest = own.heightPt < usual.heightPt ? own : usual;
  const roomPt = first.baseline - cursorY;
  // Too little room for the font's own height: the line is set as tight as it was.
  if (roomPt < tightest.baselinePt - 0.6 && roomPt > 0.6 * baseStyle.sizePt) return exactLine(roomPt / 0.8);
  return tightest;
}

/** The descents of letters of two sizes may differ by this much, in points, before lines look uneven. */
const maxUnevenPt = 0.5;

/** Lines with letters of other faces or sizes among their own. */
function mixedLine(
  pitchPt: number,
  { sizePt }: RunStyle,
  { largestPt, metrics }: { readonly largestPt: number; readonly metrics: LineMetrics },
): LineSetting {
  const unevenPt = (largestPt - sizePt) * metrics.descent;
  return steadyLine(pitchPt, largestPt, unevenPt > maxUnevenPt ? null : metrics);
}

function indentsOf(draft: ParagraphDraft, first: Fragment, columnX0: number, columnX1: number, inList: boolean) {
  const { alignment, box, fragments, label } = draft;
  const rightToLeft = draft.direction === 'rtl';
  if (alignment === 'center') {
    const shift = box.x0 + box.x1 - (columnX0 + columnX1);
    return {
      indentLeftPt: shift > 4 ? shift : 0,
      indentRightPt: shift < -4 ? -shift : 0,
      firstLinePt: 0,
    };
  }
  const startEdge = ({ box: own }: Fragment) => (rightToLeft ? columnX1 - own.x1 : own.x0 - columnX0);
  const rest = fragments.slice(1);
  const firstStart = startEdge(first);
  const labelled = inList && label !== null ? textStart(first, label.wordCount, columnX0, columnX1) : null;
  const restStart = rest.length > 0 ? Math.min(...rest.map(startEdge)) : (labelled ?? firstStart);
  const hasTail = rest.length > 0 || labelled !== null;
  const start = snap(hasTail ? restStart : firstStart);
  const firstLinePt = snap(firstStart - start);
  const free = rightToLeft ? box.x0 - columnX0 : columnX1 - box.x1;
  const pushed = isPushed(alignment, rightToLeft);
  const farEnd = hasLeader(draft) ? 0 : snap(Math.max(0, pushed ? free : endIndent(draft)));
  const near = pushed ? 0 : start;
  return {
    indentLeftPt: rightToLeft ? farEnd : near,
    indentRightPt: rightToLeft ? near : farEnd,
    firstLinePt: pushed ? 0 : firstLinePt,
  };
}

/** A leader reaches to the edge, further than the title it follows. */
function hasLeader({ fragments }: ParagraphDraft): boolean {
  return fragments.some((fragment) => leaderRun(fragment) !== null);
}

type Indents = Pick<Paragraph['format'], 'indentLeftPt' | 'indentRightPt' | 'firstLinePt'>;

/** More room for lines that are a little too wide, or less for those that would take a word more, where they end. */
function widened(indents: Indents, alignment: ParagraphDraft['alignment'], byPt: number): Indents {
  const { indentLeftPt, indentRightPt } = indents;
  if (byPt === 0) return indents;
  if (alignment === 'right') return { ...indents, indentLeftPt: indentLeftPt - byPt };
  if (alignment !== 'center') return { ...indents, indentRightPt: indentRightPt - byPt };
  return { ...indents, indentLeftPt: indentLeftPt - byPt / 2, indentRightPt: indentRightPt - byPt / 2 };
}

/** Whether the lines are pushed against the edge where they end. */
function isPushed(alignment: ParagraphDraft['alignment'], rightToLeft: boolean): boolean {
  return rightToLeft ? alignment === 'left' : alignment === 'right';
}

function textStart(first: Fragment, labelWords: number, columnX0: number, columnX1: number): number | null {
  const word = first.words[labelWords];
  if (word === undefined) return null;
  return first.direction === 'rtl' ? columnX1 - word.box.x1 : word.box.x0 - columnX0;
}

/** The tab after a label leads to the indent of the item; one whose other lines begin elsewhere needs a stop. */
function labelStop(
  { fragments: [first], label }: ParagraphDraft,
  { indentLeftPt, indentRightPt }: Indents,
  { list, columnX0, columnX1 }: ParagraphPlacement,
): readonly TabStop[] {
  if (list === null || label === null || first === undefined) return [];
  const positionPt = textStart(first, label.wordCount, columnX0, columnX1);
  const indentPt = first.direction === 'rtl' ? indentRightPt : indentLeftPt;
  if (positionPt === null || Math.abs(positionPt - indentPt) < 1) return [];
  return [{ positionPt: snap(positionPt), alignment: 'left', leader: 'none' }];
}

/** Rounds tiny values to zero. */
function snap(pt: number): number {
  return Math.abs(pt) < 1 ? 0 : Math.round(pt * 10) / 10;
}

/** The stops of tabs with those at the ends of blanks. */
function withBlanks(stops: readonly TabStop[], { blanks, columnX0, columnX1 }: ParagraphPlacement): readonly TabStop[] {
  const ends = blanks.map(({ x1, leader }): TabStop => {
    const endsColumn = x1 > columnX1 - 3;
    const positionPt = endsColumn ? columnX1 - columnX0 : snap(x1 - columnX0);
    return { positionPt, alignment: endsColumn ? 'right' : 'left', leader };
  });
  return [...stops, ...ends].sort((first, second) => first.positionPt - second.positionPt);
}

/** Where tabs lead to, counted from the edge where lines begin. */
function tabStopsOf(
  { fragments, direction, label }: ParagraphDraft,
  columnX0: number,
  columnX1: number,
  inList: boolean,
): readonly TabStop[] {
  const stops = new Map<number, TabStop>();
  const widthPt = columnX1 - columnX0;
  const startOf = (box: Fragment['box']) => (direction === 'rtl' ? columnX1 - box.x1 : box.x0 - columnX0);
  const endOf = (box: Fragment['box']) => (direction === 'rtl' ? columnX1 - box.x0 : box.x1 - columnX0);
  for (const [index, fragment] of fragments.entries()) {
    const leader = leaderRun(fragment);
    const lastWord = fragment.words.at(-1);
    if (leader !== null && lastWord !== undefined) {
      const endPt = Math.min(widthPt, snap(endOf(lastWord.box)));
      const positionPt = widthPt - endPt < 3 ? widthPt : endPt;
      stops.set(Math.round(positionPt), { positionPt, alignment: 'right', leader: 'dot' });
    }
    const labelWords = index === 0 ? (label?.wordCount ?? 0) : 0;
    for (const position of tabGapIndexes(fragment, index === 0 && inList)) {
      const word = fragment.words[position];
      const last = fragment.words.at(-1);
      if (word === undefined || last === undefined) continue;
      if (leader !== null && position >= leader.from) continue;
      const isLast = leader === null && position !== labelWords && tabGapIndexes(fragment, false).at(-1) === position;
      const ends = isLast && fragments.length === 1 && endOf(last.box) > widthPt - 3;
      const stop: TabStop = ends
        ? { positionPt: widthPt, alignment: 'right', leader: 'none' }
        : { positionPt: snap(startOf(word.box)), alignment: 'left', leader: 'none' };
      stops.set(Math.round(stop.positionPt), stop);
    }
  }
  return [...stops.values()].sort((first, second) => first.positionPt - second.positionPt);
}
