import type { Table } from '@platen/pdf-kit/tables';
import type { PageLayout } from '../analysis/page-layout.ts';

/** A table that ends this far above the foot of its page, in points, does not go on. */
const footRoomPt = 40;

/**
 * Whether the heading rows of a table are to be repeated on the next page. LibreOffice moves the end of tall tables to
 * the next page when rows are, even if there is room for it: of these, only one that may go on repeats its heading.
 */
export function repeatsHeader(
  { box, headerRows }: Pick<Table, 'box' | 'headerRows'>,
  { page, frame }: Pick<PageLayout, 'frame'> & { readonly page: { readonly heightPt: number } },
): boolean {
  if (box.y1 - box.y0 < 0.5 * page.heightPt) return true;
  return headerRows === 1 && box.y1 > frame.y1 - footRoomPt;
}
