import { processingFailed } from '@platen/core';
import { boxAround } from '../page-model/box.ts';
import { chainMatrices, invertMatrix, type Matrix, transformPoint } from '../page-model/matrix.ts';
import type { PageSize } from '../render/page-geometry.ts';
import type { PdfiumDocument } from '../render/pdfium-document.ts';
import type { PdfiumEngine } from '../render/pdfium-engine.ts';
import { type PageFrame, pageToUserSpace, shownSize } from './page-frame.ts';
import { readPdfText } from './read-pdf-text.ts';
import type { PixelBox } from './recognizer.ts';
import type { ScanPage } from './scan.ts';

/** FPDF_PAGEOBJ_* of fpdf_edit.h. */
const objectKind = { text: 1, path: 2, image: 3, shading: 4, form: 5 } as const;

/** Levels of nested forms that are followed, which ends cycles. */
const maxFormDepth = 12;
/** An image below this share of the page (a logo, a stamp) says nothing about the resolution of a scan. */
const minImageShare = 0.02;
/** A smaller image is no scan pasted into a page of text: a twelfth of a page is a few lines across it. */
const minPictureShare = 0.08;
/** `FPDF_COLORSPACE_UNKNOWN`: of a stencil mask, which paints its ink only. */
const noColourSpace = 0;

/** Inspects a page without decoding its images. `size` is that of the page as shown. Throws what a trap of PDFium's WebAssembly throws. */
export function inspectPdfPage(document: PdfiumDocument, page: number, size: PageSize, fileName?: string): ScanPage {
  const { engine } = document;
  const handle = engine.api.FPDF_LoadPage(document.handle, page - 1);
  if (handle === 0) {
    throw processingFailed('damaged_file', `Page ${page} is damaged and cannot be read`, {
      fileName,
      page,
    });
  }
  try {
    const frame = readFrame(document, handle, size);
    const { widthPt, heightPt } = shownSize(frame);
    const objects = listObjects(engine, handle);
    const toShown = invertMatrix(pageToUserSpace(frame));
    const images = objects.flatMap((object, order) =>
      object.kind === objectKind.image ? [{ ...measureImage(engine, object, frame, toShown), order }] : [],
    );
    const covers = images.filter(({ isOpaque, share }) => isOpaque && share >= minPictureShare);
    const orders = new Map(objects.map((object, order) => [object.handle, order]));
    const text = readPdfText(engine, handle, toShown, {
      orderOf: (object) => orders.get(object) ?? Number.POSITIVE_INFINITY,
      covers,
    });
    return {
      widthPt,
      heightPt,
      imageCoverage: Math.min(
        1,
        images.reduce((sum, { share }) => sum + share, 0),
      ),
      imageDpi: finestDpi(images.filter(({ share }) => share >= minImageShare)),
      pictures: images.filter(({ share }) => share >= minPictureShare).map(({ box }) => box),
      hasDrawings: objects.some(({ kind }) => kind === objectKind.path || kind === objectKind.shading),
      ...text,
    };
  } finally {
    if (!engine.state.lost) engine.api.FPDF_ClosePage(handle);
  }
}

/** Whether an image of a page cannot be decoded. */
export function hasDamagedImage({ engine, handle }: PdfiumDocument, page: number): boolean {
  const { api } = engine;
  const opened = api.FPDF_LoadPage(handle, page - 1);
  if (opened === 0) return true;
  try {
    return listObjects(engine, opened)
      .filter(({ kind }) => kind === objectKind.image)
      .some(({ handle: image }) => {
        const bitmap = api.FPDFImageObj_GetBitmap(image);
        if (bitmap !== 0) api.FPDFBitmap_Destroy(bitmap);
        return bitmap === 0;
      });
  } finally {
    if (!engine.state.lost) api.FPDF_ClosePage(opened);
  }
}

function readFrame({ engine }: PdfiumDocument, handle: number, size: PageSize): PageFrame {
  const [left = 0, top = 0, right = 0, bottom = 0] = readFloats(engine, 4, (pointer) =>
    engine.api.FPDF_GetPageBoundingBox(handle, pointer),
  );
  const shownWidth = size.rotation % 180 === 0 ? right - left : top - bottom;
  return { left, bottom, right, top, rotation: size.rotation, userUnit: size.widthPt / Math.max(shownWidth, 1e-3) };
}

interface PageObject {
  readonly handle: number;
  readonly kind: number;
  /** From the space of the object's own matrix to user space of the page. */
  readonly toPage: Matrix;
}

/** Every object of the page, those inside forms included. */
function listObjects({ api, ...engine }: PdfiumEngine, page: number): readonly PageObject[] {
  const found: PageObject[] = [];
  const visit = (handle: number, toPage: Matrix, depth: number) => {
    const kind = api.FPDFPageObj_GetType(handle);
    found.push({ handle, kind, toPage });
    if (kind !== objectKind.form || depth >= maxFormDepth) return;
    const inside = chainMatrices(readMatrix({ api, ...engine }, handle), toPage);
    const count = api.FPDFFormObj_CountObjects(handle);
    for (let index = 0; index < count; index += 1) visit(api.FPDFFormObj_GetObject(handle, index), inside, depth + 1);
  };
  const count = api.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index += 1) visit(api.FPDFPage_GetObject(page, index), [1, 0, 0, 1, 0, 0], 0);
  return found;
}

interface ImageMeasure {
  /** Share of the page it covers. */
  readonly share: number;
  readonly dpi: number;
  /** On the page as shown, in points. */
  readonly box: PixelBox;
  /** Whether it hides what is drawn before it. */
  readonly isOpaque: boolean;
}

function measureImage(
  engine: PdfiumEngine,
  { handle, toPage }: PageObject,
  frame: PageFrame,
  toShown: Matrix,
): ImageMeasure {
  const matrix = chainMatrices(readMatrix(engine, handle), toPage);
  const corners = [
    transformPoint(matrix, 0, 0),
    transformPoint(matrix, 1, 0),
    transformPoint(matrix, 0, 1),
    transformPoint(matrix, 1, 1),
  ];
  const xs = corners.map(({ x }) => Math.min(frame.right, Math.max(frame.left, x)));
  const ys = corners.map(({ y }) => Math.min(frame.top, Math.max(frame.bottom, y)));
  const area = (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
  const [widthPx = 0, heightPx = 0] = readIntegers(engine, 2, (pointer) =>
    engine.api.FPDFImageObj_GetImagePixelSize(handle, pointer, pointer + 4),
  );
  const widthInches = (Math.hypot(matrix[0], matrix[1]) * frame.userUnit) / 72;
  const heightInches = (Math.hypot(matrix[2], matrix[3]) * frame.userUnit) / 72;
  return {
    share: area / Math.max(1, (frame.right - frame.left) * (frame.top - frame.bottom)),
    dpi: Math.max(widthPx / Math.max(widthInches, 1e-3), heightPx / Math.max(heightInches, 1e-3)),
    box: boxAround(corners.map(({ x, y }) => transformPoint(toShown, x, y))),
    isOpaque: !engine.api.FPDFPageObj_HasTransparency(handle) && !isStencil(engine, handle),
  };
}

/** The fields of `FPDF_IMAGEOBJ_METADATA`: size, resolution, bits per pixel, colour space, content identifier. */
function isStencil(engine: PdfiumEngine, image: number): boolean {
  const fields = readIntegers(engine, 7, (pointer) => engine.api.FPDFImageObj_GetImageMetadata(image, 0, pointer));
  return fields[4] === 1 && fields[5] === noColourSpace;
}

/** The files of the JPEG images of a page that may be scans; none of a page that cannot be opened. */
export function jpegsOf({ engine, handle }: PdfiumDocument, page: number): readonly Uint8Array[] {
  const { api } = engine;
  const opened = api.FPDF_LoadPage(handle, page - 1);
  if (opened === 0) return [];
  try {
    const images = listObjects(engine, opened).filter(({ kind }) => kind === objectKind.image);
    return images.flatMap(({ handle: image }) => {
      if (api.FPDFImageObj_GetImageFilterCount(image) !== 1 || filterOf(engine, image) !== 'DCTDecode') return [];
      return [readBytes(engine, (pointer, length) => api.FPDFImageObj_GetImageDataRaw(image, pointer, length))];
    });
  } finally {
    if (!engine.state.lost) api.FPDF_ClosePage(opened);
  }
}

function filterOf(engine: PdfiumEngine, image: number): string {
  const name = readBytes(engine, (pointer, length) =>
    engine.api.FPDFImageObj_GetImageFilter(image, 0, pointer, length),
  );
  return new TextDecoder().decode(name).replace('\0', '');
}

/** What a call writes that tells its length when it is given no room. */
function readBytes(engine: PdfiumEngine, fill: (pointer: number, length: number) => number): Uint8Array {
  const length = fill(0, 0);
  const pointer = engine.allocate(Math.max(1, length));
  try {
    fill(pointer, length);
    return engine.runtime.HEAPU8.slice(pointer, pointer + length);
  } finally {
    engine.free(pointer);
  }
}

function finestDpi(images: readonly ImageMeasure[]): number | null {
  return images.length === 0 ? null : Math.max(...images.map(({ dpi }) => dpi));
}

function readMatrix(engine: PdfiumEngine, object: number): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = readFloats(engine, 6, (pointer) =>
    engine.api.FPDFPageObj_GetMatrix(object, pointer),
  );
  return [a, b, c, d, e, f];
}

function readFloats(engine: PdfiumEngine, count: number, fill: (pointer: number) => unknown): readonly number[] {
  return readNumbers(engine, count, 'float', fill);
}

function readIntegers(engine: PdfiumEngine, count: number, fill: (pointer: number) => unknown): readonly number[] {
  return readNumbers(engine, count, 'i32', fill);
}

/** `count` numbers of four bytes that `fill` writes at the address it is given; none when it fails. */
function readNumbers(
  { allocate, free, runtime }: PdfiumEngine,
  count: number,
  type: 'float' | 'i32',
  fill: (pointer: number) => unknown,
): readonly number[] {
  const pointer = allocate(4 * count);
  try {
    if (!fill(pointer)) return [];
    return Array.from({ length: count }, (_, index) => runtime.getValue(pointer + 4 * index, type));
  } finally {
    free(pointer);
  }
}
