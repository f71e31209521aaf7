import { isBlank } from './blank-pixels.ts';
import { hasObjectsOnPage } from './has-objects-on-page.ts';
import { type HiddenText, hideText } from './hide-text.ts';
import type { PixelLayout } from './page-geometry.ts';
import type { PdfiumDocument } from './pdfium-document.ts';
import { flagAnnotations, flagRgbOrder } from './pdfium-flags.ts';
import { redrawsMuch } from './redraws-much.ts';
import type { PixelKind, RenderedPage } from './renderer.ts';
import { usesUnmappedFont } from './unmapped-fonts.ts';

export interface DrawOptions {
  readonly layout: PixelLayout;
  readonly pixels: PixelKind;
  /** 0xRRGGBB, or null to leave the bitmap transparent. */
  readonly background: number | null;
  readonly annotations: boolean;
  /** Null draws all text. */
  readonly hiddenText: HiddenText | null;
  readonly wholePixels: boolean;
}

export interface DrawnPage {
  readonly page: RenderedPage;
  /**
   * Nothing is to be seen though objects are on the page, or it has text that the engine cannot read: either it is meant
   * so, or the engine failed silently.
   */
  readonly doubtful: boolean;
}

/** FPDFBitmap_BGR and FPDFBitmap_BGRA of fpdfview.h. */
const bitmapFormats = { rgb: { code: 2, channels: 3 }, rgba: { code: 4, channels: 4 } } as const;

/**
 * Draws one page into memory of the engine; null when the page is too damaged to load. The bitmap is allocated here,
 * not by PDFium, so that its rows lie without padding as image libraries want them. Whatever it throws means that the
 * engine has trapped and is lost.
 */
export function drawPage(document: PdfiumDocument, page: number, options: DrawOptions): DrawnPage | null {
  const { engine } = document;
  const { api } = engine;
  const form = options.annotations ? document.form : 0;
  const { width, height, pageX, pageY, pageWidth, pageHeight } = options.layout;
  // PDFium's own grey bitmaps lose blend modes and place letters on whole pixels: grey is made from colours here.
  const kind = options.pixels === 'gray' ? 'rgb' : options.pixels;
  const handle = api.FPDF_LoadPage(document.handle, page - 1);
  if (handle === 0) return null;
  // With an alpha channel nothing is drawn anew; colours differ by up to 3 of 255 (183 pages).
  const { code, channels } = bitmapFormats[redrawsMuch(engine, handle) ? 'rgba' : kind];
  if (options.hiddenText !== null) hideText(engine, handle, options.layout, options.hiddenText);
  const stride = width * channels;
  const pointer = engine.allocate(stride * height);
  fillBackground(engine.runtime.HEAPU8.subarray(pointer, pointer + stride * height), channels, options.background);
  const bitmap = api.FPDFBitmap_CreateEx(width, height, code, pointer, stride);
  const place = [pageX, pageY, pageWidth, pageHeight, 0] as const;
  const flags = flagRgbOrder | (options.annotations ? flagAnnotations : 0);
  if (form !== 0) api.FORM_OnAfterLoadPage(handle, form);
  if (options.wholePixels) drawWithinPixels(engine, bitmap, handle, options.layout, flags);
  else api.FPDF_RenderPageBitmap(bitmap, handle, ...place, flags);
  if (form !== 0) api.FPDF_FFLDraw(form, bitmap, handle, ...place, flags);
  const shows = hasObjectsOnPage(engine, handle);
  const unmapped = usesUnmappedFont(engine, handle);
  if (form !== 0) api.FORM_OnBeforeClosePage(handle, form);
  api.FPDF_ClosePage(handle);
  api.FPDFBitmap_Destroy(bitmap);
  const pixels = engine.runtime.HEAPU8.subarray(pointer, pointer + stride * height);
  const drawn = holdPixels(document, pointer, { width, height, channels: pack(pixels, channels, options.pixels) });
  return { page: drawn, doubtful: unmapped || (shows && isBlank(drawn.data, drawn.channels)) };
}

/** In pixels: more than what sizes in points lose by rounding, less than can be seen. */
const inset = 0.02;

/**
 * Draws the page smaller by a hair. PDFium stretches a picture over every pixel that it touches, and a page of 594.96 points
 * at 300 dpi comes to 2479.0002.
 */
function drawWithinPixels(
  { api, runtime, allocate, free }: PdfiumDocument['engine'],
  bitmap: number,
  page: number,
  { width, height, pageX, pageY, pageWidth, pageHeight }: PixelLayout,
  flags: number,
): void {
  const scale = (pixels: number, points: number) => (pixels - 2 * inset) / points;
  const across = scale(pageWidth, api.FPDF_GetPageWidthF(page));
  const down = scale(pageHeight, api.FPDF_GetPageHeightF(page));
  // FS_MATRIX and FS_RECTF of fpdfview.h, the matrix and what to clip to.
  const values = [across, 0, 0, down, pageX + inset, pageY + inset, 0, 0, width, height];
  const pointer = allocate(4 * values.length);
  for (const [index, value] of values.entries()) runtime.setValue(pointer + 4 * index, value, 'float');
  api.FPDF_RenderPageBitmapWithMatrix(bitmap, page, pointer, pointer + 4 * 6, flags);
  free(pointer);
}

/** Makes of drawn pixels what was asked for, at the beginning of the same memory, and says how many channels that has. */
function pack(pixels: Uint8Array, channels: 3 | 4, kind: PixelKind): 1 | 3 | 4 {
  if (kind === 'gray') {
    packGray(pixels, channels);
    return 1;
  }
  if (kind === 'rgba' || channels === 3) return channels;
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    pixels[to] = pixels[from] ?? 0;
    pixels[to + 1] = pixels[from + 1] ?? 0;
    pixels[to + 2] = pixels[from + 2] ?? 0;
  }
  return 3;
}

/** Turns colours into luminance (ITU-R BT.601). */
function packGray(pixels: Uint8Array, channels: 3 | 4): void {
  for (let from = 0, to = 0; from < pixels.length; from += channels, to++) {
    pixels[to] = ((pixels[from] ?? 0) * 77 + (pixels[from + 1] ?? 0) * 150 + (pixels[from + 2] ?? 0) * 29 + 128) >> 8;
  }
}

function fillBackground(pixels: Uint8Array, channels: 3 | 4, background: number | null): void {
  if (background === null) pixels.fill(0);
  else if (background === 0xffffff) pixels.fill(255);
  else {
    const pixel = [background >> 16, (background >> 8) & 255, background & 255, 255].slice(0, channels);
    Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength).fill(Buffer.from(pixel));
  }
}

function holdPixels(
  { engine, held }: PdfiumDocument,
  pointer: number,
  shape: Pick<RenderedPage, 'width' | 'height' | 'channels'>,
): RenderedPage {
  const byteLength = shape.width * shape.height * shape.channels;
  const page: RenderedPage = {
    ...shape,
    get data() {
      if (!held.has(page)) throw new TypeError('The pixels of this page have been released');
      return engine.runtime.HEAPU8.subarray(pointer, pointer + byteLength);
    },
    release() {
      if (held.delete(page)) engine.free(pointer);
    },
  };
  held.add(page);
  return page;
}
