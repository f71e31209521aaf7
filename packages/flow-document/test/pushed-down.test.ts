import { expect, test } from 'vitest';
import type { ColumnLayout } from '../src/analysis/layout/page-layout.ts';
import type { BlockDraft } from '../src/analysis/types.ts';
import { pushedDownPt } from '../src/compose/pushed-down.ts';

/** How far lines of 12 points are pushed down that begin at these heights, one below the other. */
function pushedBy(...tops: readonly number[]): number {
  const blocks = tops.map((y0) => ({ kind: 'paragraph', box: { x0: 40, y0, x1: 240, y1: y0 + 12 } }) as BlockDraft);
  const column: ColumnLayout = { x0: 40, x1: 240, blocks, asides: [] };
  return pushedDownPt({ bands: [{ y0: 0, y1: 100, columns: [column] }] });
}

test('lines that are set close push nothing down', () => {
  expect(pushedBy(40, 49, 58)).toBe(0);
});

test('lines of columns that were read across overlap by most of their height, and push what is below them', () => {
  expect(pushedBy(40, 43, 52, 55)).toBe(18);
});

test('a bracket and what it holds overlap as parts of one formula, and push nothing down', () => {
  const paragraph = (y0: number, y1: number) => ({ kind: 'paragraph', box: { x0: 40, y0, x1: 240, y1 } }) as BlockDraft;
  const blocks = [paragraph(73, 89), paragraph(65, 99), paragraph(102, 114)];
  expect(pushedDownPt({ bands: [{ y0: 0, y1: 200, columns: [{ x0: 40, x1: 240, blocks, asides: [] }] }] })).toBe(0);
});
