import { loadSharp } from '@platen/pdf-kit/sharp';
import { damaged } from './damaged-image.ts';
import { type DecodedImage, decodeImage } from './decode-image.ts';
import type { ImagePage } from './image-page.ts';
import type { InputImage } from './input-image.ts';
import { losslessImage } from './lossless-image.ts';
import { rasterPixels } from './raster.ts';
import { svgLeftOut } from './svg-left-out.ts';
import { readSvgSize, resizeSvg, type SvgSize } from './svg-size.ts';

/** An SVG has no pixels of its own; this is what it is drawn at. Its lengths are CSS pixels, 96 to the inch. */
const drawnDpi = 300;
const cssDpi = 96;

/** The resolution for which the SVG loader scales nothing. */
const loaderDpi = 72;

/** Draws an SVG at print resolution, or lower where that would pass the pixel limit. */
export async function svgPage(input: InputImage): Promise<ImagePage> {
  const text = Buffer.from(input.bytes.buffer, input.bytes.byteOffset, input.bytes.byteLength).toString('latin1');
  const leftOut = svgLeftOut(text);
  if (leftOut !== null) input.warn('SVG_PARTS_LEFT_OUT', `"${input.fileName}" is drawn without: ${leftOut}`);
  const size = readSvgSize(text);
  const natural = size === null ? await loadedSize(input) : cssSize(size);
  input.checkPixels(natural.width, natural.height);
  const dpi = [drawnDpi, 2 * cssDpi, cssDpi].find((each) => fits(input, natural, each / cssDpi)) ?? cssDpi;
  const { pixels, profile } = size === null ? await decodeAt(input, dpi) : await decodeSized(input, text, size, dpi);
  if (pixels.kind !== 'raster') throw damaged(input.fileName);
  return { image: await losslessImage(rasterPixels(pixels.raster), profile), orientation: 1, dpiX: dpi, dpiY: dpi };
}

async function loadedSize(input: InputImage): Promise<{ readonly width: number; readonly height: number }> {
  const sharp = await loadSharp();
  return sharp(input.bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw damaged(input.fileName, cause);
    });
}

function cssSize({ widthInches, heightInches }: SvgSize) {
  return { width: widthInches * cssDpi, height: heightInches * cssDpi };
}

/** One of unknown size: a pixel of it is a CSS pixel. */
function decodeAt(input: InputImage, dpi: number): Promise<DecodedImage> {
  return decodeImage(input, { density: (loaderDpi * dpi) / cssDpi });
}

/**
 * One that says how large it is gets that size in pixels. The loader's resolution scales the picture and sets what an
 * inch is inside it: only at 96 is an inch 96 of its pixels, so the scaling is taken out of the size.
 */
function decodeSized(input: InputImage, text: string, size: SvgSize, dpi: number): Promise<DecodedImage> {
  const [width, height] = [size.widthInches, size.heightInches].map((inches) => (inches * dpi * loaderDpi) / cssDpi);
  const resized = resizeSvg(text, size, width ?? 0, height ?? 0);
  return decodeImage({ ...input, bytes: Buffer.from(resized, 'latin1') }, { density: cssDpi });
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
