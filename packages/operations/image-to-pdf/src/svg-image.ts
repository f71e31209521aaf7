import { limitExceeded, structureLimits } from '@platen/core';
import { loadSharp } from '@platen/pdf-kit/sharp';
import { damaged } from './damaged-image.ts';
import { type DecodedImage, decodeImage } from './decode-image.ts';
import type { ImagePage } from './image-page.ts';
import type { InputImage } from './input-image.ts';
import { losslessImage } from './lossless-image.ts';
import { rasterPixels } from './raster.ts';
import { svgLeftOut } from './svg-left-out.ts';
import { readSvgSize, resizeSvg, type SvgSize } from './svg-size.ts';
import { affordableDpi, type SvgDrawing } from './svg-trials.ts';
import { svgInUtf8 } from './svg-utf8.ts';
import { svgWork } from './svg-work.ts';

/** An SVG has no pixels of its own; this is what it is drawn at. Its lengths are CSS pixels, 96 to the inch. */
const drawnDpi = 300;
const cssDpi = 96;

const { maxSvgDrawings, maxSvgDrawMs } = structureLimits;
/** A file of many elements has one in fifty bytes, which take 20 µs each time. */
const drawingsOfByte = 0.1;
const drawMsOfByte = 0.02;

/** The resolution for which the SVG loader scales nothing. */
const loaderDpi = 72;

/** Draws an SVG at print resolution, or lower where that would pass the pixel limit. */
export async function svgPage(given: InputImage): Promise<ImagePage> {
  const bytes = svgInUtf8(given.bytes);
  const input = { ...given, bytes };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const leftOut = svgLeftOut(text);
  if (leftOut !== null)
    input.warn('SVG_PARTS_LEFT_OUT', `"${input.fileName}" was drawn without these parts: ${leftOut}`);
  const size = readSvgSize(text);
  const natural = size === null ? await loadedSize(input) : cssSize(size);
  input.checkPixels(natural.width, natural.height);
  checkWork(input, text);
  const draw = (dpi: number) => (size === null ? decodeAt(input, dpi) : decodeSized(input, text, size, dpi));
  const dpi = await dpiOf(input, { ...natural, draw });
  const { pixels, profile } = await draw(dpi);
  if (pixels.kind !== 'raster') throw damaged(input.fileName);
  return { image: await losslessImage(rasterPixels(pixels.raster), profile), orientation: 1, dpiX: dpi, dpiY: dpi };
}

/** Rejects with `structure_limit` what expands to more than anybody draws. */
function checkWork({ bytes, fileName }: InputImage, text: string): void {
  const allowed = Math.floor(maxSvgDrawings + bytes.byteLength * drawingsOfByte);
  if (svgWork(text) <= allowed) return;
  throw limitExceeded(
    'structure_limit',
    `The parts of "${fileName}" refer to each other so often that it would take minutes to draw`,
    {
      limit: 'maxSvgDrawings',
      allowed,
      fileName,
    },
  );
}

/** The highest resolution within the pixel limit and the time. Rejects with `structure_limit` where there is none. */
async function dpiOf(input: InputImage, drawing: SvgDrawing): Promise<number> {
  const { fileName, bytes, warn } = input;
  const dpis = [drawnDpi, 2 * cssDpi].filter((each) => fits(input, drawing, each / cssDpi)).concat(cssDpi);
  const budgetMs = maxSvgDrawMs + bytes.byteLength * drawMsOfByte;
  const dpi = await affordableDpi(drawing, dpis, { budgetMs, cpuMs });
  if (dpi === null) {
    const details = { limit: 'maxSvgDrawMs', allowed: budgetMs, fileName } as const;
    throw limitExceeded('structure_limit', `The filters and layers of "${fileName}" take too long to draw`, details);
  }
  if (dpi < Math.max(...dpis))
    warn('SVG_COARSE', `"${fileName}" was drawn at only ${dpi} dpi, because it takes long to draw`);
  return dpi;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
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
