import { expect, test } from 'vitest';
import { orderLines } from '../src/order-lines.ts';
import type { PlacedLine } from '../src/place-words.ts';

/** A piece of text at a place, each letter half as wide as it is high. */
function piece(text: string, x: number, y: number, heightPx = 20): PlacedLine {
  let left = x;
  const words = text.split(' ').map((word) => {
    const box = { x0: left, y0: y, x1: left + (word.length * heightPx) / 2, y1: y + heightPx };
    left = box.x1 + heightPx / 2;
    return { text: word, box, confidence: 1 };
  });
  return { words, baseline: { x0: x, y0: y + 16, x1: left, y1: y + 16 }, heightPx, direction: 'ltr' };
}

function textOf(lines: ReturnType<typeof orderLines>): readonly string[] {
  return lines.map(({ words }) => words.map(({ text }) => text).join(' '));
}

test('pieces beside each other are one line, whatever order they were found in', () => {
  const lines = orderLines(
    [piece('9.50', 400, 42), piece('Milk', 10, 10), piece('Bread', 10, 40), piece('1.20', 400, 8)],
    'page',
  );
  expect(textOf(lines)).toEqual(['Milk 1.20', 'Bread 9.50']);
});

test('columns of prose are read one after the other, below their heading', () => {
  const prose = 'one two three four five six seven';
  const rows = [0, 1, 2, 3, 4, 5];
  const left = rows.map((row) => piece(`L${row} ${prose}`, 10, 60 + 30 * row));
  const right = rows.map((row) => piece(`R${row} ${prose}`, 600, 72 + 30 * row));
  const read = textOf(
    orderLines([...right, piece('Heading over both of the columns of this page here', 200, 5), ...left], 'page'),
  );
  expect(read.map((line) => line.slice(0, 2))).toEqual([
    'He',
    'L0',
    'L1',
    'L2',
    'L3',
    'L4',
    'L5',
    'R0',
    'R1',
    'R2',
    'R3',
    'R4',
    'R5',
  ]);
});

test('a block is read in rows even if it has columns', () => {
  const prose = 'one two three four five six seven';
  const pieces = [0, 1, 2, 3, 4, 5].flatMap((row) => [
    piece(`L ${prose}`, 10, 30 * row),
    piece(`R ${prose}`, 600, 30 * row),
  ]);
  expect(orderLines(pieces, 'block')).toHaveLength(6);
});

test('a wide distance begins a paragraph', () => {
  const lines = orderLines([piece('a', 0, 0), piece('b', 0, 26), piece('c', 0, 90)], 'page');
  expect(lines.map(({ paragraph }) => paragraph)).toEqual([0, 0, 1]);
});

test('rows of a skewed page follow its slope', () => {
  const slope = 0.05;
  const pieces = [0, 1, 2, 3].flatMap((row) =>
    [10, 500, 900].map((x) => {
      const flat = piece(`${row}`.repeat(12), x, 40 * row + slope * x);
      const { baseline } = flat;
      return { ...flat, baseline: { ...baseline, y1: baseline.y0 + slope * (baseline.x1 - baseline.x0) } };
    }),
  );
  expect(textOf(orderLines(pieces, 'page'))).toEqual(
    [0, 1, 2, 3].map((row) => Array(3).fill(`${row}`.repeat(12)).join(' ')),
  );
});
