import { median } from '../statistics.ts';
import type { GreyRaster } from './recognizer.ts';

/** The side of a tile: larger than letters, smaller than shadows. */
const tileInches = 0.3;
/** The share of a tile that is paper even where most of it is letters. */
const paperShare = 0.1;
/** Every so many pixels, one is sampled. */
const stride = 3;
/** Illumination that varies by less than this share over a page is left alone. */
const minUnevenness = 0.15;
/** A page whose median tile is darker than this grey has light letters on a background that is not paper. */
const minPaper = 70;
/** Tiles with so much less or more light than the fitted surface are outliers: they contain a picture or a box. */
const [darkest, lightest] = [0.8, 1.25];
/** A tile with less than this share of the fitted light is a picture, not a shadow. */
const deepestShadow = 0.5;
const fittingRounds = 6;
const white = 255;

/**
 * Corrects uneven illumination, as near the fold of a book or on a photograph: every part is lightened until its paper is
 * white. The recognizer has one threshold for a page and would lose text in shadows. The illumination of a tile is the grey of its
 * paper; that of outliers (pictures, boxes) is taken from a quadratic surface fitted to the others.
 */
export function correctIllumination(page: GreyRaster): GreyRaster {
  const grid = measurePaper(page);
  const { tiles } = grid;
  if (tiles.length === 0 || median(tiles.map(({ paper }) => paper)) < minPaper) return page;
  const light = fitLight(tiles);
  const levels = tiles.map(({ x, y }) => light(x, y)).sort((a, b) => a - b);
  const at = (share: number) => levels[Math.floor(share * (levels.length - 1))] ?? white;
  if (1 - at(0.02) / at(0.98) < minUnevenness) return page;
  return lighten(page, grid, light);
}

/** A tile at its centre, whose coordinates are from -1 to 1 on either axis of the page. */
interface Tile {
  readonly x: number;
  readonly y: number;
  /** The grey of its paper. */
  readonly paper: number;
}

type Light = (x: number, y: number) => number;

/** The tiles of a page, row by row. */
interface TileGrid {
  readonly tiles: readonly Tile[];
  readonly columns: number;
  readonly sizePx: number;
}

function measurePaper({ data, widthPx, heightPx, dpi }: GreyRaster): TileGrid {
  const size = Math.max(stride * 4, Math.round(tileInches * dpi));
  const tiles: Tile[] = [];
  for (let top = 0; top + size <= heightPx; top += size) {
    for (let left = 0; left + size <= widthPx; left += size) {
      const histogram = new Uint32Array(256);
      let count = 0;
      for (let row = top; row < top + size; row += stride) {
        for (let column = left; column < left + size; column += stride) {
          const value = data[row * widthPx + column] ?? 0;
          histogram[value] = (histogram[value] ?? 0) + 1;
          count += 1;
        }
      }
      const [x, y] = [(2 * left + size) / widthPx - 1, (2 * top + size) / heightPx - 1];
      tiles.push({ x, y, paper: brightest(histogram, paperShare * count) });
    }
  }
  return { tiles, columns: Math.floor(widthPx / size), sizePx: size };
}

/** The lightest grey that so many pixels reach. */
function brightest(histogram: Uint32Array, count: number): number {
  let seen = 0;
  for (let value = white; value > 0; value -= 1) {
    seen += histogram[value] ?? 0;
    if (seen >= count) return value;
  }
  return 0;
}

/** Least squares, repeated without the outliers of each round. */
function fitLight(tiles: readonly Tile[]): Light {
  const usual = median(tiles.map(({ paper }) => paper));
  let light: Light = () => usual;
  for (let round = 0; round < fittingRounds; round += 1) {
    // The first rounds accept more tiles, since the light is not known yet.
    const slack = 1 + 2 * Math.max(0, 1 - round / 3);
    const isPaper = ({ x, y, paper }: Tile) => {
      const share = paper / Math.max(1, light(x, y));
      return share > 1 - (1 - darkest) * slack && share < 1 + (lightest - 1) * slack;
    };
    const kept = tiles.filter(isPaper);
    if (kept.length < tiles.length / 4) return () => usual;
    light = leastSquares(kept);
  }
  return light;
}

function terms(x: number, y: number): readonly number[] {
  return [1, x, y, x * x, x * y, y * y];
}

function leastSquares(tiles: readonly Tile[]): Light {
  const rows = tiles.map(({ x, y, paper }) => ({ factors: terms(x, y), paper }));
  const size = terms(0, 0).length;
  const matrix = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (_, j) =>
      rows.reduce((sum, { factors }) => sum + (factors[i] ?? 0) * (factors[j] ?? 0), i === j ? 1e-6 : 0),
    ),
    rows.reduce((sum, { factors, paper }) => sum + (factors[i] ?? 0) * paper, 0),
  ]);
  const solution = solve(matrix);
  return (x, y) => terms(x, y).reduce((sum, term, index) => sum + term * (solution[index] ?? 0), 0);
}

/** Gauss–Jordan elimination; the last column is the right-hand side. */
function solve(matrix: number[][]): readonly number[] {
  for (const [pivot, row] of matrix.entries()) {
    const divisor = row[pivot] || 1;
    for (const [column, value] of row.entries()) row[column] = value / divisor;
    for (const [index, other] of matrix.entries()) {
      const factor = other[pivot] ?? 0;
      if (index === pivot || factor === 0) continue;
      for (const [column, value] of row.entries()) other[column] = (other[column] ?? 0) - factor * value;
    }
  }
  return matrix.map((row) => row.at(-1) ?? 0);
}

/** Divides each pixel by the illumination, interpolated bilinearly between the centres of tiles. */
function lighten(page: GreyRaster, { tiles, columns, sizePx }: TileGrid, light: Light): GreyRaster {
  const { widthPx, heightPx, data: source } = page;
  const levels = tiles.map(({ x, y, paper }) => {
    const fitted = light(x, y);
    return paper > deepestShadow * fitted && paper < lightest * fitted ? paper : fitted;
  });
  const across = Array.from({ length: widthPx }, (_, column) => between(column, columns, sizePx));
  const data = new Uint8Array(source.length);
  for (let row = 0; row < heightPx; row += 1) {
    const { first: upper, second: lower, share: down } = between(row, tiles.length / columns, sizePx);
    const rowLevels = Array.from({ length: columns }, (_, column) => {
      const above = levels[upper * columns + column] ?? white;
      return above + down * ((levels[lower * columns + column] ?? white) - above);
    });
    for (const [column, { first, second, share }] of across.entries()) {
      const left = rowLevels[first] ?? white;
      const paper = Math.max(1, left + share * ((rowLevels[second] ?? white) - left));
      const at = row * widthPx + column;
      data[at] = Math.min(white, ((source[at] ?? 0) * white) / paper);
    }
  }
  return { ...page, data };
}

/** The tiles whose centres are on either side of a pixel, and how far it is on the way to the second. */
function between(pixel: number, count: number, sizePx: number) {
  const place = Math.min(count - 1, Math.max(0, (pixel + 0.5) / sizePx - 0.5));
  const first = Math.floor(place);
  return { first, second: Math.min(count - 1, first + 1), share: place - first };
}
