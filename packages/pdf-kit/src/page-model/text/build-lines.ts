import { type Boundaries, noBoundaries } from '../../boundaries.ts';
import { uniteBoxes } from '../box.ts';
import type { DrawnGlyph } from '../content/page-content.ts';
import type { Line, TextStyle, Word } from '../types.ts';
import { attachMarks } from './attach-marks.ts';
import { attachMovedLetters } from './attach-moved-letters.ts';
import { attachScripts, type Segment } from './attach-scripts.ts';
import { buildWords } from './build-words.ts';
import { dropOverprints } from './drop-overprints.ts';
import { leaderDots } from './leader-dots.ts';
import { directionOf, isRightToLeftPage } from './line-direction.ts';
import { dropDoubtfulNoBreaks } from './no-break-spaces.ts';
import { partOverlaid } from './overlaid-rows.ts';
import { rawLine } from './raw-lines.ts';
import { toReadingOrder } from './reading-order.ts';
import { splitAtSizes } from './split-at-sizes.ts';
import { type FramedGlyph, frameGlyph, placeOnLine } from './text-frame.ts';
import { withThaiAmVowel } from './thai-am-vowel.ts';

/** A gap wider than this ends a line: what follows is another column, cell or block. */
export const lineBreakEm = 1.5;
/** A page number may be this far from the dots that lead to it: TeX sets it flush right in a box of 1.55 em. */
const leaderReachEm = 3.5;
/** Tolerance for equal baselines, in em. */
const baselineToleranceEm = 0.2;

/** Text placed again this close to the end of the one before continues with it, in em. */
const sameTextEm = 0.06;

export interface BuildLinesOptions {
  /** The page is printed from a spreadsheet: each text that is placed by itself is a cell, or a line of one. */
  readonly printedSheet?: boolean;
  readonly pageNumber?: number;
  readonly boundaries?: Boundaries;
}

/** Arranges glyphs in lines by angle, baseline and gaps; then raised and lowered pieces join the line they belong to. */
export function buildLines(
  glyphs: readonly DrawnGlyph[],
  { printedSheet = false, pageNumber = 1, boundaries = noBoundaries }: BuildLinesOptions = {},
): Line[] {
  const byAngle = Map.groupBy(dropOverprints(dropDoubtfulNoBreaks(glyphs)), ({ angle }) => angle);
  const rightToLeftPage = isRightToLeftPage(glyphs);
  const lines: Line[] = [];
  const part = { what: `A line on page ${pageNumber}`, instead: 'its text is in drawing order' };
  for (const [angle, turned] of byAngle) {
    // Turned text is placed word by word even in one cell.
    const split = printedSheet && angle === 0 ? splitAtRuns : splitAtGaps;
    const rows = baselineRows(attachMarks(withThaiAmVowel(turned.map(frameGlyph)))).flatMap(partOverlaid);
    const segments = attachMovedLetters(rows.flatMap(split));
    for (const segment of attachScripts(segments)) {
      const line = boundaries.within(
        part,
        () => toLine(segment, angle, rightToLeftPage && angle === 0),
        () => rawLine(segment.glyphs.map(({ glyph }) => glyph)),
      );
      if (line !== null) lines.push(line);
    }
  }
  return lines.sort((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0);
}

/** A line of words that are already in reading order. */
export function composeLine(
  words: readonly Word[],
  baseline: number,
  angle: number,
  { order = 0, direction = directionOf(words) }: { readonly order?: number; readonly direction?: 'ltr' | 'rtl' } = {},
): Line {
  return {
    text: words
      .map(({ text, spaceAfter }, index) => (spaceAfter && index < words.length - 1 ? `${text} ` : text))
      .join(''),
    box: uniteBoxes(words.map(({ box }) => box)),
    words,
    baseline,
    style: dominantStyle(words),
    angle,
    direction,
    order,
  };
}

function baselineRows(glyphs: readonly FramedGlyph[]): FramedGlyph[][] {
  const rows: FramedGlyph[][] = [];
  let reference: FramedGlyph | null = null;
  for (const glyph of [...glyphs].sort((a, b) => a.baseline - b.baseline)) {
    const tolerance = baselineToleranceEm * Math.min(glyph.sizePt, reference?.sizePt ?? glyph.sizePt);
    if (reference === null || glyph.baseline - reference.baseline > tolerance) {
      rows.push([]);
      reference = glyph;
    }
    rows.at(-1)?.push(glyph);
  }
  return rows;
}

function splitAtGaps(row: readonly FramedGlyph[]): Segment[] {
  const stretches: { glyphs: FramedGlyph[]; end: number; readonly sizePt: number }[] = [];
  const sorted = [...row].sort((a, b) => placeOnLine(a) - placeOnLine(b));
  const ledTo = pageNumberAfterLeader(sorted);
  for (const glyph of sorted) {
    let current = stretches.at(-1);
    if (glyph.space) {
      current?.glyphs.push(glyph);
      continue;
    }
    const breakEm = glyph === ledTo ? leaderReachEm : lineBreakEm;
    const reach = breakEm * Math.max(glyph.sizePt, current?.sizePt ?? 0);
    if (current === undefined || glyph.start - current.end > reach) {
      current = { glyphs: [], end: glyph.end, sizePt: glyph.sizePt };
      stretches.push(current);
    }
    current.glyphs.push(glyph);
    current.end = Math.max(current.end, glyph.end);
  }
  return stretches.flatMap(({ glyphs }) => splitAtSizes(glyphs).map(toSegment));
}

/** The first digit of a page number at the end of a row, if a leader precedes it. */
function pageNumberAfterLeader(sorted: readonly FramedGlyph[]): FramedGlyph | null {
  const leaders = leaderDots(sorted);
  if (leaders.size === 0) return null;
  const last = sorted.findLastIndex((glyph) => leaders.has(glyph));
  const after = sorted.slice(last + 1).filter(({ space }) => !space);
  return /^(?:\d{1,4}|[ivxlc]{1,6})$/i.test(after.map(({ glyph }) => glyph.text).join('')) ? (after[0] ?? null) : null;
}

/** The texts that are placed separately; one that starts exactly where another ended is the same text in another style. */
function splitAtRuns(row: readonly FramedGlyph[]): Segment[] {
  const runs = [...Map.groupBy(row, ({ glyph }) => glyph.run).values()].filter((run) =>
    run.some(({ space }) => !space),
  );
  const texts: { glyphs: FramedGlyph[]; end: number }[] = [];
  for (const run of runs.sort((a, b) => startOf(a) - startOf(b))) {
    const end = Math.max(...run.map((glyph) => glyph.end));
    const last = texts.at(-1);
    const goesOn = last !== undefined && Math.abs(startOf(run) - last.end) <= sameTextEm * (run[0]?.sizePt ?? 0);
    if (goesOn) texts[texts.length - 1] = { glyphs: [...last.glyphs, ...run], end };
    else texts.push({ glyphs: run, end });
  }
  return texts.map(({ glyphs }) => toSegment(glyphs));
}

function toSegment(glyphs: readonly FramedGlyph[]): Segment {
  const visible = glyphs.filter(({ space }) => !space);
  const end = Math.max(...visible.map((glyph) => glyph.end));
  return { glyphs: [...glyphs], start: startOf(visible), end, ...measure(glyphs) };
}

function startOf(glyphs: readonly FramedGlyph[]): number {
  return Math.min(...glyphs.map(({ start }) => start));
}

/** The size and baseline of most of the glyphs, not of a drop cap or a footnote mark. */
function measure(glyphs: readonly FramedGlyph[]): { readonly sizePt: number; readonly baseline: number } {
  const visible = glyphs.filter(({ space }) => !space);
  const sizes = visible.map(({ sizePt }) => sizePt).sort((a, b) => a - b);
  const baselines = visible.map(({ baseline }) => baseline).sort((a, b) => a - b);
  const middle = Math.floor(visible.length / 2);
  return { sizePt: sizes[middle] ?? 1, baseline: baselines[middle] ?? 0 };
}

function toLine(segment: Segment, angle: number, onRightToLeftPage: boolean): Line | null {
  const words = buildWords(segment.glyphs, segment);
  const [first] = segment.glyphs;
  if (words.length === 0 || first === undefined) return null;
  const { origin } = first.glyph;
  const baseline = angle % 180 === 90 ? origin.x : origin.y;
  const direction = directionOf(words, onRightToLeftPage);
  return composeLine(
    toReadingOrder(words, direction),
    angle % 90 === 0 ? levelBaseline(segment.baseline, angle) : baseline,
    angle,
    { order: Math.min(...segment.glyphs.map(({ glyph }) => glyph.run)), direction },
  );
}

/** Converts a baseline from the axis of the frame to that of the page. */
function levelBaseline(baseline: number, angle: number): number {
  return angle === 90 || angle === 180 ? -baseline : baseline;
}

function dominantStyle(words: readonly Word[]): TextStyle {
  const counts = new Map<TextStyle, number>();
  for (const { style, text } of words) counts.set(style, (counts.get(style) ?? 0) + text.length);
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  if (best === undefined) throw new TypeError('A line has at least one word');
  return best[0];
}
