import { boxHeight, sharedWidth } from '@platen/pdf-kit/geometry';
import type { AsideLayout, PageLayout } from '../analysis/layout/page-layout.ts';
import type { BlockDraft } from '../analysis/types.ts';
import { areBeside } from './are-beside.ts';

/**
 * How far the text of a page is pushed down where its blocks are set one below the other, in points: the most that a block
 * begins below its place. Blocks of one column that are side by side on the page push what is below them, until blank
 * space takes it up.
 */
export function pushedDownPt({ bands }: Pick<PageLayout, 'bands'>): number {
  let most = 0;
  for (const { columns } of bands) {
    for (const column of columns) {
      let pushed = 0;
      let bottom = Number.NEGATIVE_INFINITY;
      let before: BlockDraft | null = null;
      for (const block of column.blocks) {
        if (isAnchored(block, column)) continue;
        const roomPt = block.box.y0 - bottom;
        const isBelow = before !== null && sharedWidth(before.box, block.box) > 0 && -roomPt <= closePt(before, block);
        // Lines that are set close overlap by the height of their letters, and are written as close.
        if (before !== null && (roomPt > 0 || !isBelow)) pushed = Math.max(0, pushed - roomPt);
        most = Math.max(most, pushed);
        bottom = Math.max(bottom, block.box.y1);
        before = block;
      }
    }
  }
  return most;
}

/** Lines set close share no more than this of their height. */
const closeShare = 0.5;
/** Parts of formulas share more, as a bracket does with what it holds: they are of other heights than this share. */
const alikeShare = 0.75;

function closePt(...blocks: readonly BlockDraft[]): number {
  const heights = blocks.map(({ box }) => boxHeight(box));
  const highest = Math.max(...heights);
  return Math.min(...heights) < alikeShare * highest ? Number.POSITIVE_INFINITY : closeShare * highest;
}

/** Pictures beside text are anchored, and take no room of their own. */
function isAnchored(block: BlockDraft, { blocks }: AsideLayout): boolean {
  const isBeside = (other: BlockDraft) => other !== block && areBeside(other.box, block.box);
  return block.kind === 'figure' && blocks.some(isBeside);
}
