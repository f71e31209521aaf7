import type { BlockDraft, Fragment, ParagraphDraft } from '../types.ts';
import { continues } from './list-labels.ts';

/** Edges this far apart, in points, are the same edge. */
const tolerancePt = 2;

/**
 * Items of a list begin at one edge: what looks centred or pushed to the end among them only has lines that end so. An
 * item is known by the line below it, which begins where its text does, or by another item that begins where it does.
 */
export function alignItems(blocks: readonly BlockDraft[]): readonly BlockDraft[] {
  const items = blocks.filter((block): block is LabelledDraft => block.kind === 'paragraph' && block.label !== null);
  return blocks.map((block) => {
    if (block.kind !== 'paragraph' || block.label === null) return block;
    const start = block.direction === 'rtl' ? 'right' : 'left';
    if (block.alignment === start || block.alignment === 'justify') return block;
    const item = block as LabelledDraft;
    const isItem = hangs(item) || items.some((other) => other !== item && isSibling(item, other));
    return isItem ? { ...block, alignment: start } : block;
  });
}

type LabelledDraft = ParagraphDraft & { readonly label: NonNullable<ParagraphDraft['label']> };

function hangs({ fragments, label, direction }: LabelledDraft): boolean {
  const [first, second] = fragments;
  const text = first?.words[label.wordCount];
  if (second === undefined || text === undefined) return false;
  return Math.abs(startOf(second.box, direction) - startOf(text.box, direction)) <= tolerancePt;
}

function isSibling(item: LabelledDraft, other: LabelledDraft): boolean {
  const [first, second] = [item.fragments[0], other.fragments[0]];
  if (first === undefined || second === undefined || item.direction !== other.direction) return false;
  const apart = Math.abs(startOf(first.box, item.direction) - startOf(second.box, item.direction));
  if (apart > tolerancePt) return false;
  if (item.label.kind === 'bullet') return other.label.text === item.label.text;
  return continues(item.label, other.label) !== null || continues(other.label, item.label) !== null;
}

function startOf({ x0, x1 }: Fragment['box'], direction: 'ltr' | 'rtl'): number {
  return direction === 'rtl' ? x1 : x0;
}
