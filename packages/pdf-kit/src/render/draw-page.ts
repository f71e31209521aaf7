import { processingFailed } from '@platen/core';
import type { PixelLayout } from './page-geometry.ts';
import type { PdfiumDocument } from './pdfium-document.ts';
import type { PixelKind, RenderedPage } from './renderer.ts';

export interface DrawOptions {
  readonly layout: PixelLayout;
  readonly pixels: PixelKind;
  /** 0xRRGGBB, or null to leave the bitmap transparent. */
  readonly background: number | null;
  readonly annotations: boolean;
  readonly fileName: string | undefined;
}

/** FPDFBitmap_Gray, FPDFBitmap_BGR and FPDFBitmap_BGRA of fpdfview.h. */
const bitmapFormats = {
  gray: { code: 1, channels: 1 },
  rgb: { code: 2, channels: 3 },
  rgba: { code: 4, channels: 4 },
} as const;

/** FPDF_ANNOT, FPDF_GRAYSCALE and FPDF_REVERSE_BYTE_ORDER of fpdfview.h. */
const flagAnnotations = 0x01;
const flagGrayscale = 0x08;
const flagRgbOrder = 0x10;

/**
 * Draws one page into memory of the engine. The bitmap is allocated here, not by PDFium, so that its rows lie without
 * padding as image libraries want them.
 */
export function drawPage(document: PdfiumDocument, page: number, options: DrawOptions): RenderedPage {
  const { engine } = document;
  const { api } = engine;
  const { width, height, pageX, pageY, pageWidth, pageHeight } = options.layout;
  const { code, channels } = bitmapFormats[options.pixels];
  const stride = width * channels;
  const pointer = engine.allocate(stride * height);
  const bitmap = api.FPDFBitmap_CreateEx(width, height, code, pointer, stride);
  const handle = api.FPDF_LoadPage(document.handle, page - 1);
  try {
    if (bitmap === 0 || handle === 0) {
      throw processingFailed('damaged_file', `Page ${page} is damaged and cannot be drawn`, {
        ...(options.fileName === undefined ? {} : { fileName: options.fileName }),
        page,
      });
    }
    if (document.form !== 0) api.FORM_OnAfterLoadPage(handle, document.form);
    const place = [pageX, pageY, pageWidth, pageHeight, 0] as const;
    const flags =
      flagRgbOrder | (options.annotations ? flagAnnotations : 0) | (options.pixels === 'gray' ? flagGrayscale : 0);
    fillBackground(engine.runtime.HEAPU8.subarray(pointer, pointer + stride * height), channels, options.background);
    api.FPDF_RenderPageBitmap(bitmap, handle, ...place, flags);
    if (document.form !== 0) {
      if (options.annotations) api.FPDF_FFLDraw(document.form, bitmap, handle, ...place, flags);
      api.FORM_OnBeforeClosePage(handle, document.form);
    }
  } catch (error) {
    engine.free(pointer);
    throw error;
  } finally {
    if (handle !== 0) api.FPDF_ClosePage(handle);
    if (bitmap !== 0) api.FPDFBitmap_Destroy(bitmap);
  }
  return heldPixels(document, pointer, { width, height, channels });
}

function fillBackground(pixels: Uint8Array, channels: 1 | 3 | 4, background: number | null): void {
  if (background === null) {
    pixels.fill(0);
    return;
  }
  const [red, green, blue] = [(background >> 16) & 255, (background >> 8) & 255, background & 255];
  if (red === green && green === blue && (channels !== 4 || red === 255)) {
    pixels.fill(red);
    return;
  }
  const gray = Math.round(0.3 * red + 0.59 * green + 0.11 * blue);
  const pattern = channels === 1 ? [gray] : [red, green, blue, 255].slice(0, channels);
  for (let index = 0; index < pixels.length; index++) pixels[index] = pattern[index % channels] ?? 0;
}

function heldPixels(
  { engine }: PdfiumDocument,
  pointer: number,
  shape: Pick<RenderedPage, 'width' | 'height' | 'channels'>,
): RenderedPage {
  const byteLength = shape.width * shape.height * shape.channels;
  let held = true;
  return {
    ...shape,
    get data() {
      if (!held) throw new TypeError('The pixels of this page have been released');
      return engine.runtime.HEAPU8.subarray(pointer, pointer + byteLength);
    },
    release() {
      if (!held) return;
      held = false;
      engine.free(pointer);
    },
  };
}
