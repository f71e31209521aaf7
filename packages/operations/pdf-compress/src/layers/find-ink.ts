import type { Brightness } from './brightness.ts';
import { clearPictures } from './clear-pictures.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

/** For each pixel 1 where there is ink of text or lines, else 0. `scratch` has room for as many pixels. */
export function findInk(picture: Brightness, dpi: number, scratch: Uint8Array): Uint8Array {
  const cell = Math.max(4, Math.round(dpi * thresholds.paperCellInches));
  const paper = estimatePaper(picture, cell);
  const ink = darkPixels(picture, paper, cell);
  const columns = Math.ceil(picture.width / cell);
  clearPictures({
    picture,
    ink,
    blank: awayFromInk(ink, picture, dpi, scratch),
    paperAt: (x, y) => paper[Math.floor(y / cell) * columns + Math.floor(x / cell)] as number,
    block: Math.round(dpi * thresholds.blockInches),
  });
  removeSpecks(ink, picture.width, picture.height);
  return ink;
}

/** The brightness of the paper in each cell: the brightest of what most of the cells around it are not brighter than. */
function estimatePaper({ data, width, height }: Brightness, cell: number): Uint8Array {
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const bright = new Uint8Array(columns * rows);
  const histogram = new Uint32Array(256);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [right, bottom] = [Math.min(width, (column + 1) * cell), Math.min(height, (row + 1) * cell)];
      for (let y = row * cell; y < bottom; y += 1) {
        for (let at = y * width + column * cell; at < y * width + right; at += 1) {
          const value = data[at] as number;
          histogram[value] = (histogram[value] as number) + 1;
        }
      }
      const count = (right - column * cell) * (bottom - row * cell);
      // From the top: paper is bright.
      let value = 255;
      for (let seen = count - (histogram[255] as number); seen >= count * thresholds.paperPercentile; ) {
        value -= 1;
        seen -= histogram[value] as number;
      }
      bright[row * columns + column] = value;
      for (let y = row * cell; y < bottom; y += 1) {
        for (let at = y * width + column * cell; at < y * width + right; at += 1) histogram[data[at] as number] = 0;
      }
    }
  }
  return brightestAround(bright, columns, rows);
}

function brightestAround(bright: Uint8Array, columns: number, rows: number): Uint8Array {
  const reach = thresholds.paperReach;
  const result = new Uint8Array(bright.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let brightest = 0;
      for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y += 1) {
        for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x += 1) {
          brightest = Math.max(brightest, bright[y * columns + x] as number);
        }
      }
      result[row * columns + column] = brightest;
    }
  }
  return result;
}

function darkPixels({ data, width, height }: Brightness, paper: Uint8Array, cell: number): Uint8Array {
  const columns = Math.ceil(width / cell);
  const ink = new Uint8Array(data.length);
  const bounds = new Float64Array(width);
  for (let y = 0, at = 0; y < height; y += 1) {
    if (y % cell === 0) {
      const row = (y / cell) * columns;
      for (let x = 0; x < width; x += 1) {
        bounds[x] = (paper[row + Math.floor(x / cell)] as number) * thresholds.inkShare;
      }
    }
    for (let x = 0; x < width; x += 1, at += 1) {
      if ((data[at] as number) < (bounds[x] as number)) ink[at] = 1;
    }
  }
  return ink;
}

/** Sets `blank` for each pixel to 1 where it is neither ink nor the grey edge around ink, else to 0. */
export function awayFromInk(
  ink: Uint8Array,
  { width, height }: Pick<Brightness, 'width' | 'height'>,
  dpi: number,
  blank: Uint8Array,
): Uint8Array {
  const reach = Math.max(1, Math.round(dpi * thresholds.edgeInches));
  /** How many of the rows around the one to be filled have ink within reach to the left or right. */
  const rowsWithInk = new Uint8Array(width);
  const widened = Array.from({ length: 2 * reach + 1 }, () => new Uint8Array(width));
  for (let y = 0; y < height + reach; y += 1) {
    const row = widened[y % widened.length] as Uint8Array;
    for (let x = 0; x < width; x += 1) rowsWithInk[x] = (rowsWithInk[x] as number) - (row[x] as number);
    row.fill(0);
    if (y < height) widenInk(ink, y * width, row, reach);
    for (let x = 0; x < width; x += 1) rowsWithInk[x] = (rowsWithInk[x] as number) + (row[x] as number);
    const start = (y - reach) * width;
    if (start < 0) continue;
    for (let x = 0; x < width; x += 1) blank[start + x] = rowsWithInk[x] === 0 ? 1 : 0;
  }
  return blank;
}

/** Sets a row to 1 within reach of the ink in the row of a page that begins at `start`. */
function widenInk(ink: Uint8Array, start: number, row: Uint8Array, reach: number): void {
  // Loops, here and below: `indexOf` takes as long for a run of ink as this for a hundred pixels.
  for (let from = 0; from < row.length; from += 1) {
    if (ink[start + from] === 0) continue;
    let to = from + 1;
    while (to < row.length && ink[start + to] === 1) to += 1;
    row.fill(1, Math.max(0, from - reach), Math.min(row.length, to + reach));
    from = to;
  }
}

/** Removes pixels that have at most one neighbour of their kind: dust, which a mask would make darker. */
function removeSpecks(ink: Uint8Array, width: number, height: number): void {
  // Rows as they were, since neighbours are counted before anything is removed.
  let above = new Uint8Array(width);
  let own = ink.slice(0, width);
  for (let y = 0; y < height; y += 1) {
    const below = y + 1 < height ? ink.slice((y + 1) * width, (y + 2) * width) : new Uint8Array(width);
    for (let x = 0; x < width; x += 1) {
      if (own[x] === 0) continue;
      let neighbors = 0;
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        neighbors += (above[column] as number) + (own[column] as number) + (below[column] as number);
      }
      if (neighbors <= 2) ink[y * width + x] = 0;
    }
    [above, own] = [own, below];
  }
}
