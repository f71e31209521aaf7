import type { Box } from '@platen/pdf-kit/page-model';
import type { ParagraphDraft } from '../analysis/types.ts';
import type { Block } from '../model/blocks.ts';
import type { AnchoredInline } from './anchored-inline.ts';
import type { CarriedOver, ColumnItem, ColumnStart, ComposedColumn, Continuation } from './composed-column.ts';

/** Collects the items of one column from top to bottom. */
export interface ColumnBuilder {
  /** Where the last item ends, on the page: the space before the next is counted from there. */
  readonly cursorY: number;
  /** Whether the text that is handed on may continue here, and the column before is full. */
  readonly mayContinue: boolean;
  readonly runsOn: boolean;
  /** The paragraph set last, which a later column may continue; null where none can. */
  open: ParagraphDraft | null;
  place(block: Block, bottomY: number, box?: Box): void;
  placeAside(block: Block): void;
  leaveGap(heightPt: number): void;
  continueLast(continuation: Omit<Continuation, 'kind'>): void;
  /** Keeps a drawing for the next paragraph to anchor. */
  anchor(drawing: AnchoredInline): void;
  /** All drawings kept so far, which are anchored then. */
  takeDrawings(): readonly AnchoredInline[];
  /** The names of the places down to `y`. */
  takeBookmarks(y: number): readonly string[];
  build(): ComposedColumn;
}

/** Less room before a table than this, in points, is no more than rounding. */
const leastGapPt = 0.5;

/** Begins a column. With `keepsPlaces` no block depends on where the one before it ended. */
export function createColumnBuilder(
  start: ColumnStart,
  carried: CarriedOver,
  { keepsPlaces }: { readonly keepsPlaces: boolean },
): ColumnBuilder {
  const items: ColumnItem[] = [];
  const drawings = [...carried.drawings];
  const bookmarks = [...carried.bookmarks];
  let { cursorY } = start;
  let { open } = carried;

  function add(item: ColumnItem, bottomY = cursorY): void {
    items.push(item);
    if (!keepsPlaces) cursorY = bottomY;
  }

  return {
    runsOn: start.runsOn,
    get open() {
      return open;
    },
    set open(paragraph) {
      open = paragraph;
    },
    get cursorY() {
      return cursorY;
    },
    get mayContinue() {
      return start.mayContinue && items.length === 0;
    },
    place: (block, bottomY, box) => add({ kind: 'placed', block, bottomY, box: box ?? null }, bottomY),
    placeAside: (block) => add({ kind: 'aside', block }),
    leaveGap(heightPt) {
      if (heightPt >= leastGapPt) add({ kind: 'gap', heightPt }, cursorY + heightPt);
    },
    continueLast: (continuation) => add({ kind: 'continuation', ...continuation }, continuation.bottomY),
    anchor: (drawing) => void drawings.push(drawing),
    takeDrawings: () => drawings.splice(0),
    takeBookmarks(y) {
      const below = bookmarks.findIndex((bookmark) => bookmark.y > y);
      return bookmarks.splice(0, below < 0 ? bookmarks.length : below).map(({ name }) => name);
    },
    build: () => ({ items, carried: { drawings, bookmarks, open } }),
  };
}
