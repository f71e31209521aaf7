import { median } from '../statistics.ts';
import type { GreyRaster, PixelBox } from './recognizer.ts';
import { photographs } from './thresholds.ts';
import { clearBox, mapTiles, piecesOf, type TileMap } from './tile-map.ts';

/**
 * The photographs and drawings of a scan: large pieces of the page that differ from the paper nearly everywhere and hold none
 * of the words that were read surely. What reaches the edge of the scan is the table it lay on, or a shadow.
 */
export function findPhotographs(
  page: GreyRaster,
  words: readonly PixelBox[],
  lineHeightPx: number,
): readonly PixelBox[] {
  const paper = paperOf(page);
  if (paper < photographs.minPaper) return [];
  const size = Math.max(photographs.minTilePx, Math.round(lineHeightPx / photographs.tilesPerLine));
  const tiles = mapTiles(page, size, (left, top) => inkIn(page, paper, left, top, size) >= photographs.minInk);
  for (const box of words) clearBox(tiles, box);
  return piecesOf(insideOf(tiles))
    .filter(({ box, tiles: count }) => {
      const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
      const isLarge = Math.min(width, height) >= photographs.minLines * lineHeightPx;
      const isInside =
        box.x0 > size && box.y0 > size && box.x1 < page.widthPx - 2 * size && box.y1 < page.heightPx - 2 * size;
      return isLarge && isInside && count * size * size >= photographs.minFill * width * height;
    })
    .map(({ box: { x0, y0, x1, y1 } }) => ({ x0: x0 - size, y0: y0 - size, x1: x1 + size, y1: y1 + size }));
}

/** The tiles with marked ones all around: rules and large letters, which tie things together, have none. */
function insideOf(tiles: TileMap): TileMap {
  const { columns, rows, marked } = tiles;
  const inside = new Uint8Array(marked.length);
  for (let row = 1; row < rows - 1; row += 1) {
    for (let at = row * columns + 1; at < (row + 1) * columns - 1; at += 1) {
      const around = [-columns, 0, columns].flatMap((line) => [at + line - 1, at + line, at + line + 1]);
      if (around.every((tile) => marked[tile] === 1)) inside[at] = 1;
    }
  }
  return { ...tiles, marked: inside };
}

/** Of every so many pixels one is looked at. */
const stride = 101;

/** How light the paper is: most of a page is paper. */
function paperOf({ data }: GreyRaster): number {
  return median(Array.from({ length: Math.ceil(data.length / stride) }, (_, index) => data[index * stride] ?? 0));
}

/** The share of a tile that differs from the paper. */
function inkIn(
  { data, widthPx, heightPx }: GreyRaster,
  paper: number,
  left: number,
  top: number,
  size: number,
): number {
  let [inked, seen] = [0, 0];
  for (let row = top; row < Math.min(top + size, heightPx); row += 2) {
    for (let at = row * widthPx + left; at < row * widthPx + Math.min(left + size, widthPx); at += 2) {
      seen += 1;
      if (Math.abs((data[at] ?? 0) - paper) > photographs.minDifference) inked += 1;
    }
  }
  return inked / seen;
}
