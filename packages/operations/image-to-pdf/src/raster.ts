/** Decoded pixels: rows from the top, channels side by side, 8 or 16 bits each. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha. */
  readonly channels: 1 | 2 | 3 | 4;
  readonly data: Uint8Array | Uint16Array;
}

/** Takes the alpha channel off. `alpha` is null when there is none, or when all of it is opaque. */
export function splitAlpha(raster: Raster): { readonly color: Raster; readonly alpha: Raster | null } {
  if (raster.channels === 1 || raster.channels === 3) return { color: raster, alpha: null };
  const colors = raster.channels === 2 ? 1 : 3;
  const color = pickChannels(raster, 0, colors);
  return { color, alpha: isOpaque(raster) ? null : pickChannels(raster, colors, 1) };
}

/** RGB whose three channels agree everywhere, as one; any other raster as it is. */
export function reduceToGray(raster: Raster): Raster {
  if (raster.channels !== 3) return raster;
  const { data } = raster;
  for (let index = 0; index < data.length; index += 3) {
    if (data[index] !== data[index + 1] || data[index] !== data[index + 2]) return raster;
  }
  return pickChannels(raster, 0, 1);
}

/** True when an 8-bit grey raster holds nothing but black and white. */
export function isBilevel({ data, channels }: Raster): boolean {
  return channels === 1 && data instanceof Uint8Array && data.every((value) => value === 0 || value === 255);
}

/** The pixels as indices into at most 256 colours, or null when there are more. */
export function reduceToPalette({
  data,
  channels,
  width,
  height,
}: Raster): { readonly indices: Raster; readonly palette: Uint8Array } | null {
  if (channels !== 3 || !(data instanceof Uint8Array)) return null;
  const indexOfColor = new Map<number, number>();
  const indices = new Uint8Array(width * height);
  let last = -1;
  let lastIndex = 0;
  for (let pixel = 0, at = 0; pixel < indices.length; pixel++, at += 3) {
    const color = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    if (color !== last) {
      const known = indexOfColor.get(color);
      if (known === undefined && indexOfColor.size === 256) return null;
      lastIndex = known ?? indexOfColor.size;
      if (known === undefined) indexOfColor.set(color, lastIndex);
      last = color;
    }
    indices[pixel] = lastIndex;
  }
  const palette = Uint8Array.from(
    [...indexOfColor.keys()].flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]),
  );
  return { indices: { data: indices, channels: 1, width, height }, palette };
}

function isOpaque({ data, channels }: Raster): boolean {
  const opaque = data instanceof Uint16Array ? 65_535 : 255;
  for (let index = channels - 1; index < data.length; index += channels) {
    if (data[index] !== opaque) return false;
  }
  return true;
}

function pickChannels({ data, channels, width, height }: Raster, first: number, count: 1 | 3): Raster {
  const picked =
    data instanceof Uint16Array ? new Uint16Array(width * height * count) : new Uint8Array(width * height * count);
  for (let from = first, to = 0; to < picked.length; from += channels, to += count) {
    for (let channel = 0; channel < count; channel++) picked[to + channel] = data[from + channel] ?? 0;
  }
  return { data: picked, channels: count, width, height };
}
