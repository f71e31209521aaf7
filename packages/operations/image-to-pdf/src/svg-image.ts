import { loadSharp } from '@platen/pdf-kit/sharp';
import { damaged } from './damaged-image.ts';
import { decodeImage } from './decode-image.ts';
import type { ImagePage } from './image-page.ts';
import type { InputImage } from './input-image.ts';
import { losslessImage } from './lossless-image.ts';
import { rasterPixels } from './raster.ts';

/** An SVG has no pixels of its own; this is what it is drawn at. Its lengths are CSS pixels, 96 to the inch. */
const drawnDpi = 300;
const cssDpi = 96;

/** Draws an SVG at print resolution, or lower where that would pass the pixel limit. */
export async function svgPage(input: InputImage): Promise<ImagePage> {
  const sharp = await loadSharp();
  const natural = await sharp(input.bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw damaged(input.fileName, cause);
    });
  input.checkPixels(natural.width, natural.height);
  const dpi = [drawnDpi, 2 * cssDpi, cssDpi].find((each) => fits(input, natural, each / cssDpi)) ?? cssDpi;
  // The SVG loader takes 72 for "a CSS pixel is a pixel".
  const { pixels, profile } = await decodeImage(input, { density: (72 * dpi) / cssDpi });
  if (pixels.kind !== 'raster') throw damaged(input.fileName);
  return { image: await losslessImage(rasterPixels(pixels.raster), profile), orientation: 1, dpiX: dpi, dpiY: dpi };
}

function fits(input: InputImage, { width, height }: { width: number; height: number }, factor: number): boolean {
  try {
    input.checkPixels(width * factor, height * factor);
    return true;
  } catch {
    // Too large at this resolution; a lower one is tried next.
    return false;
  }
}
