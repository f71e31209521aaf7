import { boxOf } from './line-box.ts';
import type { RasterLine, RasterWord } from './recognizer.ts';
import { marks } from './thresholds.ts';

/** A day, a month and a year, of which a point may have been read as a comma. */
const datePattern = /^\d{1,2}([.,/-])\d{1,2}([.,/-])(\d{4}|\d{2})$/;

/** Both marks of a date; two commas are between numbers of a list. */
const dateMarks = ['..', '//', '--', '.,', ',.'];

/**
 * Lines whose dates are whole: `02. 03. 2024` in letters of one width, whose points have blanks around them, is one word. A
 * blank that is meant is wider. A date with a point and a comma has two points.
 */
export function withWholeDates(lines: readonly RasterLine[]): readonly RasterLine[] {
  return lines.map((line) => (line.direction === 'rtl' ? line : { ...line, words: joinDates(line.words) }));
}

function joinDates(words: readonly RasterWord[]): readonly RasterWord[] {
  const joined: RasterWord[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const parts = [3, 2, 1].map((count) => words.slice(index, index + count)).find(isDate) ?? [];
    const [first] = parts;
    if (first === undefined) joined.push(...words.slice(index, index + 1));
    else {
      joined.push({ ...first, ...wholeDate(parts) });
      index += parts.length - 1;
    }
  }
  return joined;
}

function isDate(parts: readonly RasterWord[]): boolean {
  const [, mark, second] = datePattern.exec(textOf(parts)) ?? [];
  const found = `${mark}${second}`;
  if (!dateMarks.includes(found)) return false;
  if (parts.length === 1) return mark !== second;
  const letterWidth = Math.max(...parts.map(({ box, text }) => (box.x1 - box.x0) / text.length));
  return parts
    .slice(1)
    .every(({ box }, index) => box.x0 - (parts[index]?.box.x1 ?? 0) <= marks.maxDateSplit * letterWidth);
}

function wholeDate(parts: readonly RasterWord[]): Pick<RasterWord, 'text' | 'box' | 'confidence'> {
  const text = textOf(parts);
  return {
    text: text.includes('.') ? text.replaceAll(',', '.') : text,
    box: boxOf({ words: parts }),
    confidence: Math.min(...parts.map(({ confidence }) => confidence)),
  };
}

function textOf(parts: readonly RasterWord[]): string {
  return parts.map(({ text }) => text).join('');
}
