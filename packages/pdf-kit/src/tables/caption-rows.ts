import { type RowParts, withPartedRows } from './part-rows.ts';
import type { Table, TableCell } from './types.ts';

/** This many adjacent boxes with a caption above a text make a row of a form, */
const minBoxes = 2;
/** if they are this share of the boxes with text. */
const captionedShare = 0.5;
/** A caption is smaller than the filled-in text by this factor, or equally large but lighter. */
const smallerType = 0.93;
/** Captions of a row differ in size by at most this factor: long ones are set smaller to fit. */
const oneSize = 1.25;

/**
 * For a grid whose boxes begin with a caption in smaller or lighter type, as on tax forms and many invoices: moves the
 * captions of a row of boxes to a row above the filled-in text.
 */
export function withCaptionRows(table: Table): Table {
  return withPartedRows(table, (row) => captionsOf(table, row));
}

/** The boxes of a row that begin with a caption, filled in or not; null if there are too few. */
function captionsOf({ cells }: Table, row: number): RowParts | null {
  const own = cells.filter((cell) => cell.row === row && cell.text !== '');
  const filled = own.filter((cell) => cell.rowSpan === 1 && hasCaption(cell));
  const size = Math.max(...filled.map(sizeOf));
  const isAlone = (cell: TableCell) =>
    cell.rowSpan === 1 &&
    cell.lines.length === 1 &&
    sizeOf(cell) <= size * oneSize &&
    sizeOf(cell) * oneSize >= size &&
    isWords(cell.text);
  const captioned = own.filter((cell) => filled.includes(cell) || isAlone(cell));
  const hasFigures = filled.some(({ lines }) => lines.slice(1).some(({ text }) => /\d/.test(text)));
  const isRow = filled.length >= minBoxes && hasFigures && captioned.length >= captionedShare * own.length;
  const end = Math.max(...captioned.flatMap(({ lines }) => lines.slice(0, 1).map(({ box }) => box.y1)));
  return isRow ? { cuts: [end], cells: new Set(captioned) } : null;
}

/** Whether the first line of a box is words in smaller or lighter type than all others. */
function hasCaption({ lines: [caption, ...others] }: TableCell): boolean {
  return (
    caption !== undefined &&
    others.length > 0 &&
    isWords(caption.text) &&
    others.every(
      ({ style }) =>
        caption.style.sizePt < smallerType * style.sizePt ||
        (caption.style.sizePt <= style.sizePt && style.font.bold && !caption.style.font.bold),
    )
  );
}

function isWords(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}

function sizeOf({ lines: [caption] }: TableCell): number {
  return caption?.style.sizePt ?? 0;
}
