import type { Page } from '@platen/pdf-kit/page-model';
import { isFootNumber } from '../running/foot-number.ts';
import type { BlockDraft } from '../types.ts';
import type { ColumnLayout, PageLayout } from './page-layout.ts';

/**
 * The layout with the number that no footer shows apart from the text, at its place: text that runs longer pushes it to
 * no other page.
 */
export function withFootNumberApart(layout: PageLayout): PageLayout {
  const bands = layout.bands.map((band, index) => {
    const isLast = index === layout.bands.length - 1;
    return isLast ? { ...band, columns: band.columns.map((column) => numberApart(column, layout.page)) } : band;
  });
  return { ...layout, bands };
}

function numberApart(column: ColumnLayout, page: Page): ColumnLayout {
  const number = column.blocks.find((block) => isNumber(block, page));
  if (number === undefined || column.blocks.length === 1) return column;
  const blocks = column.blocks.filter((block) => block !== number);
  return { ...column, blocks, asides: [...column.asides, { x0: column.x0, x1: column.x1, blocks: [number] }] };
}

function isNumber(block: BlockDraft, page: Page): boolean {
  if (block.kind !== 'paragraph') return false;
  const [first, second] = block.fragments;
  return first !== undefined && second === undefined && isFootNumber(page, first.line);
}
