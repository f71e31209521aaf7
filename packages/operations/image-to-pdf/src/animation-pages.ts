import { loadSharp } from '@platen/pdf-kit/sharp';
import { undecodable } from './damaged-image.ts';
import type { DecodedImage } from './decode-image.ts';
import type { CodedImage, ImagePage } from './image-page.ts';
import type { InputImage } from './input-image.ts';
import { losslessImage } from './lossless-image.ts';
import { pageOf } from './lossless-page.ts';
import { createPixelBudget } from './pixel-budget.ts';
import { type Raster, rasterPixels } from './raster.ts';

/**
 * Pixels that are decoded together. A picture of an animation is made from those before it, so that each batch begins at
 * the first one again: as many as memory allows, but no more than make four batches. A hundred pictures as large as a screen
 * took 25 batches of 8 000 000 pixels, and a file of 100 KB that the budget permits 37.
 */
const [leastBatchPixels, mostBatchPixels] = [8_000_000, 75_000_000];
const fewBatches = 4;

/** The pictures of a GIF or WebP animation behind its first, each as it is shown, one batch in memory at a time. */
export async function* laterPictures(input: InputImage, first: DecodedImage): AsyncGenerator<ImagePage> {
  const sharp = await loadSharp();
  const { bytes, fileName, mediaType } = input;
  const batchOf = (page: number, pages: number) =>
    sharp(bytes, { page, pages, failOn: 'error', ignoreIcc: true, limitInputPixels: false })
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch((cause: unknown) => {
        throw undecodable(fileName, mediaType, cause);
      });
  const { pageCount, profile, geometry } = first;
  const { width, height } = first.pixels.kind === 'raster' ? first.pixels.raster : first.pixels.cmyk;
  const laterRows = height * (pageCount - 1);
  createPixelBudget(input)(width, laterRows);
  let before: { readonly pixels: Buffer; readonly image: CodedImage } | null = null;
  const batchPixels = Math.min(Math.max((width * laterRows) / fewBatches, leastBatchPixels), mostBatchPixels);
  const batch = Math.max(1, Math.ceil(batchPixels / (width * height)));
  for (let page = 1; page < pageCount; page += batch) {
    const count = Math.min(batch, pageCount - page);
    const { data, info } = await batchOf(page, count);
    const channels = info.channels as Raster['channels'];
    const pictureBytes = width * height * channels;
    for (let at = 0; at < count * pictureBytes; at += pictureBytes) {
      const pixels = data.subarray(at, at + pictureBytes);
      // Where nothing moves, it is the one before.
      if (before === null || !before.pixels.equals(pixels)) {
        const raster: Raster = { width, height, channels, data: pixels };
        before = { pixels, image: await losslessImage(rasterPixels(raster), profile) };
      }
      yield pageOf(before.image, geometry);
    }
  }
}
