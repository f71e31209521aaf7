import { encodeCmyk } from './cmyk-image.ts';
import type { DecodedImage } from './decode-image.ts';
import { type CodedImage, defaultDpi, type ImagePage } from './image-page.ts';
import { losslessImage } from './lossless-image.ts';
import { rasterPixels } from './raster.ts';
import type { StoredGeometry } from './tiff-directory.ts';

/** A decoded image coded again without loss. */
export function codeDecoded({ pixels, profile }: DecodedImage): Promise<CodedImage> {
  return pixels.kind === 'cmyk'
    ? encodeCmyk(pixels.cmyk, profile)
    : losslessImage(rasterPixels(pixels.raster), profile);
}

/** A page of a coded image, with the default resolution for an image that names none. */
export function pageOf(image: CodedImage, { orientation, resolution }: StoredGeometry): ImagePage {
  return { image, orientation, ...(resolution ?? { dpiX: defaultDpi, dpiY: defaultDpi }) };
}
