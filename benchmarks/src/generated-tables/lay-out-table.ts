import type { Random } from '@platen/cli/bench';
import type { PDFFont } from 'pdf-lib';
import { isNumeric } from './cell-texts.ts';
import type { DesignCell, TableDesign } from './design-table.ts';

/** How a table is set, in points. */
export interface Setting {
  readonly sizePt: number;
  readonly lineHeightPt: number;
  /** White on either side of the text of a cell; twice this parts two columns. */
  readonly padXPt: number;
  /** White above and below it. */
  readonly padYPt: number;
  readonly upright: 'top' | 'middle' | 'bottom';
  readonly headings: 'as-column' | 'centred';
  readonly numbers: 'right' | 'centred' | 'decimal';
  readonly regular: PDFFont;
  readonly bold: PDFFont;
}

export interface PlacedText {
  readonly text: string;
  readonly x: number;
  /** The baseline, from the top of the table. */
  readonly y: number;
  readonly bold: boolean;
}

export interface TableLayout {
  /** Left sides of the columns and the right side of the last, from the left side of the table. */
  readonly xs: readonly number[];
  /** Tops of the rows and the bottom of the last. */
  readonly ys: readonly number[];
  readonly texts: readonly PlacedText[];
}

const widestTextPt = { label: 150, note: 130 } as const;
const indentPt = 9;

export function randomSetting(random: Random, design: TableDesign, fonts: Pick<Setting, 'regular' | 'bold'>): Setting {
  const sizePt = random.integer(14, 21) / 2;
  const open = design.style === 'unruled' || design.style === 'booktabs';
  const uprights = design.style === 'grid' || design.style === 'open-grid' || design.style === 'columns';
  return {
    ...fonts,
    sizePt,
    lineHeightPt: random.pick([1.1, 1.15, 1.25]) * sizePt,
    padXPt: random.pick(uprights ? [2, 3, 5] : [3, 4, 6, 9]),
    padYPt: random.pick(open ? [0, 0.5, 1, 3] : [1, 2, 4]),
    upright: random.pick(['top', 'top', 'middle', 'bottom']),
    headings: random.pick(['as-column', 'centred']),
    numbers: random.pick(['right', 'right', 'decimal', 'centred']),
  };
}

/** Wraps, measures and places the texts of a table; null when it comes out wider or taller than the room. */
export function layOutTable(
  design: TableDesign,
  setting: Setting,
  room: { readonly widthPt: number; readonly heightPt: number },
): TableLayout | null {
  const widths = columnWidths(design, setting);
  const xs = runningSums(widths);
  if ((xs.at(-1) ?? 0) > room.widthPt) return null;
  const wrapped = new Map(design.cells.map((cell) => [cell, wrapCell(cell, xs, setting)]));
  const ys = runningSums(rowHeights(design, wrapped, setting));
  if ((ys.at(-1) ?? 0) > room.heightPt) return null;
  const anchors = decimalAnchors(design, setting);
  const texts = [...wrapped].flatMap(([cell, lines]) => placeCell(cell, lines, { design, setting, xs, ys, anchors }));
  return { xs, ys, texts };
}

function runningSums(lengths: readonly number[]): number[] {
  const sums = [0];
  for (const length of lengths) sums.push((sums.at(-1) ?? 0) + length);
  return sums;
}

function widthOf(text: string, { regular, bold, sizePt }: Setting, isBold: boolean): number {
  return (isBold ? bold : regular).widthOfTextAtSize(text, sizePt);
}

/** A column is as wide as its body, but for long texts, and at least as the longest word of its heading. */
function columnWidths(design: TableDesign, setting: Setting): number[] {
  const { kinds, cells, headerRows } = design;
  const widths = kinds.map((kind, column) => {
    const own = cells.filter((cell) => cell.column === column && cell.columnSpan === 1);
    const natural = own.map((cell) => {
      const words = cell.row < headerRows ? cell.text.split(' ') : [cell.text];
      const widest = Math.max(...words.map((word) => widthOf(word, setting, cell.bold)));
      return widest + cell.indent * indentPt + (cell.sign === '' ? 0 : 1.2 * setting.sizePt);
    });
    const most = kind === 'label' ? widestTextPt.label : kind === 'note' ? widestTextPt.note : Number.POSITIVE_INFINITY;
    return Math.min(Math.max(...natural), most) + 2 * setting.padXPt;
  });
  for (const cell of cells.filter(({ columnSpan, row }) => columnSpan > 1 && row < headerRows)) {
    const spanned = widths.slice(cell.column, cell.column + cell.columnSpan);
    const needed = widthOf(cell.text, setting, cell.bold) + 2 * setting.padXPt;
    const missing = needed - spanned.reduce((sum, width) => sum + width, 0);
    if (missing <= 0) continue;
    for (let column = cell.column; column < cell.column + cell.columnSpan; column += 1)
      widths[column] = (widths[column] ?? 0) + missing / cell.columnSpan;
  }
  return widths;
}

function wrapCell(cell: DesignCell, xs: readonly number[], setting: Setting): string[] {
  if (cell.text === '') return [];
  const left = xs[cell.column] ?? 0;
  const right = xs[cell.column + cell.columnSpan] ?? 0;
  const room = right - left - 2 * setting.padXPt - cell.indent * indentPt + 0.01;
  const lines: string[] = [];
  for (const word of cell.text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, setting, cell.bold) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function rowHeights(
  { rowCount }: TableDesign,
  wrapped: ReadonlyMap<DesignCell, readonly string[]>,
  setting: Setting,
): number[] {
  const heightOf = (lines: number) => lines * setting.lineHeightPt + 2 * setting.padYPt;
  const heights = Array.from({ length: rowCount }, (_, row) => {
    const own = [...wrapped].filter(([cell]) => cell.row === row && cell.rowSpan === 1);
    return heightOf(Math.max(1, ...own.map(([, lines]) => lines.length)));
  });
  for (const [cell, lines] of wrapped) {
    const spanned = heights.slice(cell.row, cell.row + cell.rowSpan).reduce((sum, height) => sum + height, 0);
    const last = cell.row + cell.rowSpan - 1;
    heights[last] = (heights[last] ?? 0) + Math.max(0, heightOf(lines.length) - spanned);
  }
  return heights;
}

/** For each column of numbers the room its longest fraction needs, so that the decimal signs stand in one line. */
function decimalAnchors({ cells, kinds, headerRows }: TableDesign, setting: Setting): number[] {
  return kinds.map((_, column) => {
    const own = cells.filter((cell) => cell.column === column && cell.row >= headerRows);
    return Math.max(0, ...own.map(({ text, bold }) => widthOf(fractionOf(text), setting, bold)));
  });
}

/** What stands right of where whole numbers end. */
function fractionOf(text: string): string {
  return /(?:[.,]\d)?[%)]*$/.exec(text)?.[0] ?? '';
}

interface Placing {
  readonly design: TableDesign;
  readonly setting: Setting;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly anchors: readonly number[];
}

function placeCell(cell: DesignCell, lines: readonly string[], placing: Placing): PlacedText[] {
  const { setting, xs, ys } = placing;
  const left = (xs[cell.column] ?? 0) + setting.padXPt;
  const top = (ys[cell.row] ?? 0) + setting.padYPt;
  const bottom = (ys[cell.row + cell.rowSpan] ?? 0) - setting.padYPt;
  const spare = bottom - top - lines.length * setting.lineHeightPt;
  const shift = setting.upright === 'top' ? 0 : setting.upright === 'middle' ? spare / 2 : spare;
  const y = (line: number) => top + shift + line * setting.lineHeightPt + 0.8 * setting.sizePt;
  const sign = cell.sign === '' ? [] : [{ text: cell.sign, x: left, y: y(0), bold: cell.bold }];
  const texts = lines.map((text, line) => ({ text, x: lineStart(cell, text, placing), y: y(line), bold: cell.bold }));
  return [...sign, ...texts];
}

function lineStart(cell: DesignCell, text: string, { design, setting, xs, anchors }: Placing): number {
  const left = (xs[cell.column] ?? 0) + setting.padXPt;
  const right = (xs[cell.column + cell.columnSpan] ?? 0) - setting.padXPt;
  const width = widthOf(text, setting, cell.bold);
  const numeric = isNumeric(design.kinds[cell.column] ?? 'label');
  const heading = cell.row < design.headerRows;
  if (cell.columnSpan > 1) return heading ? (left + right - width) / 2 : left;
  if (heading && cell.column > 0 && (setting.headings === 'centred' || (numeric && setting.numbers === 'centred')))
    return (left + right - width) / 2;
  if (!numeric) return left + cell.indent * indentPt;
  if (heading || setting.numbers === 'right') return right - width;
  if (setting.numbers === 'centred') return (left + right - width) / 2;
  const fraction = widthOf(fractionOf(text), setting, cell.bold);
  return Math.max(left, right - (anchors[cell.column] ?? 0) + fraction - width);
}
