import type { Line, Page, Rule } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { expect, test } from 'vitest';
import { isFormWithBlanks } from '../src/analysis/tables/form-table.ts';

function level(x0: number, x1: number, y: number): Rule {
  return { orientation: 'horizontal', x0, y0: y, x1, y1: y } as Rule;
}

function upright(x: number, y0: number, y1: number): Rule {
  return { orientation: 'vertical', x0: x, y0, x1: x, y1 } as Rule;
}

/** A label that ends at 100, with its baseline. */
function label(baseline: number): Line {
  const box = { x0: 60, y0: baseline - 8, x1: 100, y1: baseline + 2 };
  return { angle: 0, baseline, style: { sizePt: 10 }, words: [{ text: 'Name', box }] } as unknown as Line;
}

const table = { box: { x0: 50, y0: 80, x1: 300, y1: 200 } } as Table;
const baselines = [100, 120, 140, 160];
const lines = baselines.map(label);
const blanks = baselines.map((baseline) => level(104, 290, baseline + 2));
const frame = [upright(50, 80, 200), upright(300, 80, 200)];

test('the sides of a frame and of boxes to tick make no table of the lines to write on', () => {
  const box = [level(200, 207, 180), level(200, 207, 187), upright(200, 180, 187), upright(207, 180, 187)];
  expect(isFormWithBlanks(table, { rules: [...blanks, ...frame, ...box], lines } as unknown as Page)).toBe(true);
});

test('a rule between two columns does', () => {
  expect(isFormWithBlanks(table, { rules: [...blanks, upright(180, 80, 200)], lines } as unknown as Page)).toBe(false);
});

test('rules of sums that begin behind the sums beside them are no lines to write on', () => {
  const sums = baselines.map((baseline) => {
    const box = { x0: 260, y0: baseline - 8, x1: 289, y1: baseline + 2 };
    return { ...label(baseline), words: [{ text: '(1,258)', box }] } as unknown as Line;
  });
  expect(isFormWithBlanks(table, { rules: blanks, lines: [...lines, ...sums] } as unknown as Page)).toBe(false);
  expect(isFormWithBlanks(table, { rules: blanks, lines } as unknown as Page)).toBe(true);
});
