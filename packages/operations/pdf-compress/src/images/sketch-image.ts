import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSharp } from '@platen/pdf-kit/sharp';
import type { ImageTask, StoredLayer } from './image-task.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { sizeAtDpi } from './target-size.ts';

/** Resolution and quality of the copy that replaces an image when pages are compared, at 50 dpi. */
const sketchDpi = 75;
const sketchQuality = 90;
/** Smaller images are rendered as they are: PDFium takes 50 ms per megapixel, libvips a tenth of that. */
const minSketchedPixels = 1_000_000;

/**
 * Writes a small copy of a large JPEG, for which only part of its DCT coefficients has to be decoded. Null for any other image,
 * and for one with a colour key mask, which scaling would change.
 */
export async function sketchImage(task: ImageTask, folder: string): Promise<StoredLayer | null> {
  const { components, width, height, drawnPt, objectNumber, generationNumber } = task;
  const isPicture = (components === 1 || components === 3) && !task.hasColorKey && drawnPt !== null;
  if (!isPicture || task.coding.kind !== 'jpeg' || width * height < minSketchedPixels) return null;
  const size = sizeAtDpi(task, sketchDpi);
  // Worth it only for a quarter of the pixels or less.
  if (size.width * 2 > width || size.height * 2 > height) return null;
  const header = readJpegHeader(readFileSync(task.dataPath));
  if (header?.components !== components) return null;
  const sharp = await loadSharp();
  const image = sharp(header.stripped, { limitInputPixels: false })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
    .jpeg({ quality: sketchQuality, chromaSubsampling: '4:4:4' });
  const dataPath = join(folder, `image-${objectNumber}-${generationNumber}.sketch`);
  writeFileSync(dataPath, await (components === 1 ? image.toColourspace('b-w') : image).toBuffer());
  return { dataPath, ...size };
}
