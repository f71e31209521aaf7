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
  const color = raster.channels === 2 ? pickChannel(raster, 0) : dropFourth(raster);
  return { color, alpha: isOpaque(raster) ? null : pickChannel(raster, raster.channels - 1) };
}

/** RGB whose three channels agree everywhere, as one; any other raster as it is. */
export function reduceToGray(raster: Raster): Raster {
  if (raster.channels !== 3) return raster;
  const { data } = raster;
  for (let index = 0; index < data.length; index += 3) {
    if (data[index] !== data[index + 1] || data[index] !== data[index + 2]) return raster;
  }
  return pickChannel(raster, 0);
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

function pickChannel({ data, channels, width, height }: Raster, channel: number): Raster {
  const picked = samplesLike(data, width * height);
  for (let to = 0, from = channel; to < picked.length; to++, from += channels) picked[to] = data[from] ?? 0;
  return { data: picked, channels: 1, width, height };
}

/** RGB of RGBA, without an inner loop: this is most of the work on a large screenshot. */
function dropFourth({ data, width, height }: Raster): Raster {
  const picked = samplesLike(data, width * height * 3);
  for (let to = 0, from = 0; to < picked.length; to += 3, from += 4) {
    picked[to] = data[from] ?? 0;
    picked[to + 1] = data[from + 1] ?? 0;
    picked[to + 2] = data[from + 2] ?? 0;
  }
  return { data: picked, channels: 3, width, height };
}

function samplesLike(data: Raster['data'], length: number): Uint8Array | Uint16Array {
  return data instanceof Uint16Array ? new Uint16Array(length) : new Uint8Array(length);
}
