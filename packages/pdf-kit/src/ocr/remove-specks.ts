import type { GreyRaster } from './recognizer.ts';

/** Neighbouring pixels are similar if their greys differ by less than this. */
const maxDifference = 64;
/** A speck is a pixel with no more than this many similar neighbours: a single one, or two side by side. */
const maxSimilar = 1;
/**
 * Noise is everywhere on a page; the dots of a printed picture and the fine strokes of small letters are not. So specks are
 * counted in tiles, and the tile at this rank, as a share of all, decides. On a page full of small print the margins have more tiles.
 */
const tilePx = 48;
const quietTiles = 0.1;
/** Share of isolated pixels in that tile from which a page is noisy: sharp scans have none, dust reaches a thousandth. */
const noisyShare = 0.0015;

/**
 * Removes salt-and-pepper noise: replaces specks by the median of their neighbours. A page without such noise is returned as
 * it is, with all its periods and dots.
 */
export function removeSpecks(page: GreyRaster): GreyRaster {
  if (speckShareEverywhere(page) < noisyShare) return page;
  const { widthPx, heightPx, data: source } = page;
  // A copy, since the original is read too; `slice` of a Buffer would share its memory.
  const data = new Uint8Array(source);
  for (let row = 1; row < heightPx - 1; row += 1) {
    for (let column = 1; column < widthPx - 1; column += 1) {
      const at = row * widthPx + column;
      if (countSimilar(source, at, widthPx, maxSimilar) <= maxSimilar) data[at] = medianAround(source, at, widthPx);
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
          if (countSimilar(data, row * widthPx + column, widthPx, 0) === 0) specks += 1;
        }
      }
      shares.push(specks / tilePx ** 2);
    }
  }
  return shares.sort((a, b) => a - b)[Math.floor(quietTiles * shares.length)] ?? 0;
}

/** How many of the eight neighbours of a pixel are similar to it, counted until there are more than `enough`. */
function countSimilar(data: Uint8Array, at: number, widthPx: number, enough: number): number {
  const value = data[at] ?? 0;
  const isSimilar = (index: number) => Math.abs((data[index] ?? 0) - value) < maxDifference;
  // The next pixel first: on paper it is similar, so that for most pixels no other is compared.
  let similar = isSimilar(at + 1) ? 1 : 0;
  if (similar > enough) return similar;
  for (const offset of [-1, widthPx, -widthPx, widthPx + 1, widthPx - 1, 1 - widthPx, -1 - widthPx]) {
    if (isSimilar(at + offset)) similar += 1;
    if (similar > enough) return similar;
  }
  return similar;
}

function medianAround(data: Uint8Array, at: number, widthPx: number): number {
  const around = [-widthPx - 1, -widthPx, -widthPx + 1, -1, 1, widthPx - 1, widthPx, widthPx + 1];
  const values = around.map((offset) => data[at + offset] ?? 0).sort((a, b) => a - b);
  return values[4] ?? 0;
}
