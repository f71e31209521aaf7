import { sharedWidth, uniteBoxes } from '@platen/pdf-kit/geometry';
import { hasProseColumns, type PageLayout, type PixelBox, type RasterLine } from '@platen/pdf-kit/ocr';
import type { PlacedLine } from './place-words.ts';
import { order } from './thresholds.ts';

/** A piece of text, and the box around its words as on a level page. */
interface Piece {
  readonly line: PlacedLine;
  readonly box: PixelBox;
}

/**
 * Pieces of text in reading order, those beside each other in a row as one line. A page with columns of prose is
 * divided at the gaps between them (recursive XY cuts, Nagy and Seth 1984); all else is read row by row, as is a `block`.
 */
export function orderLines(lines: readonly PlacedLine[], layout: PageLayout): readonly RasterLine[] {
  const slope = slopeOf(lines);
  const pieces = lines.map((line) => ({ line, box: leveled(uniteBoxes(line.words.map(({ box }) => box)), slope) }));
  const blocks = layout === 'block' ? [pieces] : divide(pieces);
  return withParagraphs(blocks.map(joinRows));
}

/** How much the lines of a page fall per pixel to the right: the median of the longer half of them. */
function slopeOf(lines: readonly PlacedLine[]): number {
  const strokes = lines.map(({ baseline: { x0, y0, x1, y1 } }) => ({ run: x1 - x0, fall: y1 - y0 }));
  const level = strokes.filter(({ run, fall }) => run > Math.abs(fall)).toSorted((a, b) => b.run - a.run);
  const slopes = level.slice(0, Math.ceil(level.length / 2)).map(({ run, fall }) => fall / run);
  return slopes.toSorted((a, b) => a - b)[slopes.length >> 1] ?? 0;
}

/** A box moved to where its middle is once the page is turned level. */
function leveled({ x0, y0, x1, y1 }: PixelBox, slope: number): PixelBox {
  const [right, down] = [(slope * (y0 + y1)) / 2, (-slope * (x0 + x1)) / 2];
  return { x0: x0 + right, y0: y0 + down, x1: x1 + right, y1: y1 + down };
}

function divide(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const usual = medianHeight(pieces);
  const numbered = pieces.map(({ line }) => ({ ...line, paragraph: 0 }));
  if (pieces.length < 2 * order.minColumnLines || !hasProseColumns(numbered)) return [pieces];
  const columns = cutAt(pieces, widestGap(pieces, 'x'), 'x', order.minGapLines * usual);
  const enough = columns?.every((column) => column.length >= order.minColumnLines) === true;
  const parts = enough ? columns : cutAt(pieces, widestGap(pieces, 'y'), 'y', 0);
  return parts === null ? [pieces] : parts.flatMap(divide);
}

interface Gap {
  readonly at: number;
  readonly width: number;
}

/** The widest gap between pieces in one direction; null if there is none. */
function widestGap(pieces: readonly Piece[], axis: 'x' | 'y'): Gap | null {
  const [from, to] = axis === 'x' ? (['x0', 'x1'] as const) : (['y0', 'y1'] as const);
  const sorted = pieces.map(({ box }) => box).toSorted((a, b) => a[from] - b[from]);
  let end = sorted[0]?.[to] ?? 0;
  let widest: Gap | null = null;
  for (const box of sorted) {
    const width = box[from] - end;
    if (width > 0 && width > (widest?.width ?? 0)) widest = { at: (end + box[from]) / 2, width };
    end = Math.max(end, box[to]);
  }
  return widest;
}

function cutAt(
  pieces: readonly Piece[],
  gap: Gap | null,
  axis: 'x' | 'y',
  minWidth: number,
): readonly (readonly Piece[])[] | null {
  if (gap === null || gap.width < minWidth) return null;
  const isBefore = ({ box }: Piece) => (axis === 'x' ? box.x1 : box.y1) <= gap.at;
  return [pieces.filter(isBefore), pieces.filter((piece) => !isBefore(piece))];
}

function medianHeight(pieces: readonly Piece[]): number {
  return pieces.map(({ line }) => line.heightPx).toSorted((a, b) => a - b)[pieces.length >> 1] ?? 0;
}

/** The rows of a block from top to bottom. Pieces that lie over each other are in different rows. */
function joinRows(pieces: readonly Piece[]): readonly PlacedLine[] {
  const rows: Piece[][] = [];
  for (const piece of pieces.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const row = rows.findLast((members) => members.every((member) => isBeside(member, piece)));
    if (row === undefined) rows.push([piece]);
    else row.push(piece);
  }
  return rows.map((row) => joinPieces(row.toSorted((a, b) => a.box.x0 - b.box.x0)));
}

function isBeside(first: Piece, second: Piece): boolean {
  const height = Math.min(first.line.heightPx, second.line.heightPx);
  const narrower = Math.min(first.box.x1 - first.box.x0, second.box.x1 - second.box.x0);
  return (
    isLevel(first) &&
    isLevel(second) &&
    Math.abs(middleOf(first) - middleOf(second)) < order.rowTolerance * height &&
    sharedWidth(first.box, second.box) < narrower / 2
  );
}

function isLevel({ line: { baseline } }: Piece): boolean {
  return Math.abs(baseline.x1 - baseline.x0) >= Math.abs(baseline.y1 - baseline.y0);
}

function middleOf({ box }: Piece): number {
  return (box.y0 + box.y1) / 2;
}

function joinPieces(row: readonly Piece[]): PlacedLine {
  const lines = row.map(({ line }) => line);
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('a row has pieces');
  return {
    ...first,
    words: lines.flatMap(({ words }) => words),
    baseline: { x0: first.baseline.x0, y0: first.baseline.y0, x1: last.baseline.x1, y1: last.baseline.y1 },
    heightPx: Math.max(...lines.map(({ heightPx }) => heightPx)),
  };
}

function withParagraphs(blocks: readonly (readonly PlacedLine[])[]): readonly RasterLine[] {
  let paragraph = -1;
  return blocks.flatMap((lines) =>
    lines.map((line, index) => {
      const above = lines[index - 1];
      const goesOn = above !== undefined && line.baseline.y0 - above.baseline.y0 <= order.paragraphGap * line.heightPx;
      if (!goesOn) paragraph += 1;
      return { ...line, paragraph };
    }),
  );
}
