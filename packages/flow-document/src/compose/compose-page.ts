import { anchorParagraph, plainParagraph } from '../model/plain-paragraph.ts';
import { composeColumn } from './compose-column.ts';
import type { CarriedOver, ColumnItem, PlacedBlock } from './composed-column.ts';
import type { PageContent } from './page-content.ts';
import { continuesOn } from './page-ends.ts';
import type { PageFlow } from './page-flow.ts';
import type { SplitSentences } from './split-sentences.ts';

/** What a page leaves to the next one: its last paragraph, where that may go on, and places below it that links lead to. */
export type LeftOver = Pick<CarriedOver, 'open' | 'bookmarks'>;

/** Puts a page into the flow, column by column, with what the page before left; returns what it leaves itself. */
export function composePage(
  page: PageContent,
  flow: PageFlow,
  { open, bookmarks: left }: LeftOver,
  split: SplitSentences,
): LeftOver {
  const { layout, backgrounds } = page;
  const bookmarks = [...left.map(({ name }) => ({ name, y: 0 })), ...page.bookmarks];
  flow.beginPage(layout, open !== null && continuesOn(layout, open));
  if (layout.bands.length === 0) {
    composeEmptyPage(page, flow);
    return { open: null, bookmarks };
  }
  let carried: CarriedOver = { drawings: backgrounds, bookmarks, open };
  let endY = 0;
  const [first, last] = [layout.bands[0]?.columns[0], layout.bands.at(-1)?.columns.at(-1)];
  for (const band of layout.bands) {
    flow.beginBand(band);
    for (const [index, column] of band.columns.entries()) {
      let start = flow.beginColumn(index);
      const waiting = column === first ? split.release(layout.page.number) : null;
      if (waiting !== null) {
        flow.put([placed(waiting.paragraph, start.cursorY)]);
        start = { ...start, mayContinue: true };
        carried = { ...carried, open: waiting.draft };
      }
      const whole = composeColumn(column, page, start, carried);
      const composed = column === last ? split.hold(layout.page.number, whole) : whole;
      endY = flow.put(composed.items.map((item) => ofPage(item, layout.page.number)));
      carried = composed.carried;
    }
  }
  if (carried.drawings.length > 0) flow.put([placed(anchorParagraph(carried.drawings), endY + 1)]);
  return carried;
}

/** The item with the page that its block is on. */
function ofPage(item: ColumnItem, pageNumber: number): ColumnItem {
  return 'block' in item ? { ...item, block: { ...item.block, pageNumber } } : item;
}

/** A page without text still is a page. */
function composeEmptyPage({ layout, backgrounds }: PageContent, flow: PageFlow): void {
  const { x0, x1, y0, y1 } = layout.frame;
  flow.beginBand({ y0, y1, columns: [{ x0, x1, blocks: [], asides: [] }] });
  flow.put([ofPage(placed(plainParagraph(backgrounds, {}), y0 + 12), layout.page.number)]);
}

function placed(block: PlacedBlock['block'], bottomY: number): PlacedBlock {
  return { kind: 'placed', block, bottomY, box: null };
}
