import { median } from '../statistics.ts';
import type { GreyRaster, PixelBox } from './recognizer.ts';
import { bands } from './thresholds.ts';

/** An even rectangle of a raster that is darker than the paper around it. */
export interface RasterBand extends PixelBox {
  /** Its grey level, where that of the paper is white. */
  readonly grey: number;
}

/** A raster in cells of `widthPx` × `heightPx` pixels. */
interface Cells {
  readonly columns: number;
  readonly rows: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The grey levels of the ground behind the text in each cell, where that of the paper is white. */
interface Ground extends Cells {
  readonly greys: Uint8Array;
}

/**
 * Finds the filled bands of a level raster, such as the header of a table or every second row of it, whatever is written on them.
 * `unitPx` is the height of its letters.
 */
export function findBands(page: GreyRaster, unitPx: number): readonly RasterBand[] {
  const widthPx = Math.max(2, Math.round(bands.cellWidth * unitPx));
  const heightPx = Math.max(2, Math.round(bands.cellHeight * unitPx));
  const [columns, rows] = [Math.floor(page.widthPx / widthPx), Math.floor(page.heightPx / heightPx)];
  const ground = onWhitePaper(groundOf(page, { columns, rows, widthPx, heightPx }), unitPx);
  const found = evenAreas(ground).filter((area) => isBand(area, ground, unitPx));
  return found.length > bands.most ? [] : found.map((area) => measured(page, area, ground));
}

function groundOf(page: GreyRaster, cells: Cells): Ground {
  const { columns, rows, widthPx, heightPx } = cells;
  const middles = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x0, y0] = [column * widthPx, row * heightPx];
      middles[row * columns + column] = middleGrey(page, { x0, y0, x1: x0 + widthPx, y1: y0 + heightPx });
    }
  }
  // Bold letters fill some cells, but not most of those side by side.
  const greys = middles.map((_, at) => {
    const start = at - (at % columns);
    const [from, to] = [Math.max(start, at - bands.cellReach), Math.min(start + columns, at + bands.cellReach + 1)];
    return median([...middles.subarray(from, to)]);
  });
  return { ...cells, greys };
}

function middleGrey({ data, widthPx }: GreyRaster, { x0, y0, x1, y1 }: PixelBox): number {
  const counts = new Uint16Array(256);
  for (let row = y0; row < y1; row += 1) {
    for (let at = row * widthPx + x0; at < row * widthPx + x1; at += 1) {
      const grey = data[at] ?? 0;
      counts[grey] = (counts[grey] ?? 0) + 1;
    }
  }
  const half = ((x1 - x0) * (y1 - y0)) / 2;
  let grey = 0;
  for (let seen = counts[0] ?? 0; seen < half && grey < 255; seen += counts[grey] ?? 0) grey += 1;
  return grey;
}

/** The ground where the paper is white: it is what is lightest in a wide surrounding. */
function onWhitePaper(ground: Ground, unitPx: number): Ground {
  const { columns, rows, widthPx, heightPx, greys } = ground;
  const [across, down] = [widthPx, heightPx].map((px) => Math.max(1, Math.round((bands.paperReach * unitPx) / px)));
  const parts = new Map<string, number[]>();
  const partOf = (at: number) => [Math.floor((at % columns) / (across ?? 1)), Math.floor(at / columns / (down ?? 1))];
  for (const [at, grey] of greys.entries()) {
    const key = partOf(at).join();
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [grey]);
    else part.push(grey);
  }
  const lightest = new Map(
    [...parts].map(([key, own]) => [key, own.sort((a, b) => b - a)[Math.floor(bands.paperShare * own.length)] ?? 255]),
  );
  const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const));
  const papers = new Map(
    [...parts.keys()].map((key) => {
      const [x = 0, y = 0] = key.split(',').map(Number);
      return [key, Math.max(...around.map(([dx, dy]) => lightest.get(`${x + dx},${y + dy}`) ?? 0))];
    }),
  );
  const white = greys.map((grey, at) => {
    const paper = papers.get(partOf(at).join()) ?? 255;
    return Math.min(255, Math.round((255 * grey) / Math.max(1, paper)));
  });
  return { columns, rows, widthPx, heightPx, greys: white };
}

/** Cells of about one grey that touch: the box around them in cells, their greys, and how long its rows are in all. */
interface EvenArea extends PixelBox {
  readonly greys: readonly number[];
  readonly spans: number;
}

function evenAreas({ columns, rows, greys }: Ground): readonly EvenArea[] {
  const areas: EvenArea[] = [];
  const taken = new Uint8Array(greys.length);
  for (const [first, seed] of greys.entries()) {
    if (taken[first] === 1 || seed > 255 - bands.minStep) continue;
    const waiting = [first];
    taken[first] = 1;
    const own: number[] = [];
    const ends = new Map<number, readonly [number, number]>();
    let [x0, y0, x1, y1] = [columns, rows, 0, 0];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [x, y] = [at % columns, Math.floor(at / columns)];
      own.push(greys[at] ?? 0);
      const [left, right] = ends.get(y) ?? [x, x];
      ends.set(y, [Math.min(left, x), Math.max(right, x)]);
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
      const beside = [x > 0 ? at - 1 : -1, x + 1 < columns ? at + 1 : -1, at - columns, at + columns];
      for (const next of beside) {
        const grey = greys[next];
        if (grey === undefined || taken[next] === 1) continue;
        if (grey > 255 - bands.minStep || Math.abs(grey - seed) > bands.maxDifference) continue;
        taken[next] = 1;
        waiting.push(next);
      }
    }
    const spans = [...ends.values()].reduce((sum, [left, right]) => sum + right + 1 - left, 0);
    areas.push({ x0, y0, x1, y1, greys: own, spans });
  }
  return areas;
}

function isBand(
  { x0, y0, x1, y1, greys, spans }: EvenArea,
  { columns, rows, widthPx, heightPx }: Ground,
  unitPx: number,
): boolean {
  const [width, height] = [(x1 - x0) * widthPx, (y1 - y0) * heightPx];
  // At the edge of the page are shadows and the table that it lay on.
  const isInside = x0 > 0 && y0 > 0 && x1 < columns && y1 < rows;
  return (
    isInside &&
    width >= bands.minWidth * unitPx &&
    height >= bands.minHeight * unitPx &&
    height <= bands.maxHeight * unitPx &&
    spans >= bands.minFilled * (x1 - x0) * (y1 - y0) &&
    greys.length >= bands.minEven * spans
  );
}

/** A band in pixels: its sides are where the grey is halfway to that beside it. */
function measured(page: GreyRaster, area: EvenArea, ground: Ground): RasterBand {
  const { widthPx, heightPx } = ground;
  const grey = median(area.greys);
  const [x0, x1] = [area.x0 * widthPx, area.x1 * widthPx];
  const [y0, y1] = [area.y0 * heightPx, area.y1 * heightPx];
  const rowAt = (y: number) => middleGrey(page, { x0, x1, y0: y, y1: y + 1 });
  const columnAt = (x: number) => middleGrey(page, { x0: x, x1: x + 1, y0, y1 });
  const inside = middleGrey(page, { x0, y0, x1, y1 });
  return {
    x0: sideAt(columnAt, inside, Math.max(0, x0 - widthPx), x0 + widthPx, -1),
    x1: sideAt(columnAt, inside, x1 - widthPx, Math.min(page.widthPx, x1 + widthPx), 1),
    y0: sideAt(rowAt, inside, Math.max(0, y0 - heightPx), y0 + heightPx, -1),
    y1: sideAt(rowAt, inside, y1 - heightPx, Math.min(page.heightPx, y1 + heightPx), 1),
    grey,
  };
}

/** The side of a band between two places, where it ends if `sign` is 1: the grey is halfway there from that inside to that a cell away. */
function sideAt(greyAt: (at: number) => number, inside: number, from: number, to: number, sign: 1 | -1): number {
  const middle = (inside + greyAt(sign === 1 ? to - 1 : from)) / 2;
  const steps = Array.from({ length: to - from }, (_, index) => from + index);
  // Counted, since noise crosses the middle more than once.
  return from + steps.filter((step) => greyAt(step) > middle === (sign === -1)).length;
}
