import type { PixelSize } from '../images/target-size.ts';
import type { GrayImage } from './gray-image.ts';

/** Reduces an image to a size by a box filter: each pixel is the mean of those in it. */
export function reduceByBox(image: GrayImage, size: PixelSize): GrayImage {
  const { data, width, height } = image;
  if (width === size.width && height === size.height) return image;
  const columns = columnsOf(width, size.width);
  const widths = widthsOf(columns, size.width);
  const result = new Uint8Array(size.width * size.height);
  const sums = new Uint32Array(size.width);
  for (let row = 0, y = 0; row < size.height; row += 1) {
    sums.fill(0);
    const top = y;
    for (; y < height && y * size.height < (row + 1) * height; y += 1) addRow(data, y * width, columns, sums);
    for (let column = 0, at = row * size.width; column < size.width; column += 1, at += 1) {
      result[at] = (sums[column] as number) / ((widths[column] as number) * (y - top)) + 0.5;
    }
  }
  return { data: result, ...size };
}

function addRow(data: Uint8Array, start: number, columns: Uint32Array, sums: Uint32Array): void {
  for (let x = 0; x < columns.length; x += 1) {
    const column = columns[x] as number;
    sums[column] = (sums[column] as number) + (data[start + x] as number);
  }
}

/** The column of a reduced image that each column belongs to. */
export function columnsOf(width: number, reducedWidth: number): Uint32Array {
  return Uint32Array.from({ length: width }, (_, x) => Math.floor((x * reducedWidth) / width));
}

/** How many columns belong to each column of the reduced image. */
export function widthsOf(columns: Uint32Array, reducedWidth: number): Uint32Array {
  const widths = new Uint32Array(reducedWidth);
  for (const column of columns) widths[column] = (widths[column] as number) + 1;
  return widths;
}
