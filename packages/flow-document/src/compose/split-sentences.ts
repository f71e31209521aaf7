import { boxHeight } from '@platen/pdf-kit/geometry';
import { blocksIn, type PageLayout } from '../analysis/layout/page-layout.ts';
import type { ParagraphDraft } from '../analysis/types.ts';
import type { Paragraph } from '../model/blocks.ts';
import type { ColumnItem, ComposedColumn } from './composed-column.ts';
import { continuesOn, lastBlock, roomBelow } from './page-ends.ts';

/** A paragraph that waits for the page its last sentence goes on to. */
export interface WaitingParagraph {
  readonly paragraph: Paragraph;
  readonly draft: ParagraphDraft;
}

/**
 * Sentences that full pages of tables or figures split: an author's floats stand between the pages of the text. The
 * paragraph moves to the page where its sentence goes on, if that has room.
 */
export interface SplitSentences {
  /** The last column of a page, without the paragraph that moves on. */
  hold(pageNumber: number, column: ComposedColumn): ComposedColumn;
  /** The paragraph that a page goes on with. */
  release(pageNumber: number): WaitingParagraph | null;
}

export function createSplitSentences(layouts: readonly PageLayout[]): SplitSentences {
  const goesOnAt = findSplits(layouts);
  const waiting = new Map<number, WaitingParagraph>();
  return {
    hold(pageNumber, column) {
      const target = goesOnAt.get(pageNumber);
      const { open: draft } = column.carried;
      const last = column.items.at(-1);
      if (target === undefined || draft === null || column.items.length < 2) return column;
      if (last?.kind !== 'placed' || last.box !== draft.box || !isPlainText(last)) return column;
      waiting.set(target, { paragraph: { ...last.block, pageBreakBefore: false }, draft });
      return { items: column.items.slice(0, -1), carried: { ...column.carried, open: null } };
    },
    release(pageNumber) {
      const found = waiting.get(pageNumber) ?? null;
      waiting.delete(pageNumber);
      return found;
    },
  };
}

/** Drawings and notes belong to their page. */
function isPlainText(item: ColumnItem): item is ColumnItem & { readonly block: Paragraph } {
  return (
    item.kind === 'placed' &&
    item.block.kind === 'paragraph' &&
    item.block.inlines.every(({ kind }) => kind === 'text' || kind === 'tab')
  );
}

/** More pages of floats in a row make an appendix. */
const maxInserted = 4;

/** By the page that ends inside a sentence, the page where it goes on. */
function findSplits(layouts: readonly PageLayout[]): ReadonlyMap<number, number> {
  const splits = new Map<number, number>();
  for (const [index, layout] of layouts.entries()) {
    const last = lastBlock(layout);
    if (last?.kind !== 'paragraph') continue;
    const later = layouts.slice(index + 1, index + 2 + maxInserted);
    const inserted = later.findIndex((other) => !isInserted(other));
    const target = later[inserted];
    if (inserted < 1 || target === undefined || target.page.number !== layout.page.number + inserted + 1) continue;
    if (continuesOn(target, last) && roomBelow(target) >= boxHeight(last.box)) {
      splits.set(layout.page.number, target.page.number);
    }
  }
  return splits;
}

/** Tables and figures take up at least this share of the height of an inserted page. */
const insertedShare = 0.5;

function isInserted(layout: PageLayout): boolean {
  const heightPt = blocksIn(layout)
    .filter(({ kind }) => kind === 'table' || kind === 'figure')
    .reduce((sum, { box }) => sum + boxHeight(box), 0);
  return heightPt >= insertedShare * boxHeight(layout.frame);
}
