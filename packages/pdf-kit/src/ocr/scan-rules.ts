import { chainMatrices, transformPoint } from '../page-model/matrix.ts';
import type { RecognizedLine, RecognizedWord } from '../page-model/text/recognized-line.ts';
import type { Box, Rule } from '../page-model/types.ts';
import { median } from '../statistics.ts';
import { findRules } from './find-rules.ts';
import type { PageRecognition } from './recognize-page.ts';
import { pagePoints } from './recognized-page.ts';
import type { GreyRaster } from './recognizer.ts';
import { rules as thresholds } from './thresholds.ts';

/** The widths and greys that rules of one look are rounded to: they scatter on a scan. */
const widthStepPt = 0.5;
const greyStep = 64;

/** What a rule before or behind a word is read as. */
const startMarks = /^[|_[\]](?!.*\])/;
const endMarks = /(?<!\[.*)[|_[\]]$/;
const loneMarks = /^[|_[\]—–=]+$/;

/**
 * The rules of a recognised page in points, where they would be on the page levelled, as `lines` are. Strokes of letters and marks in
 * lines of text are none.
 */
export async function scanRules(
  raster: GreyRaster,
  recognition: Pick<PageRecognition, 'rotation' | 'skewDegrees'>,
  lines: readonly RecognizedLine[],
): Promise<readonly Rule[]> {
  const words = lines.filter(({ angle = 0 }) => angle === 0).flatMap((line) => line.words.filter(hasLetters));
  if (words.length === 0) return [];
  const letterPt = median(words.map(({ box }) => box.y1 - box.y0));
  const found = await findRules(raster, recognition, (letterPt * raster.dpi) / 72);
  if (found === null) return [];
  const { toPoints } = pagePoints(recognition, raster, { level: true });
  const toPage = chainMatrices(found.toRaster, toPoints);
  const scale = Math.hypot(toPage[0], toPage[1]);
  const all = found.rules.map(({ orientation, x0, y0, x1, y1, thicknessPx, grey }): Rule => {
    const [start, end] = [transformPoint(toPage, x0, y0), transformPoint(toPage, x1, y1)];
    const across = orientation === 'horizontal';
    return {
      orientation,
      x0: start.x,
      y0: start.y,
      x1: across ? end.x : start.x,
      y1: across ? start.y : end.y,
      widthPt: Math.max(widthStepPt, widthStepPt * Math.round((thicknessPx * scale) / widthStepPt)),
      color: colorOf(grey),
      dashed: false,
    };
  });
  const drawn = all.filter((rule) => !isOfText(rule, words) && !endsInWord(rule, words));
  return drawn.filter((rule) => !isLoneStroke(rule, drawn, letterPt));
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

function colorOf(grey: number): string {
  const rounded = Math.min(255, greyStep * Math.round(grey / greyStep));
  return `#${rounded.toString(16).padStart(2, '0').repeat(3)}`;
}

/** Whether a rule is a stroke of letters: it runs through words for half of its length. */
function isOfText(rule: Rule, words: readonly RecognizedWord[]): boolean {
  const length = rule.x1 - rule.x0 + rule.y1 - rule.y0;
  const inside = words.reduce((sum, word) => sum + sharedWith(rule, word), 0);
  return inside > thresholds.maxInWords * length;
}

/** How much of a rule is part of a word, in points: an underline is at its edge, and a rule beside it may have been read as a bracket. */
function sharedWith(rule: Rule, { text, box }: RecognizedWord): number {
  if (rule.orientation === 'horizontal') {
    const edge = thresholds.wordEdge * (box.y1 - box.y0);
    return rule.y0 > box.y0 + edge && rule.y0 < box.y1 - edge ? overlap(rule.x0, rule.x1, box.x0, box.x1) : 0;
  }
  const [start, end] = [startMarks.test(text) ? 1 : -1, endMarks.test(text) ? -1 : 1];
  const edge = thresholds.wordEdge * (box.y1 - box.y0);
  return rule.x0 > box.x0 + start * edge && rule.x0 < box.x1 + end * edge
    ? overlap(rule.y0, rule.y1, box.y0, box.y1)
    : 0;
}

function overlap(from: number, to: number, start: number, end: number): number {
  return Math.max(0, Math.min(to, end) - Math.max(from, start));
}

/** Lines without the marks that rules were read as: bars and brackets beside upright rules, dashes on level ones. */
export function withoutRuleMarks(lines: readonly RecognizedLine[], rules: readonly Rule[]): readonly RecognizedLine[] {
  if (rules.length === 0) return lines;
  return lines.map((line) =>
    line.angle === undefined || line.angle === 0
      ? { ...line, words: line.words.flatMap((word) => withoutMarks(word, rules) ?? []) }
      : line,
  );
}

/** The word without marks that are a rule; null for one that is nothing else. */
function withoutMarks(word: RecognizedWord, rules: readonly Rule[]): RecognizedWord | null {
  const { text, box } = word;
  if (!hasLetters(word)) return loneMarks.test(text) && touches(box, text, rules) ? null : word;
  const { x0, y0, x1, y1 } = box;
  const reach = thresholds.markReach * (y1 - y0);
  const [start, end] = [startMarks.exec(text)?.[0], endMarks.exec(text)?.[0]];
  const atStart = start !== undefined && touches({ x0: x0 - reach, y0, x1: x0 + reach, y1: y1 + reach }, start, rules);
  const atEnd = end !== undefined && touches({ x0: x1 - reach, y0, x1: x1 + reach, y1: y1 + reach }, end, rules);
  if (!atStart && !atEnd) return word;
  return { ...word, text: text.slice(atStart ? 1 : 0, atEnd ? -1 : undefined) };
}

/** Whether a rule touches the box of a mark that looks like it. */
function touches({ x0, y0, x1, y1 }: Box, mark: string, rules: readonly Rule[]): boolean {
  const orientation = /^[_—–=]/.test(mark) ? 'horizontal' : 'vertical';
  return rules.some(
    (rule) => rule.orientation === orientation && rule.x0 <= x1 && rule.x1 >= x0 && rule.y0 <= y1 && rule.y1 >= y0,
  );
}
