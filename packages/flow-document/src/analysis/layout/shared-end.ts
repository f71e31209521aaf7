import type { BlockDraft } from '../types.ts';

/** Paragraphs of so many lines show where they end, */
const minLines = 3;
/** if there are so many of them. */
const minParagraphs = 2;
/** The last page of a text in two columns leaves half of its width free; ragged lines leave less than this share. */
const freeShare = 0.25;
/** Ends of flush lines differ by no more, in points. */
const sameEndPt = 2;

/**
 * The blocks of a column, of which nothing reaches into its right part, as on the last page of a text in two columns, with
 * where all of them end. Long paragraphs show that, and short ones would run on into the free part.
 */
export function withSharedEnd(blocks: readonly BlockDraft[]): readonly BlockDraft[] {
  const long = blocks.flatMap((block) =>
    block.kind === 'paragraph' && block.fragments.length >= minLines && block.direction === 'ltr' ? [block] : [],
  );
  const [first] = long;
  if (first === undefined || long.length < minParagraphs) return blocks;
  const sharedX1 = Math.max(...long.map(({ box }) => box.x1));
  const isFree = first.columnX1 - sharedX1 >= freeShare * (first.columnX1 - first.columnX0);
  if (!isFree || blocks.some(({ box }) => box.x1 > sharedX1 + sameEndPt)) return blocks;
  return blocks.map((block) => (block.kind === 'paragraph' ? { ...block, sharedX1 } : block));
}
