import { loadSharp } from '@platen/pdf-kit/sharp';
import { firstChannel } from '../images/convert-samples.ts';
import type { Samples } from '../images/decode-image.ts';
import type { PixelSize } from '../images/target-size.ts';
import type { Brightness } from './brightness.ts';
import { compareBrightness } from './similarity.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

export interface Layers {
  /** The scan as it was. */
  readonly picture: Brightness;
  readonly ink: Uint8Array;
  /** The paper, as JPEG. */
  readonly background: Uint8Array;
  readonly colors: Samples;
}

/**
 * Whether layers show a scan about as faithfully as its plain JPEG, or nearly without loss where there is none: over the
 * whole, and where they do worst; and whether text and lines are in the mask, not left to the paper.
 */
export async function isFaithful(layers: Layers, plain: Uint8Array | null, size: PixelSize): Promise<boolean> {
  const sharp = await loadSharp();
  const gray = async (input: Brightness): Promise<Brightness> => {
    const { data, width, height } = input;
    const scaled = await sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false })
      .resize(size.width, size.height, { fit: 'fill' })
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    return { data: scaled, ...size };
  };
  const decoded = async (jpeg: Uint8Array, { width, height }: PixelSize): Promise<Brightness> => {
    const data = await sharp(jpeg, { limitInputPixels: false })
      .toColourspace('b-w')
      .resize(width, height, { fit: 'fill', kernel: 'linear' })
      .extractChannel(0)
      .raw()
      .toBuffer();
    return { data, width, height };
  };
  const original = await gray(layers.picture);
  const paper = await decoded(layers.background, layers.picture);
  const layered = compareBrightness(original, await gray(drawInk(layers, paper)));
  const reference = plain === null ? null : compareBrightness(original, await decoded(plain, size));
  const mean = Math.min(reference?.mean ?? 1, thresholds.enoughSimilarity) - thresholds.similarityMargin;
  const worst = Math.min(reference?.worst ?? 1, thresholds.enoughWorst) - thresholds.worstMargin;
  return layered.mean >= mean && layered.worst >= worst && layered.detail >= thresholds.minDetail;
}

function drawInk({ ink, colors, picture: { width, height } }: Layers, { data }: Brightness): Brightness {
  const shades = colors.channels === 1 ? colors.data : firstChannel(colors).data;
  const drawn = Uint8Array.from(data);
  const columns = Uint32Array.from({ length: width }, (_, x) => Math.floor((x * colors.width) / width));
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor((y * colors.height) / height) * colors.width;
    for (let x = 0; x < width; x += 1, at += 1) {
      if (ink[at] === 1) drawn[at] = shades[row + (columns[x] as number)] as number;
    }
  }
  return { data: drawn, width, height };
}
