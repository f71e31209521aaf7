import { expect, test } from 'vitest';
import { repeatsHeader } from '../src/compose/repeats-header.ts';

const layout = { page: { heightPt: 800 }, frame: { x0: 50, y0: 50, x1: 500, y1: 750, marginX1: 500 } };
const tableFrom = (y0: number, y1: number, headerRows = 1) => ({ box: { x0: 50, y0, x1: 500, y1 }, headerRows });

test('the heading of a short table is repeated', () => {
  expect(repeatsHeader(tableFrom(60, 300, 2), layout)).toBe(true);
});

test('the heading of a tall table is repeated where the table ends at the foot of the page and may go on', () => {
  expect(repeatsHeader(tableFrom(60, 740), layout)).toBe(true);
  expect(repeatsHeader(tableFrom(60, 600), layout)).toBe(false);
});

test('several rows are never repeated for a tall table', () => {
  expect(repeatsHeader(tableFrom(60, 740, 2), layout)).toBe(false);
});
