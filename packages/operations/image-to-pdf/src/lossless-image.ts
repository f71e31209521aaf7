import { createAlphaMask } from './alpha-mask.ts';
import { codeBilevel } from './bilevel-image.ts';
import { codedRows } from './coded-rows.ts';
import { createColorSlots } from './color-slots.ts';
import { colorSpaceWith } from './icc-profile.ts';
import type { CodedImage } from './image-page.ts';
import { createSamplePicker } from './pick-samples.ts';
import type { PixelSource } from './pixel-source.ts';
import { createRowEncoder } from './row-encoder.ts';

/**
 * Codes pixels without loss in the smallest way a PDF has: JBIG2 or CCITT for black and white, grey for grey, a palette for up
 * to 256 colours, and PNG's filters with deflate for the rest. Opacity becomes a soft mask. Holds a few bands of the
 * pixels at a time, and what they are coded to.
 */
export async function losslessImage(pixels: PixelSource, profile: Uint8Array | null): Promise<CodedImage> {
  // An image of many colours shows it in its first rows, as a rule: what was tried in vain is little.
  const reduced = pixels.bytesPerSample === 1 ? await withFewColors(pixels, profile) : null;
  return reduced ?? withManyColors(pixels, profile);
}

/** One byte for each pixel: its grey, or the index of its colour. Null when there are more than 256 colours. */
async function withFewColors(pixels: PixelSource, profile: Uint8Array | null): Promise<CodedImage | null> {
  const { width, height, channels } = pixels;
  const slots = createColorSlots(channels);
  const encoder = createRowEncoder({ rowBytes: width, pixelBytes: 1, height });
  const mask = createAlphaMask(pixels);
  let placed = new Uint8Array(0);
  for await (const band of pixels.bands()) {
    const count = band.byteLength / channels;
    if (placed.byteLength < count) placed = new Uint8Array(count);
    if (!slots.place(band, placed)) {
      encoder.abandon();
      mask.abandon();
      return null;
    }
    await encoder.write(placed.subarray(0, count));
    if (hasAlpha(pixels)) await mask.write(band);
  }
  const [softMask, data] = [await mask.finish(), await encoder.finish()];
  const base = colorSpaceWith(channels < 3 ? 1 : 3, profile);
  if (slots.isBilevel && base.kind === 'device') return { ...(await codeBits(pixels)), softMask };
  const shape = { width, height, channels: 1, bytesPerSample: 1 } as const;
  if (channels < 3) return { ...codedRows(shape, base, data), softMask };
  // Grey under an RGB profile is not the device's grey: it stays RGB, as a palette.
  const isGray = slots.isGray && base.kind === 'device';
  const colorSpace = isGray ? colorSpaceWith(1, null) : ({ kind: 'indexed', base, palette: slots.palette() } as const);
  return { ...codedRows(shape, colorSpace, data), softMask };
}

/** Black and white by the first sample of each pixel. */
async function codeBits({ width, height, channels, bands }: PixelSource): Promise<CodedImage> {
  const data = new Uint8Array(width * height);
  const pickFirst = createSamplePicker({ from: 0, count: 1, stride: channels });
  let filled = 0;
  for await (const band of bands()) {
    data.set(pickFirst(band), filled);
    filled += band.byteLength / channels;
  }
  return codeBilevel(data, { width, height });
}

async function withManyColors(pixels: PixelSource, profile: Uint8Array | null): Promise<CodedImage> {
  const { width, height, channels, bytesPerSample } = pixels;
  const colors = channels < 3 ? 1 : 3;
  const pixelBytes = colors * bytesPerSample;
  const pickColors = createSamplePicker({ from: 0, count: pixelBytes, stride: channels * bytesPerSample });
  const encoder = createRowEncoder({ rowBytes: width * pixelBytes, pixelBytes, height });
  const mask = createAlphaMask(pixels);
  for await (const band of pixels.bands()) {
    await encoder.write(hasAlpha(pixels) ? pickColors(band) : band);
    if (hasAlpha(pixels)) await mask.write(band);
  }
  const [softMask, data] = [await mask.finish(), await encoder.finish()];
  const shape = { width, height, channels: colors, bytesPerSample } as const;
  return { ...codedRows(shape, colorSpaceWith(colors, profile), data), softMask };
}

function hasAlpha({ channels }: PixelSource): boolean {
  return channels === 2 || channels === 4;
}
