import { type PictureInline, type PicturePlacement, plainParagraph } from '@platen/pdf-kit/flow-document';
import type { Box } from '@platen/pdf-kit/page-model';
import type { AsideLayout } from '../analysis/layout/page-layout.ts';
import type { BlockDraft, FigureItem } from '../analysis/types.ts';
import { areBeside, overlapPt } from './are-beside.ts';
import { withBackgrounds } from './page-backgrounds.ts';
import type { PageComposition } from './page-composition.ts';

/** Writes a picture into the flow, or leaves it to be anchored where it was when it shares its height with others. */
export function composeFigure(figure: FigureItem, column: AsideLayout, page: PageComposition, isApart = false): void {
  const picture = page.own.pictures.get(figure);
  if (picture === undefined) return;
  const { flow } = page.document;
  const { box } = figure;
  const neighbours = column.blocks.filter((block) => block !== figure && areBeside(block.box, box));
  if (isApart || flow.keepsPlaces || neighbours.length > 0 || flow.cursorY > box.y0 + overlapPt) {
    page.backgrounds.push({ ...picture, placement: anchoredAt(box, neighbours, page) });
    return;
  }
  const inline: PictureInline = { ...picture, placement: { kind: 'inline' } };
  const paragraph = plainParagraph([inline], {
    indentLeftPt: box.x0 - column.x0,
    spaceBeforePt: Math.max(0, box.y0 - flow.cursorY),
  });
  flow.place(withBackgrounds(paragraph, page), Math.max(flow.cursorY, box.y0) + (box.y1 - box.y0) + 1);
}

/** Text flows around a picture that is beside it, and over one that it is on or that is in the margin. */
function anchoredAt(box: Box, neighbours: readonly BlockDraft[], { layout }: PageComposition): PicturePlacement {
  const { frame } = layout;
  const isInMargin = box.y1 < frame.y0 || box.y0 > frame.y1;
  const isCovered = neighbours.some((block) => block.box.x0 < box.x1 - 2 && block.box.x1 > box.x0 + 2);
  const wrap = isInMargin || isCovered ? 'behind' : 'around';
  return { kind: 'anchored', xPt: box.x0, yPt: box.y0, wrap };
}
