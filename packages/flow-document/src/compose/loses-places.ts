import { boxArea } from '@platen/pdf-kit/geometry';
import { type Box, textOf } from '@platen/pdf-kit/page-model';
import type { BandLayout, ColumnLayout, PageLayout } from '../analysis/layout/page-layout.ts';
import type { BlockDraft } from '../analysis/types.ts';
import { areBeside } from './are-beside.ts';
import { goesOn } from './join-paragraphs.ts';
import { pushedDownPt } from './pushed-down.ts';

/**
 * Blocks pushed down further than this, in points, leave what is drawn beside them. On the documents of the corpus none
 * is pushed by more than 8; of 22 designed pages, four that lost their places have 16 to 22.
 */
const mostPushedPt = 15;

/** A page with a side that is longer, in points, is a poster: of A2 it is 1684; of A3, which reports are printed on, 1191. */
const longestSidePt = 1300;

/** Whether the text of a page would leave its place as running text: by far, its column, its panel, its poster or its pictures. */
export function losesPlaces(layout: PageLayout): boolean {
  const { widthPt, heightPt } = layout.page;
  return (
    Math.max(widthPt, heightPt) > longestSidePt ||
    pushedDownPt(layout) > mostPushedPt ||
    reachesOver(layout) ||
    hasPanels(layout) ||
    isAmongPictures(layout)
  );
}

/** What reaches over less of the next column, as a share of its width, overhangs its own: it may be a line more. */
const overhangShare = 0.5;

/** Whether a paragraph goes over the column beside it: lines are no wider than their column, and it would be of several. */
function reachesOver({ bands }: PageLayout): boolean {
  const overShare = ({ x0, x1 }: Box, column: ColumnLayout, other: ColumnLayout) =>
    (other.x0 > column.x0 ? x1 - other.x0 : other.x1 - x0) / (other.x1 - other.x0);
  return bands.some(({ columns }) =>
    columns.some((column, index) =>
      [columns[index - 1], columns[index + 1]].some(
        (other) =>
          other !== undefined &&
          column.blocks.some((block) => isText(block) && overShare(block.box, column, other) > overhangShare),
      ),
    ),
  );
}

const leader = /[.…⋯‥·](?:\s?[.…⋯‥·]){3}/u;

/** Leaders are as long as there is room for. */
function isText(block: BlockDraft): boolean {
  return block.kind === 'paragraph' && !block.fragments.some(({ words }) => leader.test(textOf(words)));
}

/** Panels take at least this share of the height of their page. */
const panelShare = 0.5;
/** Columns that end so far above the longest one, as a share of the height of the page, are not full. */
const endedShare = 0.08;
/** So many columns are panels where they end early or no sentence runs on from one to the next; of two, it may be by chance. */
const minPanels = 3;

/**
 * Whether the columns of a page that is wider than high are panels, as those of a folded leaflet or a slide: their text
 * does not run on from one to the next. That of a table of contents does, entry by entry.
 */
function hasPanels({ page, bands }: PageLayout): boolean {
  const { widthPt, heightPt } = page;
  const isPanels = ({ y0, y1, columns }: BandLayout) =>
    columns.filter(hasText).length >= minPanels &&
    y1 - y0 >= panelShare * heightPt &&
    !columns.some(isContents) &&
    (areEnded(columns, endedShare * heightPt) || !runOn(columns));
  return widthPt > heightPt && bands.some(isPanels);
}

/** Whether most of a column is entries with leaders. */
function isContents({ blocks }: ColumnLayout): boolean {
  const texts = blocks.filter(({ kind }) => kind === 'paragraph');
  return texts.filter((block) => !isText(block)).length > texts.length / 2;
}

/** Tables and pictures alone keep their places as columns do. */
function hasText({ blocks }: ColumnLayout): boolean {
  return blocks.some(({ kind }) => kind === 'paragraph');
}

function areEnded(columns: readonly ColumnLayout[], abovePt: number): boolean {
  const feet = columns.map(({ blocks, asides }) =>
    Math.max(...[...blocks, ...asides.flatMap((aside) => aside.blocks)].map(({ box }) => box.y1)),
  );
  const lowestY = Math.max(...feet);
  return feet.slice(0, -1).some((y) => y < lowestY - abovePt);
}

function runOn(columns: readonly ColumnLayout[]): boolean {
  return columns.slice(1).some(({ blocks: [first] }, index) => {
    const last = columns[index]?.blocks.at(-1);
    return last?.kind === 'paragraph' && first?.kind === 'paragraph' && goesOn(last, first, true);
  });
}

/** Smaller pictures, as a share of the page, move with the text: logos, icons and ornaments. */
const pictureShare = 0.02;
/** Text keeps its place beside one picture: the space below it takes up what lines are longer. */
const mostPictures = 1;

/**
 * Whether there are pictures beside the text of their column at several places: what is between them has no room to move. Those of another
 * column are beside text in any report of two columns.
 */
function isAmongPictures({ page: { widthPt, heightPt }, bands }: PageLayout): boolean {
  const leastPt2 = pictureShare * widthPt * heightPt;
  const beside = bands.flatMap(({ columns }) =>
    columns.flatMap(({ blocks }) => {
      const texts = blocks.filter(({ kind }) => kind === 'paragraph');
      const isBesideText = ({ box }: BlockDraft) => texts.some((text) => areBeside(text.box, box));
      return blocks.filter((block) => block.kind === 'figure' && boxArea(block.box) >= leastPt2 && isBesideText(block));
    }),
  );
  return beside.length > mostPictures;
}
