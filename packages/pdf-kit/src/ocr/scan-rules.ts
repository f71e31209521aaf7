import { colorOfChannels } from '../page-model/color-channels.ts';
import { chainMatrices, transformPoint } from '../page-model/matrix.ts';
import type { RecognizedLine, RecognizedWord } from '../page-model/text/recognized-line.ts';
import type { Box, Fill, Rule } from '../page-model/types.ts';
import { median } from '../statistics.ts';
import { isCapitalI } from './capital-i.ts';
import { findRules } from './find-rules.ts';
import type { PageRecognition } from './recognize-page.ts';
import { pagePoints, toRecognizedPage } from './recognized-page.ts';
import type { GreyRaster, RasterLine } from './recognizer.ts';
import { rules as thresholds } from './thresholds.ts';

/** Widths and greys are rounded to multiples of these. */
const widthStepPt = 0.5;
const greyStep = 64;
const shadeStep = 8;

/** What a rule before or behind a word is read as. */
const startMarks = /^[|_[\]](?!.*\])/;
const endMarks = /(?<!\[.*)[|_[\]]$/;
const loneMarks = /^[|_[\]—–=]+$/;

/** What is drawn on a recognised page: see `scanGraphics`. */
export interface ScanGraphics {
  readonly rules: readonly Rule[];
  readonly fills: readonly Fill[];
}

const nothing: ScanGraphics = { rules: [], fills: [] };

/**
 * The rules and filled bands of a recognised page in points, where they would be on the page levelled, as `lines` are. Strokes of
 * letters and marks in lines of text are no rules.
 */
async function scanGraphics(
  raster: GreyRaster,
  recognition: Pick<PageRecognition, 'rotation' | 'skewDegrees'>,
  lines: readonly RecognizedLine[],
): Promise<ScanGraphics> {
  const words = lines.filter(({ angle = 0 }) => angle === 0).flatMap((line) => line.words.filter(hasLetters));
  if (words.length === 0) return nothing;
  const letterPt = median(words.map(({ box }) => box.y1 - box.y0));
  const found = await findRules(raster, recognition, (letterPt * raster.dpi) / 72);
  if (found === null) return nothing;
  const { toPoints } = pagePoints(recognition, raster, { level: true });
  const toPage = chainMatrices(found.toRaster, toPoints);
  const scale = Math.hypot(toPage[0], toPage[1]);
  const [usualPx, usualGrey] = [
    median(found.rules.map(({ thicknessPx }) => thicknessPx)),
    median(found.rules.map(({ grey }) => grey)),
  ];
  const fills = found.bands.map(({ x0, y0, x1, y1, grey }): Fill => {
    const [start, end] = [transformPoint(toPage, x0, y0), transformPoint(toPage, x1, y1)];
    return { box: { x0: start.x, y0: start.y, x1: end.x, y1: end.y }, color: colorOf(grey, shadeStep) };
  });
  const all = found.rules.map(({ orientation, x0, y0, x1, y1, thicknessPx, grey }): Rule => {
    // Rules of one look scatter on a scan.
    const isUsual =
      Math.abs(thicknessPx - usualPx) * scale < 1.5 * widthStepPt && Math.abs(grey - usualGrey) < greyStep;
    const look = isUsual ? { px: usualPx, grey: usualGrey } : { px: thicknessPx, grey };
    const [start, end] = [transformPoint(toPage, x0, y0), transformPoint(toPage, x1, y1)];
    const across = orientation === 'horizontal';
    return {
      orientation,
      x0: start.x,
      y0: start.y,
      x1: across ? end.x : start.x,
      y1: across ? start.y : end.y,
      widthPt: Math.max(widthStepPt, widthStepPt * Math.round((look.px * scale) / widthStepPt)),
      color: colorOf(look.grey, greyStep),
      dashed: false,
    };
  });
  const drawn = all.filter((rule) => !isOfText(rule, words, letterPt) && !endsInWord(rule, words));
  return { rules: drawn.filter((rule) => !isLoneStroke(rule, drawn, letterPt)), fills };
}

/** Whether a level stroke at a line of text begins or ends inside a word: underlines are as long as what they underline. */
function endsInWord({ orientation, x0, x1, y0 }: Rule, words: readonly RecognizedWord[]): boolean {
  if (orientation === 'vertical') return false;
  return words.some(({ box }) => {
    const margin = thresholds.wordEnd * (box.y1 - box.y0);
    const isInside = (x: number) => x > box.x0 + margin && x < box.x1 - margin;
    return y0 > box.y0 && y0 < box.y1 + margin && (isInside(x0) || isInside(x1));
  });
}

/** Whether a short upright stroke meets no level one, as of a signature, a bracket or a stain. */
function isLoneStroke({ orientation, x0, y0, y1 }: Rule, others: readonly Rule[], letterPt: number): boolean {
  if (orientation === 'horizontal' || y1 - y0 >= thresholds.minLoneLength * letterPt) return false;
  const reach = thresholds.maxThickness * letterPt;
  return !others.some(
    (other) =>
      other.orientation === 'horizontal' &&
      other.x0 <= x0 + reach &&
      other.x1 >= x0 - reach &&
      other.y0 >= y0 - reach &&
      other.y0 <= y1 + reach,
  );
}

function hasLetters({ text }: RecognizedWord): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The colour of what has about this grey: things of one look scatter on a scan. */
function colorOf(grey: number, step: number): string {
  const rounded = Math.min(255, step * Math.round(grey / step));
  return colorOfChannels([rounded, rounded, rounded]);
}

/**
 * Whether a rule is a stroke of letters: it runs through words for half of its length, or for most of it if that is many lines, or
 * along the tops of letters for all of it.
 */
function isOfText(rule: Rule, words: readonly RecognizedWord[], letterPt: number): boolean {
  const length = rule.x1 - rule.x0 + rule.y1 - rule.y0;
  const across = rule.orientation === 'horizontal';
  const isLong = !across && length >= thresholds.manyLines * letterPt;
  const share = (of: (word: RecognizedWord) => number) => words.reduce((sum, word) => sum + of(word), 0) / length;
  const inside = share((word) => (across ? acrossWord(rule, word, 1) : besideWord(rule, word)));
  if (inside > (isLong ? thresholds.maxInManyWords : thresholds.maxInWords)) return true;
  return across && share((word) => acrossWord(rule, word, -1)) > thresholds.maxAtTops;
}

/** How much of a level rule is in a word, in points; `top` is -1 if its upper edge counts. Below its lower edge is an underline. */
function acrossWord({ x0, x1, y0 }: Rule, { box }: RecognizedWord, top: 1 | -1): number {
  const edge = thresholds.wordEdge * (box.y1 - box.y0);
  return y0 > box.y0 + top * edge && y0 < box.y1 - edge ? overlap(x0, x1, box.x0, box.x1) : 0;
}

/** How much of an upright rule is in a word or at its end: one at the end may have been read as a bracket. */
function besideWord({ x0, y0, y1 }: Rule, { text, box }: RecognizedWord): number {
  const edge = thresholds.wordEdge * (box.y1 - box.y0);
  const [start, end] = [startMarks.test(text) ? edge : -edge, endMarks.test(text) ? -edge : edge];
  return x0 > box.x0 + start && x0 < box.x1 + end ? overlap(y0, y1, box.y0, box.y1) : 0;
}

function overlap(from: number, to: number, start: number, end: number): number {
  return Math.max(0, Math.min(to, end) - Math.max(from, start));
}

/** Whether words begin or end with marks that rules may have been read as. */
export function mayHoldRuleMarks(lines: readonly RasterLine[]): boolean {
  return lines.some(({ words }) =>
    words.some(({ text }) => startMarks.test(text) || endMarks.test(text) || loneMarks.test(text)),
  );
}

/** What was read of a page without the marks that its rules were read as, and what is drawn on it: see `scanGraphics`. */
export async function separateRules(
  raster: GreyRaster,
  recognition: PageRecognition,
): Promise<{ readonly recognition: PageRecognition; readonly graphics: ScanGraphics }> {
  const level = toRecognizedPage(recognition, raster, { level: true }).lines;
  const graphics = await scanGraphics(raster, recognition, level);
  const texts = textsWithoutRules(level, graphics.rules);
  const lines = recognition.lines.flatMap((line, index) => {
    const words = line.words.flatMap((word, at) => {
      const text = texts[index]?.[at] ?? null;
      return text === null ? [] : [{ ...word, text }];
    });
    return words.length === 0 ? [] : [{ ...line, words }];
  });
  return { recognition: { ...recognition, lines }, graphics };
}

/**
 * The texts of the words of each line without the marks that rules were read as: bars and brackets beside upright rules, dashes on
 * level ones; null for a word that is nothing else. A bar that is a capital I is one. Lines that run vertically stay as they are.
 */
export function textsWithoutRules(
  lines: readonly RecognizedLine[],
  rules: readonly Rule[],
): readonly (readonly (string | null)[])[] {
  return lines.map((line) =>
    line.words.map((word, at) => {
      if ((line.angle ?? 0) !== 0) return word.text;
      const text = textWithoutMarks(word, rules);
      return text === '|' && isCapitalI(line, at) ? 'I' : text;
    }),
  );
}

/** The text of a word without marks that are a rule; null for one that is nothing else. */
function textWithoutMarks(word: RecognizedWord, rules: readonly Rule[]): string | null {
  const { text, box } = word;
  if (!hasLetters(word)) return loneMarks.test(text) && touches(box, text, rules) ? null : text;
  const { x0, y0, x1, y1 } = box;
  const reach = thresholds.markReach * (y1 - y0);
  const [start, end] = [startMarks.exec(text)?.[0], endMarks.exec(text)?.[0]];
  // A line to write on is lower than the dash that it is read as.
  const sides = { y0, y1: y1 + 2 * reach };
  const atStart = start !== undefined && touches({ ...sides, x0: x0 - reach, x1: x0 + reach }, start, rules);
  const atEnd = end !== undefined && touches({ ...sides, x0: x1 - reach, x1: x1 + reach }, end, rules);
  return text.slice(atStart ? 1 : 0, atEnd ? -1 : undefined);
}

/** Whether a rule touches the box of a mark that looks like it. */
function touches({ x0, y0, x1, y1 }: Box, mark: string, rules: readonly Rule[]): boolean {
  const orientation = /^[_—–=]/.test(mark) ? 'horizontal' : 'vertical';
  return rules.some(
    (rule) => rule.orientation === orientation && rule.x0 <= x1 && rule.x1 >= x0 && rule.y0 <= y1 && rule.y1 >= y0,
  );
}
