import { sharedHeight } from '@platen/pdf-kit/geometry';
import type { Box } from '@platen/pdf-kit/page-model';
import { blocksIn, type PageLayout } from '../analysis/layout/page-layout.ts';
import type { Reach } from './framed-paragraph.ts';

/** Blocks come this close to each other without touching, in points. */
const clearancePt = 1;

/** How far the whitespace left and right of a box goes, to the next block beside it or to the edge of the page. */
export function freeReach(box: Box, layout: PageLayout): Reach {
  const beside = blocksIn(layout)
    .map((block) => block.box)
    .filter((other) => other !== box && sharedHeight(other, box) > clearancePt);
  const left = beside.filter(({ x1 }) => x1 <= box.x0 + 1).map(({ x1 }) => x1 + clearancePt);
  const right = beside.filter(({ x0 }) => x0 >= box.x1 - 1).map(({ x0 }) => x0 - clearancePt);
  return {
    x0: Math.min(box.x0, Math.max(0, ...left)),
    x1: Math.max(box.x1, Math.min(layout.page.widthPt, ...right)),
  };
}
