import type { Line } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { createPitchCounter } from '../src/analysis/text/line-pitches.ts';

/** Lines of 12 points, as many as there are texts, a pitch apart. */
function linesOf(texts: readonly string[], pitchPt: number, widthPt: number): Line[] {
  return texts.map((text, index) => ({
    words: text.split(' ').map((word) => ({ text: word })),
    box: { x0: 50, y0: 100 + index * pitchPt, x1: 50 + widthPt, y1: 112 + index * pitchPt },
    baseline: 110 + index * pitchPt,
    style: { sizePt: 12 },
  })) as unknown as Line[];
}

test.each([
  ['Chinese', '人们在开车去一个地方的同时也能顺路搭载其他乘客并凭借个人意愿'],
  ['Hebrew', 'זהו תמרון המבוצע על ידי ממשלה אשר נבחרה באופן חוקי במטרה'],
])('wide lines of %s that stop without a stop tell how far lines of paragraphs are apart', (_, text) => {
  const counter = createPitchCounter();
  counter.count(linesOf(Array(10).fill('A line of a list'), 15, 80));
  counter.count(linesOf(Array(8).fill(text), 24, 400));
  expect(counter.pitches().isKnown(12, 24)).toBe(true);
  const narrow = createPitchCounter();
  narrow.count(linesOf(Array(8).fill(text), 24, 200));
  expect(narrow.pitches().isKnown(12, 24)).toBe(false);
});

test('wide lines that begin and end at the same places tell it whatever their words are', () => {
  const texts = Array(5).fill('An answer to the “question” of (section 2)');
  const flush = createPitchCounter();
  flush.count(linesOf(texts, 19, 400));
  expect(flush.pitches().isKnown(12, 19)).toBe(true);
  const ragged = createPitchCounter();
  ragged.count(
    linesOf(texts, 19, 400).map((line, index) => ({ ...line, box: { ...line.box, x1: line.box.x1 + 3 * index } })),
  );
  expect(ragged.pitches().isKnown(12, 19)).toBe(false);
});
