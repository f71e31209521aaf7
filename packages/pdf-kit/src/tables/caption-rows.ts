import { type RowParts, withPartedRows } from './part-rows.ts';
import type { Table, TableCell } from './types.ts';

/** So many boxes beside each other with a caption over a text make a row of a form, */
const minBoxes = 2;
/** if they are this share of the boxes with text. */
const captionedShare = 0.5;
/** A caption is set smaller than what is filled in by this factor, or as large but lighter. */
const smallerType = 0.93;
/** Captions of a row are of one size but for this factor: long ones are set smaller to fit. */
const oneSize = 1.25;

/**
 * A grid whose boxes begin with a caption in smaller or lighter type, as on forms of tax offices and many invoices, with
 * the captions of a row of boxes as a row above what was filled in.
 */
export function withCaptionRows(table: Table): Table {
  return withPartedRows(table, (row) => captionsOf(table, row));
}

/** The boxes of a row that begin with a caption, also where nothing is filled in; null where those are few. */
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
