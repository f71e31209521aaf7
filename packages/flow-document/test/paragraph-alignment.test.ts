import { expect, test } from 'vitest';
import { alignmentOf } from '../src/analysis/layout/paragraph-alignment.ts';
import type { Column, Fragment } from '../src/analysis/types.ts';

const column: Column = { x0: 50, x1: 350, reachX1: 350, items: [] };

/** Words of 40 points each, with some white between them. */
function lineOf(count: number, spacePt: number): Fragment {
  const words = Array.from({ length: count }, (_, index) => {
    const x0 = column.x0 + index * (40 + spacePt);
    return { text: 'word', box: { x0, y0: 0, x1: x0 + 40, y1: 10 } };
  });
  const box = { x0: column.x0, y0: 0, x1: column.x0 + count * 40 + (count - 1) * spacePt, y1: 10 };
  return { kind: 'text', words, box, direction: 'ltr', style: { sizePt: 10 } } as unknown as Fragment;
}

test('one line that is stretched to the edge is flush', () => {
  expect(alignmentOf([lineOf(7, 20 / 6), lineOf(3, 2.5)], column)).toBe('justify');
});

test('one line that ends at the edge with the spaces of the next does so by chance', () => {
  expect(alignmentOf([lineOf(7, 20 / 6), lineOf(3, 20 / 6)], column)).toBe('left');
});

test('several lines that end at one edge are flush, whatever their spaces', () => {
  expect(alignmentOf([lineOf(7, 20 / 6), lineOf(7, 20 / 6), lineOf(3, 20 / 6)], column)).toBe('justify');
});

test('an indented line and a full one, at the end of a page, are not pushed to the right', () => {
  const full = lineOf(7, 20 / 6);
  const indented = { ...full, box: { ...full.box, x0: column.x0 + 20 } };
  expect(alignmentOf([indented, full], column)).not.toBe('right');
});

test('a second line that hangs below a label and ends where the first does is not pushed to the right', () => {
  const full = lineOf(7, 20 / 6);
  const hanging = { ...full, box: { ...full.box, x0: column.x0 + 40 } };
  expect(alignmentOf([full, hanging], column)).not.toBe('right');
});

test('an indented line above one that begins at the edge is not centred, though their middles are one', () => {
  const full = lineOf(7, 20 / 6);
  const indented = { ...full, box: { ...full.box, x0: column.x0 + 36, x1: full.box.x1 - 36 } };
  expect(alignmentOf([indented, full], column)).not.toBe('center');
  const narrow = { ...full, box: { ...full.box, x0: column.x0 + 60, x1: full.box.x1 - 60 } };
  expect(alignmentOf([full, narrow], column)).toBe('center');
});
