import { median } from '../statistics.ts';
import type { GreyRaster, PixelBox, RasterLine, RasterWord } from './recognizer.ts';
import { runsUpright } from './runs-upright.ts';
import { strips } from './thresholds.ts';

/** Tiles of a page, a share of a line high: 1 where something unread stands out from its ground. */
interface TileMap {
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
  readonly inked: Uint8Array;
}

/**
 * Narrow, tall pieces of a page that hold no word yet and cross from ink to ground as often as letters do: what may be text
 * that runs upright, such as the label of an axis. None where there are so many that they are the pattern of a picture.
 */
export function findUprightStrips(
  page: GreyRaster,
  lines: readonly RasterLine[],
  lineHeightPx: number,
): readonly PixelBox[] {
  const boxes = piecesOf(mapTiles(page, lines, lineHeightPx)).filter((box) => {
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

function mapTiles(page: GreyRaster, lines: readonly RasterLine[], lineHeightPx: number): TileMap {
  const size = Math.max(strips.minTilePx, Math.round(lineHeightPx / strips.tilesPerLine));
  const [columns, rows] = [Math.ceil(page.widthPx / size), Math.ceil(page.heightPx / size)];
  const inked = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (contrastIn(page, column * size, row * size, size) >= strips.minContrast) inked[row * columns + column] = 1;
    }
  }
  for (const { box } of lines.flatMap((line) => line.words.filter((word) => isRead(word, line)))) {
    const [left, right] = [Math.floor(box.x0 / size), Math.floor(box.x1 / size)];
    for (
      let row = Math.max(0, Math.floor(box.y0 / size));
      row <= Math.min(rows - 1, Math.floor(box.y1 / size));
      row += 1
    ) {
      inked.fill(0, row * columns + Math.max(0, left), row * columns + Math.min(columns, right + 1));
    }
  }
  clearLevelRuns(inked, columns, Math.ceil((strips.maxWidth * lineHeightPx) / size) + 1);
  return { size, columns, rows, inked };
}

/**
 * Read surely: a level word that is higher than wide, or a single letter, may be a piece of a line that runs upright; so may
 * a short word that runs upright, which reads as another one the other way up.
 */
function isRead({ text, box, confidence }: RasterWord, { baseline }: RasterLine): boolean {
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '').length;
  const isWide = box.y1 - box.y0 <= box.x1 - box.x0;
  const isPlain = runsUpright(baseline) ? letters >= strips.minUprightLetters && !isWide : letters > 1 && isWide;
  return confidence >= strips.surelyRead && isPlain;
}

/** The axis of a chart would tie all its labels together. */
function clearLevelRuns(inked: Uint8Array, columns: number, maxTiles: number): void {
  let start = 0;
  for (let at = 0; at <= inked.length; at += 1) {
    const ends = at === inked.length || inked[at] === 0 || at % columns === 0;
    if (!ends) continue;
    if (at - start > maxTiles) inked.fill(0, start, at);
    start = inked[at] === 0 ? at + 1 : at;
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

/** The boxes of inked tiles that touch, or have but a gap between words between them down the page. */
function piecesOf({ size, columns, rows, inked }: TileMap): PixelBox[] {
  const boxes: PixelBox[] = [];
  const left = new Uint8Array(inked);
  for (let first = 0; first < left.length; first += 1) {
    if (left[first] === 0) continue;
    const waiting = [first];
    left[first] = 0;
    let [x0, y0, x1, y1] = [columns, rows, 0, 0];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [column, row] = [at % columns, Math.floor(at / columns)];
      [x0, y0, x1, y1] = [Math.min(x0, column), Math.min(y0, row), Math.max(x1, column + 1), Math.max(y1, row + 1)];
      for (let down = -strips.maxGapTiles; down <= strips.maxGapTiles; down += 1) {
        if (row + down < 0 || row + down >= rows) continue;
        for (let across = Math.max(0, column - 1); across <= Math.min(columns - 1, column + 1); across += 1) {
          const next = (row + down) * columns + across;
          if (left[next] === 0) continue;
          left[next] = 0;
          waiting.push(next);
        }
      }
    }
    boxes.push({ x0: x0 * size, y0: y0 * size, x1: x1 * size, y1: y1 * size });
  }
  return boxes;
}

/** How often the middle half of a strip goes from ink to ground on its way down: half of its columns do so more often. */
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
