import { rm, writeFile } from 'node:fs/promises';
import { openRenderer } from '@platen/pdf-kit/render';
import { createRandom } from '../random.ts';
import type { Picture } from './encode-jpeg.ts';

const scanDpi = 300;
/** What paper and a lamp make of white, and how much darker the far corner is. */
const paperColor = [0.97, 0.96, 0.91] as const;
const falloff = 0.06;
/** Standard deviation of the noise of a scanner, of 255. */
const scannerNoise = 4;

/**
 * The pages of a document as a scanner would have them at 300 dpi: a little blurred, on paper that is not quite white, with
 * noise. The document is at `path` meanwhile, which is removed.
 */
export async function scanPages(document: Uint8Array, channels: 1 | 3, path: string): Promise<readonly Picture[]> {
  await writeFile(path, document);
  const renderer = await openRenderer(path);
  try {
    const pictures: Picture[] = [];
    for (let page = 1; page <= renderer.pageCount; page += 1) {
      const drawn = await renderer.renderPage(page, { dpi: scanDpi, pixels: channels === 1 ? 'gray' : 'rgb' });
      const { width, height } = drawn;
      pictures.push({ width, height, channels, data: scanned(drawn.data, { width, height, channels }, page) });
      drawn.release();
    }
    return pictures;
  } finally {
    renderer.close();
    await rm(path);
  }
}

function scanned(
  pixels: Uint8Array,
  { width, height, channels }: Omit<Picture, 'data'>,
  seed: number,
): Uint8ClampedArray {
  const result = new Uint8ClampedArray(pixels.length);
  const grain = createGrain(seed, scannerNoise);
  const row = width * channels;
  const lights = channels === 1 ? [0.96, 0.96, 0.96] : paperColor;
  // The neighbours of the pixels at the edge are taken for white: so is paper.
  const padded = new Uint8Array(pixels.length + 2 * row).fill(255);
  padded.set(pixels, row);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < row; x += 1, at += 1) {
      const here = at + row;
      const beside = (padded[here - channels] as number) + (padded[here + channels] as number);
      const above = (padded[here - row] as number) + (padded[here + row] as number);
      const light = (lights[x % channels] as number) * (1 - (falloff * (x / row + y / height)) / 2);
      result[at] = ((4 * (padded[here] as number) + beside + above) / 8) * light + grain();
    }
  }
  return result;
}

/** A picture with the detail of a photograph: patches of light of three sizes under grain. */
export function makePhotograph(width: number, height: number, seed: number): Picture {
  const grain = createGrain(seed, 3);
  const light = new Float32Array(width * height).fill(20);
  for (const [index, cell] of [512, 64, 12].entries()) {
    addPatches(light, width, { cell, height: 150 >> index, seed: seed * 7 + index });
  }
  const tints = [1 - (seed % 3) * 0.15, 0.9, 0.7 + (seed % 4) * 0.1] as const;
  const data = new Uint8ClampedArray(width * height * 3);
  for (let pixel = 0, at = 0; pixel < light.length; pixel += 1) {
    const value = (light[pixel] as number) + grain();
    for (let channel = 0; channel < 3; channel += 1, at += 1) data[at] = value * (tints[channel] as number);
  }
  return { width, height, channels: 3, data };
}

interface Patches {
  /** Pixels from one corner to the next. */
  readonly cell: number;
  /** The most that is added. */
  readonly height: number;
  readonly seed: number;
}

/** Adds values that change smoothly from one corner of a cell to the next. */
function addPatches(target: Float32Array, width: number, { cell, height, seed }: Patches): void {
  const random = createRandom(seed);
  const columns = Math.ceil(width / cell) + 1;
  const rows = Math.ceil(target.length / width / cell) + 1;
  const corners = Float64Array.from({ length: columns * rows }, () => (height * random.integer(0, 1000)) / 1000);
  for (let y = 0, at = 0; at < target.length; y += 1) {
    const row = Math.floor(y / cell);
    const below = y / cell - row;
    const line = corners.slice(row * columns, (row + 1) * columns);
    for (let column = 0; column < columns; column += 1) {
      line[column] = (line[column] as number) * (1 - below) + (corners[(row + 1) * columns + column] as number) * below;
    }
    for (let x = 0; x < width; x += 1, at += 1) {
      const column = Math.floor(x / cell);
      const right = x / cell - column;
      target[at] =
        (target[at] as number) + (line[column] as number) * (1 - right) + (line[column + 1] as number) * right;
    }
  }
}

/** Numbers that are nearly normal, around 0: the sum of three even ones has a variance of 1. Drawn from a table, for speed. */
function createGrain(seed: number, deviation: number): () => number {
  const random = createRandom(seed);
  const even = () => random.integer(-1000, 1000) / 1000;
  const table = Float64Array.from({ length: 1 << 14 }, () => deviation * (even() + even() + even()));
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return table[state >>> 18] as number;
  };
}
