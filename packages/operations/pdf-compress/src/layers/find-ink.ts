import type { Brightness } from './brightness.ts';
import { clearPictures } from './clear-pictures.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

/** For each pixel 1 where there is ink of text or lines, else 0. */
export function findInk(picture: Brightness, dpi: number): Uint8Array {
  const cell = Math.max(4, Math.round(dpi * thresholds.paperCellInches));
  const paper = estimatePaper(picture, cell);
  const ink = darkPixels(picture, paper, cell);
  const columns = Math.ceil(picture.width / cell);
  clearPictures({
    picture,
    ink,
    blank: awayFromInk(ink, picture, dpi),
    paperAt: (x, y) => paper[Math.floor(y / cell) * columns + Math.floor(x / cell)] as number,
    block: Math.round(dpi * thresholds.blockInches),
  });
  return withoutSpecks(ink, picture.width, picture.height);
}

/** The brightness of the paper in each cell: the brightest of what most of the cells around it are not brighter than. */
function estimatePaper({ data, width, height }: Brightness, cell: number): Uint8Array {
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const bright = new Uint8Array(columns * rows);
  const histogram = new Uint32Array(256);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      histogram.fill(0);
      const [right, bottom] = [Math.min(width, (column + 1) * cell), Math.min(height, (row + 1) * cell)];
      for (let y = row * cell; y < bottom; y += 1) {
        for (let at = y * width + column * cell; at < y * width + right; at += 1) {
          const value = data[at] as number;
          histogram[value] = (histogram[value] as number) + 1;
        }
      }
      const count = (right - column * cell) * (bottom - row * cell);
      let value = 0;
      for (let seen = histogram[0] as number; seen < count * thresholds.paperPercentile; ) {
        value += 1;
        seen += histogram[value] as number;
      }
      bright[row * columns + column] = value;
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
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x += 1, at += 1) {
      const bound = (paper[row + Math.floor(x / cell)] as number) * thresholds.inkShare;
      if ((data[at] as number) < bound) ink[at] = 1;
    }
  }
  return ink;
}

/** For each pixel 1 where it is neither ink nor the grey edge around ink. */
export function awayFromInk(ink: Uint8Array, { width, height }: Pick<Brightness, 'width' | 'height'>, dpi: number) {
  const reach = Math.max(1, Math.round(dpi * thresholds.edgeInches));
  const blank = new Uint8Array(ink.length).fill(1);
  for (let y = 0; y < height; y += 1) {
    const [start, end] = [y * width, (y + 1) * width];
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height - 1, y + reach)];
    // Run by run: most of a page is paper.
    for (let from = ink.indexOf(1, start); from >= 0 && from < end; ) {
      const next = ink.indexOf(0, from);
      const to = next < 0 ? end : Math.min(next, end);
      const [left, right] = [Math.max(0, from - start - reach), Math.min(width, to - start + reach)];
      for (let row = top; row <= bottom; row += 1) blank.fill(0, row * width + left, row * width + right);
      from = ink.indexOf(1, to);
    }
  }
  return blank;
}

/** Without pixels that have at most one neighbour of their kind: dust, which a mask would make darker. */
function withoutSpecks(ink: Uint8Array, width: number, height: number): Uint8Array {
  const result = Uint8Array.from(ink);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (ink[at] === 0) continue;
      let neighbors = 0;
      for (let other = Math.max(0, y - 1); other <= Math.min(height - 1, y + 1); other += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          neighbors += ink[other * width + column] as number;
        }
      }
      if (neighbors <= 2) result[at] = 0;
    }
  }
  return result;
}
