import type { ListDefinition, ListItem } from '../model/formats.ts';
import type { BlockText } from './block-text.ts';
import { wordsOf } from './word-count.ts';

/** Counts what the word processor writes by itself: the labels of lists, and the numbers of notes. */
export interface LabelCount {
  add(said: Pick<BlockText, 'items' | 'notes'>): void;
  /** How many words of the source these labels were. */
  words(lists: readonly ListDefinition[]): number;
}

/** A note has its number in the text and before itself. */
const numbersOfNote = 2;

export function createLabelCount(): LabelCount {
  const items = new Map<string, { readonly item: ListItem; count: number }>();
  let notes = 0;
  return {
    add(said) {
      notes += said.notes;
      for (const item of said.items) {
        const key = `${item.listId} ${item.level}`;
        const known = items.get(key) ?? { item, count: 0 };
        known.count += 1;
        items.set(key, known);
      }
    },
    words(lists) {
      const levels = new Map(lists.map(({ id, levels }) => [id, levels]));
      let words = numbersOfNote * notes;
      for (const { item, count } of items.values()) {
        words += count * wordsOfLabel(levels.get(item.listId)?.[item.level]?.label ?? '');
      }
      return words;
    },
  };
}

/** `6.%1` is two; a bullet may have been a letter. */
function wordsOfLabel(label: string): number {
  return Math.max(1, wordsOf(label.replaceAll(/%\d/g, '1')).length);
}
