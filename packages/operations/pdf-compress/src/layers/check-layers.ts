import type { BitPlane } from '@platen/pdf-kit/bilevel';
import { loadSharp } from '@platen/pdf-kit/sharp';
import { firstChannel } from '../images/convert-samples.ts';
import type { Samples } from '../images/decode-image.ts';
import type { PixelSize } from '../images/target-size.ts';
import type { Brightness } from './brightness.ts';
import { scaleOf } from './plane-operations.ts';
import { compareBrightness, type Likeness } from './similarity.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

export interface Layers {
  /** The scan as it was, at the size of its ink or half of it. */
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

/** The scan and its layers at a smaller size, each pixel the mean of those in it. */
async function drawSmall({ picture, ink, background, colors }: Layers, size: PixelSize) {
  const original = shrink(picture, size);
  const layered = await decodeGray(background, size);
  const inked = new Uint8Array(size.width * size.height);
  const shades = colors.channels === 1 ? colors.data : firstChannel(colors).data;
  // By way of the picture, so that both are cut at the same places.
  const scale = scaleOf(ink, picture);
  const ownColumns = columnsOf(picture.width, size.width);
  const columns = Uint32Array.from({ length: ink.width }, (_, x) => ownColumns[Math.floor(x / scale)] as number);
  const widths = widthsOf(columns, size.width);
  const [shadeColumns, shadeRows] = [columnsOf(ink.width, colors.width), columnsOf(ink.height, colors.height)];
  const [counts, sums] = [new Uint32Array(size.width), new Uint32Array(size.width)];
  for (let row = 0, y = 0; row < size.height; row += 1) {
    counts.fill(0);
    sums.fill(0);
    const top = y;
    for (; y < ink.height && Math.floor(y / scale) * size.height < (row + 1) * picture.height; y += 1) {
      const shadeRow = (shadeRows[y] as number) * colors.width;
      const shadesOfRow = shades.subarray(shadeRow, shadeRow + colors.width);
      addInk(ink, y, { columns, counts, sums, shades: shadesOfRow, shadeColumns });
    }
    const places = [row * size.width, (row + 1) * size.width] as const;
    const target = { paper: layered.data.subarray(...places), inked: inked.subarray(...places) };
    drawInk({ counts, sums, widths, rows: y - top }, target);
  }
  return { original, layered, inked };
}

/** The ink in each pixel of a row: how many pixels, the sum of their shades, and how many pixels there are. */
interface RowInk {
  readonly counts: Uint32Array;
  readonly sums: Uint32Array;
  readonly widths: Uint32Array;
  readonly rows: number;
}

/** Draws ink over a row of the paper, and says where it did. */
function drawInk(
  { counts, sums, widths, rows }: RowInk,
  { paper, inked }: { readonly paper: Uint8Array; readonly inked: Uint8Array },
): void {
  for (let column = 0; column < paper.length; column += 1) {
    const count = counts[column] as number;
    if (count === 0) continue;
    const all = (widths[column] as number) * rows;
    inked[column] = 1;
    paper[column] = ((paper[column] as number) * (all - count) + (sums[column] as number)) / all + 0.5;
  }
}

/** The column of a smaller picture that each of a larger one belongs to. */
function columnsOf(width: number, smaller: number): Uint32Array {
  return Uint32Array.from({ length: width }, (_, x) => Math.floor((x * smaller) / width));
}

/** How many columns belong to each of the smaller picture. */
function widthsOf(columns: Uint32Array, smaller: number): Uint32Array {
  const widths = new Uint32Array(smaller);
  for (const column of columns) widths[column] = (widths[column] as number) + 1;
  return widths;
}

/** A picture at a smaller size, each pixel the mean of those in it. */
function shrink(picture: Brightness, size: PixelSize): Brightness {
  const { data, width, height } = picture;
  if (width === size.width && height === size.height) return picture;
  const columns = columnsOf(width, size.width);
  const widths = widthsOf(columns, size.width);
  const result = new Uint8Array(size.width * size.height);
  const sums = new Uint32Array(size.width);
  for (let row = 0, y = 0; row < size.height; row += 1) {
    sums.fill(0);
    const top = y;
    for (; y < height && y * size.height < (row + 1) * height; y += 1) addRow(data, y * width, columns, sums);
    for (let column = 0, at = row * size.width; column < size.width; column += 1, at += 1) {
      result[at] = (sums[column] as number) / ((widths[column] as number) * (y - top)) + 0.5;
    }
  }
  return { data: result, ...size };
}

function addRow(data: Uint8Array, start: number, columns: Uint32Array, sums: Uint32Array): void {
  for (let x = 0; x < columns.length; x += 1) {
    const column = columns[x] as number;
    sums[column] = (sums[column] as number) + (data[start + x] as number);
  }
}

/** Sums of the ink in a row of the smaller picture. */
interface InkSums {
  /** The column that each pixel of ink belongs to, and that of its shade. */
  readonly columns: Uint32Array;
  readonly shadeColumns: Uint32Array;
  readonly shades: Uint8Array;
  readonly counts: Uint32Array;
  readonly sums: Uint32Array;
}

function addInk({ words, stride }: BitPlane, row: number, ink: InkSums): void {
  const { columns, shadeColumns, shades, counts, sums } = ink;
  for (let word = 0; word < stride; word += 1) {
    for (let rest = words[row * stride + word] as number; rest !== 0; ) {
      const lead = Math.clz32(rest);
      rest &= ~(0x80000000 >>> lead);
      const x = 32 * word + lead;
      const column = columns[x] as number;
      counts[column] = (counts[column] as number) + 1;
      sums[column] = (sums[column] as number) + (shades[shadeColumns[x] as number] as number);
    }
  }
}
