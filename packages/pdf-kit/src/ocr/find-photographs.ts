import { medianGrey } from './median-grey.ts';
import type { GreyRaster, PixelBox } from './recognizer.ts';
import { photographs } from './thresholds.ts';
import { clearBox, connectedTiles, mapTiles, type TileMap } from './tile-map.ts';

/**
 * Finds the photographs and drawings of a scan: large regions that differ from the paper almost everywhere and contain none
 * of these words, which were read with confidence. A region at the edge of the scan is the table it lay on, or a shadow.
 */
export function findPhotographs(
  page: GreyRaster,
  words: readonly PixelBox[],
  lineHeightPx: number,
): readonly PixelBox[] {
  const paper = medianGrey(page);
  if (paper < photographs.minPaper) return [];
  const size = Math.max(photographs.minTilePx, Math.round(lineHeightPx / photographs.tilesPerLine));
  const tiles = mapTiles(page, size, (left, top) => inkIn(page, paper, left, top, size) >= photographs.minInk);
  for (const box of words) clearBox(tiles, box);
  return connectedTiles(eroded(tiles))
    .filter(({ box, tiles: count }) => {
      const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
      const isLarge = Math.min(width, height) >= photographs.minLines * lineHeightPx;
      const isInside =
        box.x0 > size && box.y0 > size && box.x1 < page.widthPx - 2 * size && box.y1 < page.heightPx - 2 * size;
      return isLarge && isInside && count * size * size >= photographs.minFill * width * height;
    })
    .map(({ box: { x0, y0, x1, y1 } }) => ({ x0: x0 - size, y0: y0 - size, x1: x1 + size, y1: y1 + size }));
}

/** Erodes by one tile: removes rules and large letters, which would connect regions. */
function eroded(tiles: TileMap): TileMap {
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
