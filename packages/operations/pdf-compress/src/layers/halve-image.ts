import type { GrayImage } from './gray-image.ts';

/** Halves an image by a 2 × 2 box filter. An odd last row or column counts twice. */
export function halveImage(picture: GrayImage): GrayImage {
  const { width, height } = picture;
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const data = new Uint8Array(half.width * half.height);
  for (let row = 0; row < half.height; row += 1) {
    halveRow(picture, 2 * row, data.subarray(row * half.width, (row + 1) * half.width));
  }
  return { data, ...half };
}

function halveRow({ data, width, height }: GrayImage, row: number, target: Uint8Array): void {
  const upper = row * width;
  const lower = Math.min(row + 1, height - 1) * width;
  const pairs = width >> 1;
  for (let column = 0, at = 0; column < pairs; column += 1, at += 2) {
    const above = (data[upper + at] as number) + (data[upper + at + 1] as number);
    const below = (data[lower + at] as number) + (data[lower + at + 1] as number);
    target[column] = (above + below + 2) >> 2;
  }
  if (pairs < target.length) {
    target[pairs] = ((data[upper + width - 1] as number) + (data[lower + width - 1] as number) + 1) >> 1;
  }
}
