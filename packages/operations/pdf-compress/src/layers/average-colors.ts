import type { Samples } from '../images/decode-image.ts';
import type { PixelSize } from '../images/target-size.ts';
import type { PixelClasses } from './pixel-classes.ts';
import { joinPlanes, type ScanPlanes } from './scan-planes.ts';

/**
 * A small picture of some pixels of a scan: each of its pixels is the mean of those that lie in it and count by the
 * weights of their classes, or where none does, of those in the nearest larger area that has some.
 */
export function averageColors(
  { brightness, chroma }: ScanPlanes,
  classes: PixelClasses,
  weights: Uint8Array,
  size: PixelSize,
): Samples {
  const shades = average({ ...brightness, channels: 1 }, classes, weights, size);
  if (chroma === null) return shades;
  const halved = halveWeights(classes, weights, brightness, chroma);
  // JPEG halves it as well.
  const half = { width: Math.ceil(size.width / 2), height: Math.ceil(size.height / 2) };
  return joinPlanes(shades, average(chroma, halved, sameWeights, half));
}

/** For weights that are written out. */
const sameWeights = Uint8Array.from({ length: 256 }, (_, value) => value);

/** What the pixels of a plane of half the resolution count: as much as those that lie in them. */
function halveWeights(classes: PixelClasses, weights: Uint8Array, full: PixelSize, half: PixelSize): Uint8Array {
  const halved = new Uint8Array(half.width * half.height);
  for (let y = 0, at = 0; y < full.height; y += 1) {
    const row = (y >> 1) * half.width;
    for (let x = 0; x < full.width; x += 1, at += 1) {
      const to = row + (x >> 1);
      halved[to] = (halved[to] as number) + (weights[classes[at] as number] as number);
    }
  }
  return halved;
}

/** The same of a plane of one or two channels. */
function average(samples: Samples, classes: Uint8Array, weights: Uint8Array, size: PixelSize): Samples {
  const { channels } = samples;
  const levels = [sumUp(samples, classes, weights, size)];
  for (let level = levels[0] as Sums; level.width > 1 || level.height > 1; ) {
    level = halve(level, channels);
    levels.push(level);
  }
  for (let index = levels.length - 2; index >= 0; index -= 1) {
    fillFrom(levels[index] as Sums, levels[index + 1] as Sums, channels);
  }
  const [{ sums, counts }] = levels as [Sums];
  const data = new Uint8Array(size.width * size.height * channels);
  for (let at = 0; at < data.length; at += 1) {
    data[at] = Math.round((sums[at] as number) / Math.max(1e-9, counts[Math.floor(at / channels)] as number));
  }
  return { data, ...size, channels };
}

interface Sums {
  readonly sums: Float32Array;
  readonly counts: Float32Array;
  readonly width: number;
  readonly height: number;
}

function createSums(width: number, height: number, channels: number): Sums {
  return { sums: new Float32Array(width * height * channels), counts: new Float32Array(width * height), width, height };
}

function sumUp(
  { data, width, height, channels }: Samples,
  classes: Uint8Array,
  weights: Uint8Array,
  size: PixelSize,
): Sums {
  const result = createSums(size.width, size.height, channels);
  const { sums, counts } = result;
  const ends = Uint32Array.from({ length: size.width }, (_, column) => Math.ceil(((column + 1) * width) / size.width));
  for (let y = 0, pixel = 0; y < height; y += 1) {
    const row = Math.floor((y * size.height) / height) * size.width;
    for (let column = 0; column < size.width; column += 1) {
      const end = y * width + (ends[column] as number);
      let count = 0;
      let first = 0;
      let second = 0;
      for (; pixel < end; pixel += 1) {
        const weight = weights[classes[pixel] as number] as number;
        if (weight === 0) continue;
        const from = pixel * channels;
        count += weight;
        first += weight * (data[from] as number);
        if (channels === 2) second += weight * (data[from + 1] as number);
      }
      if (count === 0) continue;
      const cell = row + column;
      counts[cell] = (counts[cell] as number) + count;
      sums[cell * channels] = (sums[cell * channels] as number) + first;
      if (channels === 2) sums[cell * channels + 1] = (sums[cell * channels + 1] as number) + second;
    }
  }
  return result;
}

function halve(fine: Sums, channels: number): Sums {
  const coarse = createSums(Math.ceil(fine.width / 2), Math.ceil(fine.height / 2), channels);
  for (let y = 0; y < fine.height; y += 1) {
    for (let x = 0; x < fine.width; x += 1) {
      const from = y * fine.width + x;
      const to = (y >> 1) * coarse.width + (x >> 1);
      coarse.counts[to] = (coarse.counts[to] as number) + (fine.counts[from] as number);
      for (let channel = 0; channel < channels; channel += 1) {
        const at = to * channels + channel;
        coarse.sums[at] = (coarse.sums[at] as number) + (fine.sums[from * channels + channel] as number);
      }
    }
  }
  return coarse;
}

function fillFrom(fine: Sums, coarse: Sums, channels: number): void {
  for (let y = 0; y < fine.height; y += 1) {
    for (let x = 0; x < fine.width; x += 1) {
      const to = y * fine.width + x;
      if ((fine.counts[to] as number) > 0) continue;
      const from = (y >> 1) * coarse.width + (x >> 1);
      fine.counts[to] = coarse.counts[from] as number;
      for (let channel = 0; channel < channels; channel += 1) {
        fine.sums[to * channels + channel] = coarse.sums[from * channels + channel] as number;
      }
    }
  }
}
