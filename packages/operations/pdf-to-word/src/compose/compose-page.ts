import { anchorParagraph, plainParagraph } from '@platen/pdf-kit/flow-document';
import type { ParagraphDraft } from '../analysis/types.ts';
import { composeColumn } from './compose-column.ts';
import type { CarriedOver, PlacedBlock } from './composed-column.ts';
import type { PageContent } from './page-content.ts';
import type { PageFlow } from './page-flow.ts';

/**
 * Puts a page into the flow, column by column. `open` is the paragraph that the page before ended with, where this one
 * may continue it; returns the one that this page ends with.
 */
export function composePage(page: PageContent, flow: PageFlow, open: ParagraphDraft | null): ParagraphDraft | null {
  const { layout, backgrounds, bookmarks } = page;
  flow.beginPage(layout);
  if (layout.bands.length === 0) {
    composeEmptyPage(page, flow);
    return null;
  }
  let carried: CarriedOver = { drawings: backgrounds, bookmarks, open };
  let endY = 0;
  for (const band of layout.bands) {
    flow.beginBand(band);
    for (const [index, column] of band.columns.entries()) {
      const start = flow.beginColumn(index);
      const composed = composeColumn(column, page, start, carried);
      endY = flow.put(composed.items);
      carried = composed.carried;
    }
  }
  if (carried.drawings.length > 0) flow.put([placed(anchorParagraph(carried.drawings), endY + 1)]);
  return carried.open;
}

/** A page without text still is a page. */
function composeEmptyPage({ layout, backgrounds }: PageContent, flow: PageFlow): void {
  const { x0, x1, y0, y1 } = layout.frame;
  flow.beginBand({ y0, y1, columns: [{ x0, x1, blocks: [], asides: [] }] });
  flow.put([placed(plainParagraph(backgrounds, {}), y0 + 12)]);
}

function placed(block: PlacedBlock['block'], bottomY: number): PlacedBlock {
  return { kind: 'placed', block, bottomY, box: null };
}
