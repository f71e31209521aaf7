import { anchorParagraph, type Paragraph } from '@platen/pdf-kit/flow-document';
import type { PageComposition } from './page-composition.ts';

/** What is behind the page from bottom to top: turned text would be hidden below a picture of the page. */
export function bottomUp(backgrounds: PageComposition['backgrounds']): PageComposition['backgrounds'] {
  return [
    ...backgrounds.filter(({ kind }) => kind !== 'text-box'),
    ...backgrounds.filter(({ kind }) => kind === 'text-box'),
  ];
}

/** Anchors the pictures behind the page to its first paragraph. */
export function withBackgrounds(paragraph: Paragraph, { backgrounds }: PageComposition): Paragraph {
  if (backgrounds.length === 0) return paragraph;
  return { ...paragraph, inlines: [...backgrounds.splice(0), ...paragraph.inlines] };
}

/** Where no paragraph comes that they could be anchored to, one of no height is set for them. */
export function anchorBackgrounds({ backgrounds, document }: PageComposition): void {
  if (backgrounds.length === 0) return;
  const { flow } = document;
  flow.place(anchorParagraph(backgrounds.splice(0)), flow.cursorY + 1);
}
