import type { BitPlane } from '@platen/pdf-kit/bilevel';
import { loadSharp } from '@platen/pdf-kit/sharp';
import { firstChannel } from '../images/convert-samples.ts';
import type { Samples } from '../images/decode-image.ts';
import type { PixelSize } from '../images/target-size.ts';
import type { Brightness } from './brightness.ts';
import { compareBrightness, type Likeness } from './similarity.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

export interface Layers {
  /** The scan as it was. */
  readonly picture: Brightness;
  readonly ink: BitPlane;
  /** The paper, as JPEG. */
  readonly background: Uint8Array;
  readonly colors: Samples;
}

/** How faithfully layers show a scan, and what a plain picture of it has to be compared with. */
export interface LayersLikeness {
  readonly likeness: Likeness;
  /** The scan at the size that it was compared at. */
  readonly original: Brightness;
  /** A 1 for each pixel of that size that has ink. */
  readonly inked: Uint8Array;
}

export async function compareLayers(layers: Layers, size: PixelSize): Promise<LayersLikeness> {
  const { original, layered, inked } = await drawSmall(layers, size);
  return { likeness: compareBrightness(original, layered), original, inked };
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
async function drawSmall({ picture, ink, background, colors }: Layers, size: PixelSize) {
  const { data, width, height } = picture;
  const shades = colors.channels === 1 ? colors.data : firstChannel(colors).data;
  const shadeColumns = Uint32Array.from({ length: width }, (_, x) => Math.floor((x * colors.width) / width));
  const columns = Uint32Array.from({ length: width }, (_, x) => Math.floor((x * size.width) / width));
  const columnWidths = new Uint32Array(size.width);
  for (const column of columns) columnWidths[column] = (columnWidths[column] as number) + 1;
  const layered = await decodeGray(background, size);
  const [original, hasInk] = [0, 1].map(() => new Uint8Array(size.width * size.height)) as [Uint8Array, Uint8Array];
  const [sums, inked, inkSums] = [0, 1, 2].map(() => new Uint32Array(size.width)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  for (let row = 0, y = 0; row < size.height; row += 1) {
    for (const each of [sums, inked, inkSums]) each.fill(0);
    const top = y;
    for (; y < height && y * size.height < (row + 1) * height; y += 1) {
      addBrightness(data, y * width, columns, sums);
      const shadeRow = Math.floor((y * colors.height) / height) * colors.width;
      addInk(ink, y, (x) => shades[shadeRow + (shadeColumns[x] as number)] as number, { columns, inked, inkSums });
    }
    for (let column = 0, at = row * size.width; column < size.width; column += 1, at += 1) {
      const count = (columnWidths[column] as number) * (y - top);
      original[at] = (sums[column] as number) / count + 0.5;
      const paper = (layered.data[at] as number) * (count - (inked[column] as number));
      if (inked[column] !== 0) hasInk[at] = 1;
      layered.data[at] = (paper + (inkSums[column] as number)) / count + 0.5;
    }
  }
  return { original: { data: original, ...size }, layered, inked: hasInk };
}

function addBrightness(data: Uint8Array, start: number, columns: Uint32Array, sums: Uint32Array): void {
  for (let x = 0, at = start; x < columns.length; x += 1, at += 1) {
    const column = columns[x] as number;
    sums[column] = (sums[column] as number) + (data[at] as number);
  }
}

interface InkSums {
  /** The column of the smaller size that each pixel belongs to. */
  readonly columns: Uint32Array;
  readonly inked: Uint32Array;
  readonly inkSums: Uint32Array;
}

function addInk(
  { words, stride }: BitPlane,
  row: number,
  shadeAt: (x: number) => number,
  { columns, inked, inkSums }: InkSums,
): void {
  for (let word = 0; word < stride; word += 1) {
    for (let rest = words[row * stride + word] as number; rest !== 0; ) {
      const lead = Math.clz32(rest);
      rest &= ~(0x80000000 >>> lead);
      const x = 32 * word + lead;
      const column = columns[x] as number;
      inked[column] = (inked[column] as number) + 1;
      inkSums[column] = (inkSums[column] as number) + shadeAt(x);
    }
  }
}
