import { expect, test } from 'vitest';
import { joinsParagraph } from '../src/analysis/layout/joins-paragraph.ts';
import { type LineBlock, lineBlocks } from '../src/analysis/layout/line-blocks.ts';
import type { LineHabits } from '../src/analysis/layout/line-habits.ts';
import { isLabelInProse } from '../src/analysis/lists/labels-in-prose.ts';
import { labelOf } from '../src/analysis/lists/list-labels.ts';
import type { Fragment } from '../src/analysis/types.ts';

const font = { name: 'MS-Mincho', bold: false, italic: false };
const style = { font, sizePt: 10, color: '#000000' };

/** A line of words ten points a character, three apart. */
function lineOf(x0: number, y0: number, ...texts: readonly string[]): Fragment {
  let x = x0;
  const words = texts.map((text) => {
    const boxOf = (from: number, to: number) => ({ x0: from, y0, x1: to, y1: y0 + 10 });
    const box = boxOf(x, x + 10 * text.length);
    const glyphs = [...text].map((sign, index) => ({
      text: sign,
      box: boxOf(box.x0 + 10 * index, box.x0 + 10 * index + 10),
    }));
    x = box.x1 + 3;
    return { text, box, glyphs, style, script: 'normal', confidence: null, spaceAfter: true };
  });
  return { words, box: { x0, y0, x1: x - 3, y1: y0 + 10 }, style, baseline: y0 + 9, direction: 'ltr' } as never;
}

const habits = { lineEndSpaces: { tellRunOn: false, tellEnd: false }, bodyStyle: null } as unknown as LineHabits;
const column = { x0: 100, x1: 500, reachX1: 500, items: [] };

function joins(...lines: readonly Fragment[]): boolean {
  const block: LineBlock = { fragments: lines, start: 0, end: 400, centred: false, pushed: false, justified: true };
  return joinsParagraph(lines.slice(0, 1), lines.slice(1), block, column, habits);
}

test('verses that end at one place by chance are lines of their own', () => {
  const verses = ['And in the evening', 'Has come so slowly', 'Like a friend'].map((text, index) => ({
    ...lineOf(100, 100 + 12 * index, ...text.split(' ')),
    line: { angle: 0 } as never,
  }));
  const pitches = { usual: () => 12, isKnown: () => true };
  const [block] = lineBlocks(verses, column, { ...habits, pitches } as never);
  expect(block?.end).toBe(column.reachX1 - column.x0);
});

const sentence = '本規約において使用する以下の用語は各々以下に定める意味を有するものと';

test('a number behind a Japanese sentence begins an item, however full the line of the sentence is', () => {
  const first = lineOf(120, 100, `${sentence}します。`);
  expect(joins(first, lineOf(100, 118, '①', '「スペース」とは、当社が所有する物件を意味します。'))).toBe(false);
  const open = lineOf(120, 100, `${sentence}いう意味`);
  expect(joins(open, lineOf(100, 118, '①', 'に定めるところにより有するものとします。'))).toBe(true);
});

test('a stop of Chinese and Japanese ends the sentence that a label would be in', () => {
  const label = labelOf('(2)');
  if (label === null) throw new TypeError('A number in brackets is a label');
  expect(isLabelInProse(label, [lineOf(100, 100, `${sentence}します。`)], [])).toBe(false);
  expect(isLabelInProse(label, [lineOf(100, 100, sentence)], [])).toBe(true);
});

test('lines of a program stay lines where the next word would have fitted into the column, not into their block', () => {
  const typed = { ...style, font: { ...font, name: 'Courier', monospace: true } };
  const asTyped = (line: Fragment): Fragment => ({
    ...line,
    words: line.words.map((word) => ({ ...word, style: typed as never })),
  });
  const lines = [lineOf(100, 100, 'await', 'engine', 'start'), lineOf(100, 112, 'await', 'engine', 'stop')].map(
    asTyped,
  );
  const block: LineBlock = { fragments: lines, start: 0, end: 200, centred: false, pushed: false, justified: false };
  const inProse = { ...habits, bodyStyle: style as never };
  expect(joinsParagraph(lines.slice(0, 1), lines.slice(1), block, column, inProse)).toBe(false);
});
