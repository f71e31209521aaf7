import type { Samples } from './decode-image.ts';

/** The colours of an image with at most 256 of them. */
export interface Palette {
  /** The colours in ascending order, in the components of the image. */
  readonly colors: Uint8Array;
  /** For each pixel the index of its colour. */
  readonly indexes: Uint8Array;
  readonly count: number;
}

/** The palette of an image of one to four components; null when it has more than 256 colours. */
export function findPalette({ data, channels }: Samples): Palette | null {
  if (channels > 4) return null;
  const places = new Map<number, number>();
  const pixels = data.length / channels;
  const indexes = new Uint8Array(pixels);
  let last = -1;
  let lastPlace = 0;
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    let color = 0;
    for (let at = pixel * channels; at < (pixel + 1) * channels; at += 1) color = color * 256 + (data[at] as number);
    if (color !== last) {
      const known = places.get(color);
      if (known === undefined && places.size === 256) return null;
      lastPlace = known ?? places.size;
      if (known === undefined) places.set(color, lastPlace);
      last = color;
    }
    indexes[pixel] = lastPlace;
  }
  return sortPalette([...places.keys()], indexes, channels);
}

function renumbered(indexes: Uint8Array, moved: Uint8Array): Uint8Array {
  const result = new Uint8Array(indexes.length);
  for (let pixel = 0; pixel < indexes.length; pixel += 1) result[pixel] = moved[indexes[pixel] as number] as number;
  return result;
}

/** Sorts the colours, so that close indexes are close colours, which deflates better. */
function sortPalette(colors: readonly number[], indexes: Uint8Array, channels: number): Palette {
  const sorted = [...colors].sort((one, other) => one - other);
  const rank = new Map(sorted.map((color, index) => [color, index]));
  const moved = Uint8Array.from(colors, (color) => rank.get(color) ?? 0);
  const bytes = sorted.flatMap((color) =>
    Array.from({ length: channels }, (_, index) => Math.floor(color / 256 ** (channels - 1 - index)) % 256),
  );
  return { colors: Uint8Array.from(bytes), indexes: renumbered(indexes, moved), count: sorted.length };
}
