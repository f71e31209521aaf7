import { loadSharp } from '@platen/pdf-kit/sharp';
import { firstChannel } from '../images/convert-samples.ts';
import type { Samples } from '../images/decode-image.ts';
import type { PixelSize } from '../images/target-size.ts';
import type { Brightness } from './brightness.ts';
import { type PixelClasses, pixelClass } from './pixel-classes.ts';
import { compareBrightness, type Likeness } from './similarity.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

export interface Layers {
  /** The scan as it was. */
  readonly picture: Brightness;
  readonly classes: PixelClasses;
  /** The paper, as JPEG. */
  readonly background: Uint8Array;
  readonly colors: Samples;
}

/** How faithfully layers show a scan, and what a plain picture of it has to be compared with. */
export interface LayersLikeness {
  readonly likeness: Likeness;
  /** The scan at the size that it was compared at. */
  readonly original: Brightness;
}

export async function compareLayers(layers: Layers, size: PixelSize): Promise<LayersLikeness> {
  const { original, layered } = await drawSmall(layers, size);
  return { likeness: compareBrightness(original, layered), original };
}

/**
 * Whether layers show a scan about as faithfully as its plain JPEG, or nearly without loss where there is none: over the
 * whole, and where they do worst; and whether text and lines are in the mask, not left to the paper.
 */
export async function isFaithful({ likeness, original }: LayersLikeness, plain: Uint8Array | null): Promise<boolean> {
  if (isFaithfulBeside(likeness, null)) return true;
  if (plain === null || likeness.detail < thresholds.minDetail) return false;
  return isFaithfulBeside(likeness, compareBrightness(original, await decodeGray(plain, original)));
}

function isFaithfulBeside({ mean, worst, detail }: Likeness, reference: Likeness | null): boolean {
  const minMean = Math.min(reference?.mean ?? 1, thresholds.enoughSimilarity) - thresholds.similarityMargin;
  const minWorst = Math.min(reference?.worst ?? 1, thresholds.enoughWorst) - thresholds.worstMargin;
  return mean >= minMean && worst >= minWorst && detail >= thresholds.minDetail;
}

async function decodeGray(jpeg: Uint8Array, { width, height }: PixelSize): Promise<Brightness> {
  const sharp = await loadSharp();
  const data = await sharp(jpeg, { limitInputPixels: false })
    .toColourspace('b-w')
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  return { data, width, height };
}

/** The scan and its layers at a smaller size, each pixel the mean of those in it: row by row, as a scan is large. */
async function drawSmall({ picture, classes, background, colors }: Layers, size: PixelSize) {
  const { width, height } = picture;
  const shades = colors.channels === 1 ? colors.data : firstChannel(colors).data;
  const shadeColumns = Uint32Array.from({ length: width }, (_, x) => Math.floor((x * colors.width) / width));
  const columns = Uint32Array.from({ length: width }, (_, x) => Math.floor((x * size.width) / width));
  const [original, layered] = [new Uint8Array(size.width * size.height), await decodeGray(background, size)];
  const [sums, counts, inked, inkSums] = [0, 1, 2, 3].map(() => new Uint32Array(size.width)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  for (let row = 0, y = 0; row < size.height; row += 1) {
    for (const each of [sums, counts, inked, inkSums]) each.fill(0);
    for (; y < height && y * size.height < (row + 1) * height; y += 1) {
      const shadeRow = Math.floor((y * colors.height) / height) * colors.width;
      for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
        const column = columns[x] as number;
        sums[column] = (sums[column] as number) + (picture.data[at] as number);
        counts[column] = (counts[column] as number) + 1;
        if (classes[at] === pixelClass.paper || classes[at] === pixelClass.edge) continue;
        inked[column] = (inked[column] as number) + 1;
        inkSums[column] = (inkSums[column] as number) + (shades[shadeRow + (shadeColumns[x] as number)] as number);
      }
    }
    for (let column = 0, at = row * size.width; column < size.width; column += 1, at += 1) {
      const count = counts[column] as number;
      original[at] = Math.round((sums[column] as number) / count);
      const paper = (layered.data[at] as number) * (count - (inked[column] as number));
      layered.data[at] = Math.round((paper + (inkSums[column] as number)) / count);
    }
  }
  return { original: { data: original, ...size }, layered };
}
