import { expect, test } from 'vitest';
import type { BandLayout, PageLayout } from '../src/analysis/layout/page-layout.ts';
import type { RunningText } from '../src/compose/page-ends.ts';
import { type RunningSets, topOf } from '../src/compose/section-layout.ts';

test('the pages that columns below a title run on to begin where those of the title do', () => {
  const layout = { frame: { y0: 100 } } as unknown as PageLayout;
  const bandOf = (count: number) =>
    ({ columns: Array.from({ length: count }, () => ({ blocks: [] })) }) as unknown as BandLayout;
  const runningText: RunningText = { spareBelowPt: 5, headroomPt: 3 };
  const running = { headerBottomPt: 0 } as RunningSets;
  expect(topOf(layout, bandOf(2), 'continuous', runningText, running)).toBe(
    topOf(layout, bandOf(1), 'page', runningText, running),
  );
});
