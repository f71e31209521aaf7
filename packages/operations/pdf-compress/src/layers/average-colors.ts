import { type BitPlane, invert } from '@platen/pdf-kit/bilevel';
import type { Samples } from '../images/decode-image.ts';
import type { PixelSize } from '../images/target-size.ts';
import { columnsOf } from './box-filter.ts';
import { atSizeOf, erode } from './plane-operations.ts';
import { joinPlanes, type ScanPlanes } from './scan-planes.ts';

/** Pixels that count in a mean, and their weight. */
interface CountedPixels {
  readonly plane: BitPlane;
  readonly weight: number;
}

/** The background layer at a size: averages the pixels outside `near`, the mask with its edges at the size of the luma. */
export function averageBackground(scan: ScanPlanes, near: BitPlane, size: PixelSize): Samples {
  return averageColors(scan, (channel) => [{ plane: invert(atSizeOf(channel, near)), weight: 1 }], size);
}

/** The foreground layer at a size: averages the pixels of the mask, those inside strokes with more weight. */
export function averageForeground(scan: ScanPlanes, mask: BitPlane, size: PixelSize): Samples {
  const inner = erode(mask);
  const counted = (channel: { readonly width: number }) => [
    { plane: atSizeOf(channel, mask), weight: 1 },
    { plane: atSizeOf(channel, inner), weight: 15 },
  ];
  return averageColors(scan, counted, size);
}

/**
 * Reduces a scan by a box filter over the counted pixels only. A pixel of the result with none takes the mean of the
 * smallest area around it, doubled in size until it has some. `countedIn` returns the counted pixels of a channel.
 */
function averageColors(
  { luma, chroma }: ScanPlanes,
  countedIn: (channel: { readonly width: number }) => readonly CountedPixels[],
  size: PixelSize,
): Samples {
  const data = average({ ...luma, channels: 1 }, 0, countedIn(luma), size);
  const shades = { ...size, channels: 1, data };
  if (chroma === null) return shades;
  const counted = countedIn(chroma);
  // Chroma is subsampled in the JPEG as well.
  const half = { width: Math.ceil(size.width / 2), height: Math.ceil(size.height / 2) };
  const [blue, red] = [average(chroma, 0, counted, half), average(chroma, 1, counted, half)];
  const colors = new Uint8Array(2 * blue.length);
  for (let at = 0; at < blue.length; at += 1) {
    colors[2 * at] = blue[at] as number;
    colors[2 * at + 1] = red[at] as number;
  }
  return joinPlanes(shades, { ...half, channels: 2, data: colors });
}

/** The means of one channel. */
function average(samples: Samples, channel: number, counted: readonly CountedPixels[], size: PixelSize): Uint8Array {
  const finest = createSums(size.width, size.height);
  for (const pixels of counted) addPixels(samples, channel, pixels, finest);
  const levels = [finest];
  for (let level = finest; level.counts.includes(0) && (level.width > 1 || level.height > 1); ) {
    level = halve(level);
    levels.push(level);
  }
  for (let index = levels.length - 2; index >= 0; index -= 1) {
    fillFrom(levels[index] as Sums, levels[index + 1] as Sums);
  }
  const { sums, counts } = finest;
  const data = new Uint8Array(sums.length);
  // Storing a byte truncates: adding a half rounds.
  for (let at = 0; at < data.length; at += 1) {
    data[at] = (sums[at] as number) / Math.max(1e-9, counts[at] as number) + 0.5;
  }
  return data;
}

interface Sums {
  readonly sums: Float32Array;
  readonly counts: Float32Array;
  readonly width: number;
  readonly height: number;
}

function createSums(width: number, height: number): Sums {
  return { sums: new Float32Array(width * height), counts: new Float32Array(width * height), width, height };
}

function addPixels(samples: Samples, channel: number, { plane, weight }: CountedPixels, to: Sums): void {
  const { width, height } = samples;
  const columns = columnsOf(width, to.width);
  const [sums, counts] = [new Uint32Array(to.width), new Uint32Array(to.width)];
  for (let row = 0, y = 0; row < to.height; row += 1) {
    sums.fill(0);
    counts.fill(0);
    for (; y < height && Math.floor((y * to.height) / height) === row; y += 1) {
      addRow(samples, channel, plane, y, { columns, sums, counts });
    }
    addWeighted(sums, weight, to.sums, row * to.width);
    addWeighted(counts, weight, to.counts, row * to.width);
  }
}

function addWeighted(values: Uint32Array, weight: number, to: Float32Array, start: number): void {
  for (let column = 0; column < values.length; column += 1) {
    to[start + column] = (to[start + column] as number) + weight * (values[column] as number);
  }
}

/** Sums for one row of the result, and the column of the result that each pixel belongs to. */
interface RowSums {
  readonly columns: Uint32Array;
  readonly sums: Uint32Array;
  readonly counts: Uint32Array;
}

function addRow(
  { data, width, channels }: Samples,
  channel: number,
  { words, stride }: BitPlane,
  y: number,
  { columns, sums, counts }: RowSums,
): void {
  const start = y * width * channels + channel;
  for (let word = 0; word < stride; word += 1) {
    const bits = words[y * stride + word] as number;
    if (bits === 0) continue;
    if (bits === -1) {
      for (let x = 32 * word, end = x + 32; x < end; x += 1) {
        const column = columns[x] as number;
        sums[column] = (sums[column] as number) + (data[start + x * channels] as number);
        counts[column] = (counts[column] as number) + 1;
      }
      continue;
    }
    for (let rest = bits; rest !== 0; ) {
      const lead = Math.clz32(rest);
      rest &= ~(0x80000000 >>> lead);
      const x = 32 * word + lead;
      const column = columns[x] as number;
      sums[column] = (sums[column] as number) + (data[start + x * channels] as number);
      counts[column] = (counts[column] as number) + 1;
    }
  }
}

function halve(fine: Sums): Sums {
  const coarse = createSums(Math.ceil(fine.width / 2), Math.ceil(fine.height / 2));
  for (let y = 0; y < fine.height; y += 1) addToCoarseRow(fine, coarse, y * fine.width, (y >> 1) * coarse.width);
  return coarse;
}

function addToCoarseRow(fine: Sums, coarse: Sums, from: number, to: number): void {
  for (let x = 0; x < fine.width; x += 1) {
    const at = to + (x >> 1);
    coarse.counts[at] = (coarse.counts[at] as number) + (fine.counts[from + x] as number);
    coarse.sums[at] = (coarse.sums[at] as number) + (fine.sums[from + x] as number);
  }
}

function fillFrom(fine: Sums, coarse: Sums): void {
  for (let y = 0; y < fine.height; y += 1) fillRow(fine, coarse, y * fine.width, (y >> 1) * coarse.width);
}

function fillRow(fine: Sums, coarse: Sums, to: number, from: number): void {
  for (let x = 0; x < fine.width; x += 1) {
    if (fine.counts[to + x] !== 0) continue;
    fine.counts[to + x] = coarse.counts[from + (x >> 1)] as number;
    fine.sums[to + x] = coarse.sums[from + (x >> 1)] as number;
  }
}
