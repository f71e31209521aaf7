import type { Page, Tag, Word } from '@platen/pdf-kit/page-model';
import { textOf } from '@platen/pdf-kit/page-model';
import type { Fragment, ListLabel } from '../types.ts';
import { readLabel } from './list-labels.ts';

/** The list items that the structure tree of a page names. */
export interface TaggedItems {
  /** Whether an item begins with this line. */
  startsItem(fragment: Fragment): boolean;
  /** The label of the item that begins with this line; null where none begins or the author gave it no label. */
  labelOf(fragment: Fragment): ListLabel | null;
}

/** Which item a piece of marked content is of, and whether it is the item's label. */
interface ItemContent {
  readonly item: Tag;
  readonly isLabel: boolean;
}

export function readTaggedItems(page: Page): TaggedItems {
  const contents = page.tags === null ? new Map<number, ItemContent>() : itemContents(page.tags);
  const firstWords = contents.size === 0 ? new Map<Word, Tag>() : firstWordsOf(page, contents);
  const isLabelWord = (word: Word) => contentOf(word, contents)?.isLabel === true;
  const startsItem = ({ words }: Fragment) => words[0] !== undefined && firstWords.has(words[0]);
  return {
    startsItem,
    labelOf(fragment) {
      if (!startsItem(fragment)) return null;
      const read = readLabel(fragment);
      const count = fragment.words.findIndex((word) => !isLabelWord(word));
      if (count <= 0 || read?.wordCount === count) return read;
      const text = textOf(fragment.words.slice(0, count));
      // A label of several letters that counts nothing we know is a term, and stays text: readers show one sign of a bullet.
      if ([...text].length > 1) return null;
      return { kind: 'bullet', text, wordCount: count, prefix: '', suffix: '', readings: [] };
    },
  };
}

function itemContents(root: Tag): Map<number, ItemContent> {
  const contents = new Map<number, ItemContent>();
  const walk = (element: Tag, item: Tag | null, isLabel: boolean): void => {
    for (const child of element.children) {
      if (child.kind === 'tag') walk(child, child.role === 'LI' ? child : item, isLabel || child.role === 'Lbl');
      else if (item !== null) contents.set(child.mcid, { item, isLabel });
    }
  };
  walk(root, null, false);
  return contents;
}

/** The word each item begins with. Words without a mark of their own belong to none. */
function firstWordsOf(page: Page, contents: ReadonlyMap<number, ItemContent>): Map<Word, Tag> {
  const begun = new Set<Tag>();
  const firstWords = new Map<Word, Tag>();
  const lines = [...page.lines].sort((first, second) => first.baseline - second.baseline);
  for (const word of lines.flatMap(({ words }) => words)) {
    const item = contentOf(word, contents)?.item;
    if (item === undefined || begun.has(item)) continue;
    begun.add(item);
    firstWords.set(word, item);
  }
  return firstWords;
}

function contentOf({ glyphs }: Word, contents: ReadonlyMap<number, ItemContent>): ItemContent | undefined {
  const mcid = glyphs[0]?.mcid;
  return mcid === null || mcid === undefined ? undefined : contents.get(mcid);
}
