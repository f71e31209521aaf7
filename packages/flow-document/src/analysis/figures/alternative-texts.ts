import type { Tag } from '@platen/pdf-kit/page-model';
import type { FigureItem } from '../types.ts';

/**
 * Gives figures the texts that the author tagged them with, before what is written in them. A picture does not say which tag it is of, so texts are
 * given out in order, and only where there are as many figures as tags.
 */
export function withAlternativeTexts(figures: readonly FigureItem[], tags: Tag | null): readonly FigureItem[] {
  const tagged = tags === null ? [] : figureTags(tags);
  if (tagged.length !== figures.length) return figures;
  const inOrder = [...figures].sort(byOrderOfContent);
  return figures.map((figure) => ({
    ...figure,
    alternativeText: described(tagged[inOrder.indexOf(figure)]?.alt ?? '', figure.alternativeText),
  }));
}

function described(authored: string, written: string): string {
  return authored.includes(written) ? authored : [authored, written].filter((text) => text !== '').join(' ');
}

/** Outermost figures in the order of the tree. */
function figureTags(tag: Tag): readonly Tag[] {
  if (tag.role === 'Figure') return [tag];
  return tag.children.flatMap((child) => (child.kind === 'tag' ? figureTags(child) : []));
}

/** Pictures are numbered as they are drawn; a region of drawings only has its place. */
function byOrderOfContent(first: FigureItem, second: FigureItem): number {
  if (first.pictureIndex !== null && second.pictureIndex !== null) return first.pictureIndex - second.pictureIndex;
  return first.box.y0 - second.box.y0;
}
