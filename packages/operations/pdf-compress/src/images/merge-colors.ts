import type { Samples } from './decode-image.ts';

/** Images with more colours than this are not drawings. */
const maxColors = 4_096;
/** A colour with more than this share of the pixels fills areas, and is kept. */
const minAreaShare = 0.02;

interface ColorCount {
  readonly color: number;
  readonly pixels: number;
}

/**
 * Quantises the colours of a drawing, most of which are shades along antialiased edges: each colour that fills no area becomes
 * the nearest more frequent one, if that differs by at most `tolerance` in every component. Null if the image is no drawing, or
 * no two colours are that near.
 */
export function mergeColors(samples: Samples, tolerance: number): Samples | null {
  const { data, channels } = samples;
  if (channels !== 1 && channels !== 3) return null;
  const counts = countColors(data, channels);
  if (counts === null) return null;
  const merged = new Map<number, number>();
  const kept: number[] = [];
  const areaPixels = (data.length / channels) * minAreaShare;
  for (const { color, pixels } of counts) {
    const near = pixels > areaPixels ? null : nearest(color, kept, tolerance);
    if (near === null) kept.push(color);
    merged.set(color, near ?? color);
  }
  if (kept.length === counts.length) return null;
  const reduced = new Uint8Array(data.length);
  // Drawings have long runs of one colour, so most pixels need no lookup.
  let [last, color] = [-1, 0];
  for (let at = 0; at < data.length; at += channels) {
    const own = colorAt(data, at, channels);
    if (own !== last) [last, color] = [own, merged.get(own) ?? 0];
    for (let channel = channels - 1, rest = color; channel >= 0; channel -= 1, rest >>= 8) {
      reduced[at + channel] = rest & 255;
    }
  }
  return { ...samples, data: reduced };
}

/** The colours, the most frequent first; null if there are too many. */
function countColors(data: Uint8Array, channels: number): readonly ColorCount[] | null {
  const counts = new Map<number, number>();
  let [last, run] = [-1, 0];
  for (let at = 0; at < data.length; at += channels) {
    const color = colorAt(data, at, channels);
    if (color === last) {
      run += 1;
      continue;
    }
    if (run > 0) counts.set(last, (counts.get(last) ?? 0) + run);
    if (counts.size > maxColors) return null;
    [last, run] = [color, 1];
  }
  if (run > 0) counts.set(last, (counts.get(last) ?? 0) + run);
  const colors = [...counts].map(([color, pixels]) => ({ color, pixels }));
  return colors.sort((one, other) => other.pixels - one.pixels || one.color - other.color);
}

function colorAt(data: Uint8Array, at: number, channels: number): number {
  const first = data[at] as number;
  return channels === 1 ? first : (first << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number);
}

/** The nearest of the colours within the tolerance. */
function nearest(color: number, others: readonly number[], tolerance: number): number | null {
  let best: number | null = null;
  let least = tolerance + 1;
  for (const other of others) {
    const distance = Math.max(
      Math.abs((color >> 16) - (other >> 16)),
      Math.abs(((color >> 8) & 255) - ((other >> 8) & 255)),
      Math.abs((color & 255) - (other & 255)),
    );
    if (distance < least) {
      best = other;
      least = distance;
    }
  }
  return best;
}
