import type { Box } from '@platen/pdf-kit/page-model';
import type { AsideLayout } from '../analysis/layout/page-layout.ts';
import type { BlockDraft, FigureItem } from '../analysis/types.ts';
import type { Inline, PictureInline } from '../model/blocks.ts';
import { plainParagraph } from '../model/plain-paragraph.ts';
import { withDrawings } from './anchor-drawings.ts';
import { areBeside, overlapPt } from './are-beside.ts';
import type { ColumnBuilder } from './column-builder.ts';
import type { PageContent } from './page-content.ts';

/** Sets a picture in a line of its own, or leaves it to be anchored where it was when it shares its height with others. */
export function composeFigure(
  figure: FigureItem,
  column: AsideLayout,
  page: PageContent,
  into: ColumnBuilder,
  isApart = false,
): void {
  const picture = page.pictures.get(figure);
  if (picture === undefined) return;
  const { box } = figure;
  const neighbours = column.blocks.filter((block) => block !== figure && areBeside(block.box, box));
  if (isApart || page.document.keepsPlaces || neighbours.length > 0 || into.cursorY > box.y0 + overlapPt) {
    anchorFigure(figure, wrapOf(box, neighbours, page), page, into);
    return;
  }
  const inline: PictureInline = { ...picture, placement: { kind: 'inline' } };
  // The line begins where the picture does.
  const upright = (picture.layers?.upright ?? []).map(
    (text): Inline => ({ ...text, xPt: box.x0 + text.xPt, yFrom: 'line' }),
  );
  const paragraph = plainParagraph([...upright, inline], {
    indentLeftPt: box.x0 - column.x0,
    spaceBeforePt: Math.max(0, box.y0 - into.cursorY),
  });
  into.place(withDrawings(paragraph, into), Math.max(into.cursorY, box.y0) + (box.y1 - box.y0) + 1);
}

/** Leaves a picture where it was, anchored to the next paragraph. */
export function anchorFigure(
  figure: FigureItem,
  wrap: 'around' | 'behind',
  { pictures }: PageContent,
  into: ColumnBuilder,
): void {
  const picture = pictures.get(figure);
  if (picture === undefined) return;
  const { x0, y0 } = figure.box;
  into.anchor({ ...picture, placement: { kind: 'anchored', xPt: x0, yPt: y0, wrap } });
  for (const text of picture.layers?.upright ?? []) into.anchor({ ...text, xPt: x0 + text.xPt, yPt: y0 + text.yPt });
}

/** Text beside a picture needs more room than this, in points: Word sets none in less than an inch. */
const besidePt = 72;

/** Text flows around a picture that is beside it, and over one that it is on or that is in the margin. */
function wrapOf(box: Box, neighbours: readonly BlockDraft[], { layout }: PageContent): 'around' | 'behind' {
  const { frame } = layout;
  const isInMargin = box.y1 < frame.y0 || box.y0 > frame.y1;
  const isCovered = neighbours.some((block) => block.box.x0 < box.x1 - 2 && block.box.x1 > box.x0 + 2);
  const isAcross = box.x0 < frame.x0 + besidePt && box.x1 > frame.x1 - besidePt;
  return isInMargin || isCovered || isAcross ? 'behind' : 'around';
}
