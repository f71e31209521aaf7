import { median } from '../statistics.ts';
import type { GreyRaster, PixelBox, RasterLine, RasterWord } from './recognizer.ts';
import { runsVertically } from './runs-vertically.ts';
import { strips } from './thresholds.ts';
import { clearBox, connectedTiles, mapTiles, type TileMap } from './tile-map.ts';

/**
 * Finds what may be vertical text, such as the label of an axis: narrow, tall regions without a word so far, with as many
 * crossings from ink to background as letters have. None if there are so many that they are the pattern of a picture.
 */
export function findVerticalStrips(
  page: GreyRaster,
  lines: readonly RasterLine[],
  lineHeightPx: number,
): readonly PixelBox[] {
  const boxes = connectedTiles(unreadTiles(page, lines, lineHeightPx), strips.maxGapTiles)
    .map(({ box }) => box)
    .filter((box) => {
      const [width, height] = [(box.x1 - box.x0) / lineHeightPx, (box.y1 - box.y0) / lineHeightPx];
      return (
        width >= strips.minWidth &&
        width <= strips.maxWidth &&
        height >= strips.minHeight &&
        height >= strips.minAspect * width &&
        crossingsDown(page, box) >= strips.minCrossings * height
      );
    });
  return boxes.length > strips.maxStrips ? [] : boxes;
}

function unreadTiles(page: GreyRaster, lines: readonly RasterLine[], lineHeightPx: number): TileMap {
  const size = Math.max(strips.minTilePx, Math.round(lineHeightPx / strips.tilesPerLine));
  const tiles = mapTiles(page, size, (left, top) => contrastIn(page, left, top, size) >= strips.minContrast);
  for (const { box } of lines.flatMap((line) => line.words.filter((word) => isRead(word, line)))) clearBox(tiles, box);
  clearLevelRuns(tiles, Math.ceil((strips.maxWidth * lineHeightPx) / size) + 1);
  return tiles;
}

/**
 * Whether a word was read with confidence. A horizontal word that is taller than wide, or a single letter, may be part of a
 * vertical line; a short vertical word may be another word upside down.
 */
function isRead({ text, box, confidence }: RasterWord, { baseline }: RasterLine): boolean {
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '').length;
  const isWide = box.y1 - box.y0 <= box.x1 - box.x0;
  const isPlain = runsVertically(baseline) ? letters >= strips.minVerticalLetters && !isWide : letters > 1 && isWide;
  return confidence >= strips.surelyRead && isPlain;
}

/** Clears long horizontal runs: the axis of a chart would connect all its labels. */
function clearLevelRuns({ marked, columns }: TileMap, maxTiles: number): void {
  let start = 0;
  for (let at = 0; at <= marked.length; at += 1) {
    const ends = at === marked.length || marked[at] === 0 || at % columns === 0;
    if (!ends) continue;
    if (at - start > maxTiles) marked.fill(0, start, at);
    start = marked[at] === 0 ? at + 1 : at;
  }
}

function contrastIn({ data, widthPx, heightPx }: GreyRaster, left: number, top: number, size: number): number {
  let [least, most] = [255, 0];
  const step = size >= strips.coarseTilePx ? 2 : 1;
  for (let row = top; row < Math.min(top + size, heightPx); row += step) {
    for (let at = row * widthPx + left; at < row * widthPx + Math.min(left + size, widthPx); at += step) {
      const value = data[at] ?? 0;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  return most - least;
}

/** The median number of vertical crossings between ink and background, over the columns of the middle half of a strip. */
function crossingsDown({ data, widthPx, heightPx }: GreyRaster, { x0, y0, x1, y1 }: PixelBox): number {
  const quarter = Math.floor((x1 - x0) / 4);
  const counts: number[] = [];
  for (let column = x0 + quarter; column < Math.min(x1 - quarter, widthPx); column += 1) {
    let [crossings, previous] = [0, 0];
    for (let row = y0 + 2; row < Math.min(y1, heightPx); row += 1) {
      const at = row * widthPx + column;
      const step = (data[at] ?? 0) - (data[at - 2 * widthPx] ?? 0);
      const sign = step > strips.minStep ? 1 : step < -strips.minStep ? -1 : 0;
      if (sign === 0) continue;
      if (sign !== previous) crossings += 1;
      previous = sign;
    }
    counts.push(crossings);
  }
  return median(counts, 0);
}
