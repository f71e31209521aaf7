import { type RowParts, withPartedRows } from '../part-rows.ts';
import type { Table, TableCell } from '../types.ts';
import { isEntryText, isTimeText, isValueText } from '../value-text.ts';

/** Minimum number of boxes with a caption above a text in a row of a form, */
const minBoxes = 2;
/** and their minimum share of the boxes with text. */
const captionedShare = 0.5;
/** A caption is smaller than the filled-in text by this factor, or equally large but lighter. */
const smallerType = 0.93;
/** Captions of a row differ in size by at most this factor: long ones are set smaller to fit. */
const oneSize = 1.25;
/** This many other texts below each other are a column, heading included: forms have at most three boxes below each other that are not captioned. */
const minEntries = 4;
/** Tolerance for the baselines of adjacent boxes, in em. */
const levelEm = 0.3;

/**
 * For a grid whose boxes begin with a caption, as on tax forms, payment slips and many invoices: moves the captions of a
 * row of boxes to a row above the filled-in text. Captions are in smaller or lighter type, or above values.
 */
export function withCaptionRows(table: Table): Table {
  return withPartedRows(table, (row) => captionsOf(table, row));
}

/** The boxes of a row that begin with a caption, filled in or not; null if there are too few. */
function captionsOf({ cells }: Table, row: number): RowParts | null {
  const own = cells.filter((cell) => cell.row === row && cell.text !== '');
  const byType = own.filter((cell) => cell.rowSpan === 1 && hasCaption(cell));
  const filled = byType.length >= minBoxes ? byType : captionedValues(own, cells);
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

/**
 * The boxes of a row with two aligned lines, words above what was filled in, some of it values. Headings of two lines
 * have no values other than years, or have values below them.
 */
function captionedValues(own: readonly TableCell[], cells: readonly TableCell[]): readonly TableCell[] {
  const isBox = ({ rowSpan, lines }: TableCell) =>
    rowSpan === 1 && lines.length === 2 && isWords(textOf(lines[0])) && !/\d/.test(textOf(lines[0]));
  // In a column of entries, texts are wrapped where they are too long, with a value at the end of some.
  const isInColumn = (box: TableCell) => {
    const column = cells.filter((cell) => cell.column === box.column && cell.text !== '');
    return column.filter((cell) => !isBox(cell)).length >= minEntries;
  };
  const boxes = own.filter((cell) => isBox(cell) && !isInColumn(cell));
  const values = boxes.filter(({ lines }) => isEntryText(textOf(lines[1])));
  const [first] = boxes;
  const isLevel = (index: number) =>
    boxes.every(({ lines }) => {
      const [line, other] = [lines[index], first?.lines[index]];
      return (
        line !== undefined &&
        other !== undefined &&
        Math.abs(line.baseline - other.baseline) < levelEm * line.style.sizePt
      );
    });
  const headsValues = values.some((box) =>
    cells.some(
      ({ row, column, columnSpan, lines, text }) =>
        row > box.row &&
        column === box.column &&
        columnSpan === box.columnSpan &&
        lines.length === 1 &&
        isValueText(text),
    ),
  );
  const areFilled = values.length >= minBoxes && !values.every(({ lines }) => isTimeText(textOf(lines[1])));
  return areFilled && isLevel(0) && isLevel(1) && !headsValues ? boxes : [];
}

function textOf(line: TableCell['lines'][number] | undefined): string {
  return line?.text.trim() ?? '';
}

function isWords(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}

function sizeOf({ lines: [caption] }: TableCell): number {
  return caption?.style.sizePt ?? 0;
}
