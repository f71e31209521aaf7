import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSharp } from '@platen/pdf-kit/sharp';
import type { ImageTask, StoredLayer } from './image-task.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { sizeAtDpi } from './target-size.ts';

/** Resolution and quality of what stands for an image where pages are compared, at 50 dpi. */
const sketchDpi = 75;
const sketchQuality = 90;
/** Smaller images are drawn as they are: a megapixel takes PDFium some 50 ms, and the decoder here a tenth of that. */
const minSketchedPixels = 1_000_000;

/**
 * Writes a JPEG as it is, but small: decoded at a fraction of its size, which the format allows. Null for what is no
 * JPEG, not large, or nothing but itself: with a colour key.
 */
export async function sketchImage(task: ImageTask, folder: string): Promise<StoredLayer | null> {
  const { components, width, height, drawnPt, objectNumber, generationNumber } = task;
  const isPicture = (components === 1 || components === 3) && !task.hasColorKey && drawnPt !== null;
  if (!isPicture || task.coding.kind !== 'jpeg' || width * height < minSketchedPixels) return null;
  const size = sizeAtDpi(task, sketchDpi);
  // A quarter of the pixels or less, or it is not worth it.
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
