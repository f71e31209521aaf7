import { boxArea, boxHeight } from '@platen/pdf-kit/geometry';
import type { Box } from '@platen/pdf-kit/page-model';
import { type BandLayout, blocksIn, type ColumnLayout, type PageLayout } from '../analysis/layout/page-layout.ts';
import { areBeside } from './are-beside.ts';
import { pushedDownPt } from './pushed-down.ts';

/**
 * Blocks pushed down further than this, in points, leave what is drawn beside them. On the documents of the corpus none
 * is pushed by more than 8; of 22 designed pages, four that lost their places have 16 to 22.
 */
const mostPushedPt = 15;

/** Whether the text of a page would leave its place as running text: by far, its column, its panel or its pictures. */
export function losesPlaces(layout: PageLayout): boolean {
  return pushedDownPt(layout) > mostPushedPt || reachesOver(layout) || hasPanels(layout) || isAmongPictures(layout);
}

/** What reaches into the next column by less, in points, overhangs its own: so far run words in other faces. */
const overhangPt = 18;

/** Whether a paragraph reaches into the column beside it: lines are as wide as their column, and it would be of more. */
function reachesOver({ bands }: PageLayout): boolean {
  const overBy = ({ x0, x1 }: Box, column: ColumnLayout, other: ColumnLayout) =>
    other.x0 > column.x0 ? x1 - other.x0 : other.x1 - x0;
  return bands.some(({ columns }) =>
    columns.some((column, index) =>
      [columns[index - 1], columns[index + 1]].some(
        (other) =>
          other !== undefined &&
          column.blocks.some(({ kind, box }) => kind === 'paragraph' && overBy(box, column, other) > overhangPt),
      ),
    ),
  );
}

/** Panels take at least this share of the height of their page. */
const panelShare = 0.5;
/** Columns that end so far above the longest one, as a share of the height of the page, are not full. */
const endedShare = 0.08;

/**
 * Whether the columns of a page that is wider than high are panels, as those of a folded leaflet or a slide: text does not
 * run on from one that is not full to the next.
 */
function hasPanels({ page, bands }: PageLayout): boolean {
  const { widthPt, heightPt } = page;
  if (widthPt <= heightPt) return false;
  const isEnded = ({ columns }: BandLayout) => {
    const feet = columns.map(({ blocks, asides }) =>
      Math.max(...[...blocks, ...asides.flatMap((aside) => aside.blocks)].map(({ box }) => box.y1)),
    );
    const lowestY = Math.max(...feet);
    return feet.slice(0, -1).some((y) => y < lowestY - endedShare * heightPt);
  };
  return bands.some(
    (band) => band.columns.length > 1 && boxHeight({ ...band, x0: 0, x1: 0 }) >= panelShare * heightPt && isEnded(band),
  );
}

/** Smaller pictures, as a share of the page, move with the text: logos, icons and ornaments. */
const pictureShare = 0.02;
/** Text keeps its place beside one picture: the space below it takes up what lines are longer. */
const mostPictures = 1;

/** Whether there are pictures beside the text at several places: what is between them has no room to move. */
function isAmongPictures(layout: PageLayout): boolean {
  const { widthPt, heightPt } = layout.page;
  const blocks = blocksIn(layout);
  const texts = blocks.filter(({ kind }) => kind === 'paragraph');
  const beside = blocks.filter(
    ({ kind, box }) =>
      kind === 'figure' &&
      boxArea(box) >= pictureShare * widthPt * heightPt &&
      texts.some((text) => areBeside(text.box, box)),
  );
  return beside.length > mostPictures;
}
