import { processingFailed } from '@platen/core';
import { chainMatrices, invertMatrix, type Matrix, transformPoint } from '../page-model/matrix.ts';
import type { PageSize } from '../render/page-geometry.ts';
import type { PdfiumDocument } from '../render/pdfium-document.ts';
import type { PdfiumEngine } from '../render/pdfium-engine.ts';
import { type PageFrame, pageToUserSpace, shownSize } from './page-frame.ts';
import { readPdfText } from './read-pdf-text.ts';
import type { ScanPage } from './scan.ts';

/** FPDF_PAGEOBJ_* of fpdf_edit.h. */
const objectKind = { text: 1, path: 2, image: 3, shading: 4, form: 5 } as const;

/** Levels of nested forms that are followed, which ends cycles. */
const maxFormDepth = 12;
/** An image below this share of the page (a logo, a stamp) says nothing about the resolution of a scan. */
const minImageShare = 0.02;

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
    const images = objects
      .filter(({ kind }) => kind === objectKind.image)
      .map((image) => measureImage(engine, image, frame));
    const text = readPdfText(engine, handle, invertMatrix(pageToUserSpace(frame)));
    return {
      widthPt,
      heightPt,
      imageCoverage: Math.min(
        1,
        images.reduce((sum, { share }) => sum + share, 0),
      ),
      imageDpi: finestDpi(images.filter(({ share }) => share >= minImageShare)),
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
}

function measureImage(engine: PdfiumEngine, { handle, toPage }: PageObject, frame: PageFrame): ImageMeasure {
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
  };
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
