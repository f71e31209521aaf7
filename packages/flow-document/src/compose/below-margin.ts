import type { Block } from '../model/blocks.ts';

/** The block with the place of a floating table counted from the top margin instead of the top of the page. */
export function belowMargin(block: Block, marginTopPt: number): Block {
  if (block.kind !== 'table' || block.floating === null) return block;
  const { xPt, yPt } = block.floating;
  return { ...block, floating: { xPt, yPt: yPt - marginTopPt } };
}
