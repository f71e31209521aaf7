import type { GreyRaster } from './recognizer.ts';

/** A pixel this close to another belongs with it. */
const kinship = 64;
/** Specks are single pixels, or two side by side. */
const maxKin = 1;
/**
 * Noise is everywhere, the dots of a printed picture and the fine strokes of small letters are not: it is measured tile by
 * tile, and so many of the tiles may have less than counts. The margins alone are more on a page full of small print.
 */
const tilePx = 48;
const quietTiles = 0.1;
/** Share of lone pixels in such a tile: sharp scans have none, dust on a page reaches a thousandth. */
const noisyShare = 0.0015;

/**
 * A page without salt and pepper: black and white specks give way to what surrounds them. A page without such noise is
 * given back as it is, with all its points and dots.
 */
export function removeSpecks(page: GreyRaster): GreyRaster {
  if (speckShareEverywhere(page) < noisyShare) return page;
  const { widthPx, heightPx, data: source } = page;
  // `slice` of a Buffer is no copy, and the page as it was is still to be read.
  const data = new Uint8Array(source);
  for (let row = 1; row < heightPx - 1; row += 1) {
    for (let column = 1; column < widthPx - 1; column += 1) {
      const at = row * widthPx + column;
      if (countKin(source, at, widthPx, maxKin) <= maxKin) data[at] = medianAround(source, at, widthPx);
    }
  }
  return { ...page, data };
}

function speckShareEverywhere({ data, widthPx, heightPx }: GreyRaster): number {
  const shares: number[] = [];
  for (let top = 1; top + tilePx < heightPx; top += 2 * tilePx) {
    for (let left = 1; left + tilePx < widthPx; left += 2 * tilePx) {
      let specks = 0;
      for (let row = top; row < top + tilePx; row += 1) {
        for (let column = left; column < left + tilePx; column += 1) {
          if (countKin(data, row * widthPx + column, widthPx, 0) === 0) specks += 1;
        }
      }
      shares.push(specks / tilePx ** 2);
    }
  }
  return shares.sort((a, b) => a - b)[Math.floor(quietTiles * shares.length)] ?? 0;
}

/** How many of its eight neighbours are like a pixel, counted until there are more than `enough`. */
function countKin(data: Uint8Array, at: number, widthPx: number, enough: number): number {
  const value = data[at] ?? 0;
  const isKin = (index: number) => Math.abs((data[index] ?? 0) - value) < kinship;
  // Beside it first: on paper the answer is found there, and hardly any pixel is looked at further.
  let kin = isKin(at + 1) ? 1 : 0;
  if (kin > enough) return kin;
  for (const offset of [-1, widthPx, -widthPx, widthPx + 1, widthPx - 1, 1 - widthPx, -1 - widthPx]) {
    if (isKin(at + offset)) kin += 1;
    if (kin > enough) return kin;
  }
  return kin;
}

function medianAround(data: Uint8Array, at: number, widthPx: number): number {
  const around = [-widthPx - 1, -widthPx, -widthPx + 1, -1, 1, widthPx - 1, widthPx, widthPx + 1];
  const values = around.map((offset) => data[at + offset] ?? 0).sort((a, b) => a - b);
  return values[4] ?? 0;
}
