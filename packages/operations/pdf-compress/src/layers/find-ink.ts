import type { Brightness } from './brightness.ts';
import { clearPictures } from './clear-pictures.ts';
import { markEdges, type PixelClasses, pixelClass } from './pixel-classes.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

/** Tells ink of text and lines from paper: the classes `ink` and `paper` alone. */
export function findInk(picture: Brightness, dpi: number): PixelClasses {
  const cell = Math.max(4, Math.round(dpi * thresholds.paperCellInches));
  const paper = estimatePaper(picture, cell);
  const classes = darkPixels(picture, paper, cell);
  const columns = Math.ceil(picture.width / cell);
  markEdges(classes, picture.width, picture.height, edgeReach(dpi));
  clearPictures({
    picture,
    classes,
    paperAt: (x, y) => paper[Math.floor(y / cell) * columns + Math.floor(x / cell)] as number,
    block: Math.round(dpi * thresholds.blockInches),
  });
  keepInk(classes, picture.width, picture.height);
  return classes;
}

/** How many pixels wide the grey edge around ink is. */
export function edgeReach(dpi: number): number {
  return Math.max(1, Math.round(dpi * thresholds.edgeInches));
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

function darkPixels({ data, width, height }: Brightness, paper: Uint8Array, cell: number): PixelClasses {
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
      if ((data[at] as number) < (bounds[x] as number)) ink[at] = pixelClass.ink;
    }
  }
  return ink;
}

/** Leaves paper and ink alone, without pixels that have at most one neighbour of ink: dust, which a mask would make darker. */
function keepInk(classes: PixelClasses, width: number, height: number): void {
  // Rows as they were, since neighbours are counted before anything is removed.
  let above = new Uint8Array(width);
  let own = classes.slice(0, width);
  let below = new Uint8Array(width);
  for (let y = 0; y < height; y += 1) {
    if (y + 1 < height) below.set(classes.subarray((y + 1) * width, (y + 2) * width));
    else below.fill(0);
    for (let x = 0; x < width; x += 1) {
      if (own[x] !== pixelClass.ink) {
        if (own[x] !== pixelClass.paper) classes[y * width + x] = pixelClass.paper;
        continue;
      }
      let neighbors = 0;
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        neighbors += ((above[column] as number) & 1) + ((own[column] as number) & 1) + ((below[column] as number) & 1);
      }
      if (neighbors <= 2) classes[y * width + x] = pixelClass.paper;
    }
    [above, own, below] = [own, below, above];
  }
}
