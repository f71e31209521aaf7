import type { BitPlane } from '@platen/pdf-kit/bilevel';
import { loadSharp } from '@platen/pdf-kit/sharp';
import { toLuma } from '../images/convert-samples.ts';
import type { Samples } from '../images/decode-image.ts';
import type { PixelSize } from '../images/target-size.ts';
import { columnsOf, reduceByBox, widthsOf } from './box-filter.ts';
import type { GrayImage } from './gray-image.ts';
import { scaleOf } from './plane-operations.ts';
import { measureSimilarity, type Similarity } from './similarity.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

export interface Layers {
  /** The luma of the scan, at the size of the mask or half of it. */
  readonly luma: GrayImage;
  readonly mask: BitPlane;
  /** The background layer as JPEG. */
  readonly background: Uint8Array;
  readonly foreground: Samples;
}

/** How similar layers are to the scan. */
export interface LayersSimilarity {
  readonly similarity: Similarity;
  /** The scan at the size at which it was compared. */
  readonly original: GrayImage;
  /** 1 for each pixel of that size with foreground. */
  readonly masked: Uint8Array;
}

/** Draws layers at a size, and compares them with the scan. */
export async function compareLayers(layers: Layers, size: PixelSize): Promise<LayersSimilarity> {
  const { original, layered, masked } = await composeLayers(layers, size);
  return { similarity: measureSimilarity(original, layered), original, masked };
}

/**
 * Whether layers are about as similar to the scan as its plain JPEG, or almost lossless without one: over the whole, in
 * the worst blocks, and in text and lines, which have to be in the mask and not in the background.
 */
export async function isFaithful(
  { similarity, original }: LayersSimilarity,
  plain: Uint8Array | null,
): Promise<boolean> {
  if (isFaithfulBeside(similarity, null)) return true;
  if (plain === null || similarity.detail < thresholds.minDetail) return false;
  return isFaithfulBeside(similarity, measureSimilarity(original, await decodeGray(plain, original)));
}

function isFaithfulBeside({ mean, worst, detail }: Similarity, reference: Similarity | null): boolean {
  const minMean = Math.min(reference?.mean ?? 1, thresholds.enoughSimilarity) - thresholds.similarityMargin;
  const minWorst = Math.min(reference?.worst ?? 1, thresholds.enoughWorst) - thresholds.worstMargin;
  return mean >= minMean && worst >= minWorst && detail >= thresholds.minDetail;
}

async function decodeGray(jpeg: Uint8Array, { width, height }: PixelSize): Promise<GrayImage> {
  const sharp = await loadSharp();
  const data = await sharp(jpeg, { limitInputPixels: false })
    .toColourspace('b-w')
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  return { data, width, height };
}

/** The luma of a scan and of its composed layers, reduced to a size by a box filter. */
async function composeLayers({ luma, mask, background, foreground }: Layers, size: PixelSize) {
  const original = reduceByBox(luma, size);
  const layered = await decodeGray(background, size);
  const masked = new Uint8Array(size.width * size.height);
  const shades = foreground.channels === 1 ? foreground.data : toLuma(foreground).data;
  // Columns and rows of the mask are divided as those of the luma, so that both boxes are the same.
  const scale = scaleOf(mask, luma);
  const lumaColumns = columnsOf(luma.width, size.width);
  const columns = Uint32Array.from({ length: mask.width }, (_, x) => lumaColumns[Math.floor(x / scale)] as number);
  const widths = widthsOf(columns, size.width);
  const [shadeColumns, shadeRows] = [
    columnsOf(mask.width, foreground.width),
    columnsOf(mask.height, foreground.height),
  ];
  const [counts, sums] = [new Uint32Array(size.width), new Uint32Array(size.width)];
  for (let row = 0, y = 0; row < size.height; row += 1) {
    counts.fill(0);
    sums.fill(0);
    const top = y;
    for (; y < mask.height && Math.floor(y / scale) * size.height < (row + 1) * luma.height; y += 1) {
      const shadeRow = (shadeRows[y] as number) * foreground.width;
      const shadesOfRow = shades.subarray(shadeRow, shadeRow + foreground.width);
      addMasked(mask, y, { columns, counts, sums, shades: shadesOfRow, shadeColumns });
    }
    const places = [row * size.width, (row + 1) * size.width] as const;
    const target = { background: layered.data.subarray(...places), masked: masked.subarray(...places) };
    drawForeground({ counts, sums, widths, rows: y - top }, target);
  }
  return { original, layered, masked };
}

/** The foreground in each pixel of a row: the number and the summed luma of its pixels, and the size of the box. */
interface RowForeground {
  readonly counts: Uint32Array;
  readonly sums: Uint32Array;
  readonly widths: Uint32Array;
  readonly rows: number;
}

/** Draws the foreground over a row of the background, and marks where it did. */
function drawForeground(
  { counts, sums, widths, rows }: RowForeground,
  { background, masked }: { readonly background: Uint8Array; readonly masked: Uint8Array },
): void {
  for (let column = 0; column < background.length; column += 1) {
    const count = counts[column] as number;
    if (count === 0) continue;
    const all = (widths[column] as number) * rows;
    masked[column] = 1;
    background[column] = ((background[column] as number) * (all - count) + (sums[column] as number)) / all + 0.5;
  }
}

/** Sums of the foreground in a row of the reduced image. */
interface ForegroundSums {
  /** The columns of the reduced image and of the foreground layer that each column of the mask belongs to. */
  readonly columns: Uint32Array;
  readonly shadeColumns: Uint32Array;
  readonly shades: Uint8Array;
  readonly counts: Uint32Array;
  readonly sums: Uint32Array;
}

function addMasked({ words, stride }: BitPlane, row: number, foreground: ForegroundSums): void {
  const { columns, shadeColumns, shades, counts, sums } = foreground;
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
