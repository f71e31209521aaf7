import { boxAround, containsMiddle } from '../page-model/box.ts';
import { type Matrix, transformPoint } from '../page-model/matrix.ts';
import type { Box, Point } from '../page-model/types.ts';
import type { PixelLayout } from './page-geometry.ts';
import { pageObjects } from './page-objects.ts';
import type { PdfiumEngine } from './pdfium-engine.ts';

/** Level and upright text: all of it, or what is in one of some boxes, in pixels of the bitmap. */
export type HiddenText = 'straight' | readonly Box[];

/** FPDF_TEXTRENDERMODE_FILL_CLIP of fpdf_edit.h: from here on text is, or is also, the outline that others are clipped to. */
const clipMode = 4;
/** PDFium has them all in memory already. */
const maxObjects = 1_000_000;
/** Level, downwards and upwards, in degrees. What is upside down is part of a drawing. */
const straightAngles = [0, 90, 270, 360];
/** Degrees by which straight text may be off. */
const tolerance = 1;

/** Leaves out text of a loaded page when it is drawn. Level and upright is what is so as the page is shown. */
export function hideText(engine: PdfiumEngine, page: number, layout: PixelLayout, hidden: HiddenText): void {
  const { api } = engine;
  const places = objectPlaces(engine, page, layout);
  const pageAngle = 90 * api.FPDFPage_GetRotation(page);
  for (const { object, isText, forms } of pageObjects(api, page, maxObjects)) {
    if (!isText || api.FPDFTextObj_GetTextRenderMode(object) >= clipMode) continue;
    const angle = [object, ...forms].reduce((sum, around) => sum + places.angleOf(around), -pageAngle);
    const turned = ((angle % 360) + 360) % 360;
    if (!straightAngles.some((straight) => Math.abs(turned - straight) <= tolerance)) continue;
    if (hidden === 'straight' || isIn(hidden, places.boxOf(object, forms))) api.FPDFPageObj_SetIsActive(object, false);
  }
  places.free();
}

/** Several texts may be drawn at once, and one text in several pieces. */
function isIn(boxes: readonly Box[], drawn: Box): boolean {
  return boxes.some((box) => containsMiddle(box, drawn) || containsMiddle(drawn, box));
}

/** How objects of a page are turned, and where they are. */
function objectPlaces({ api, runtime, allocate, free }: PdfiumEngine, page: number, layout: PixelLayout) {
  // FS_MATRIX of fpdfview.h, the largest of what is read here: six floats.
  const pointer = allocate(4 * 6);
  const read = (count: number, kind: 'float' | 'i32') =>
    Array.from({ length: count }, (_, index) => runtime.getValue(pointer + 4 * index, kind));
  const matrixOf = (object: number): Matrix => {
    if (!api.FPDFPageObj_GetMatrix(object, pointer)) return [1, 0, 0, 1, 0, 0];
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = read(6, 'float');
    return [a, b, c, d, e, f];
  };
  const onBitmap = ({ x, y }: Point): Point => {
    const { pageX, pageY, pageWidth, pageHeight } = layout;
    api.FPDF_PageToDevice(page, pageX, pageY, pageWidth, pageHeight, 0, x, y, pointer, pointer + 4);
    const [left = 0, top = 0] = read(2, 'i32');
    return { x: left, y: top };
  };
  return {
    angleOf(object: number): number {
      const [cosine, sine] = matrixOf(object);
      return (Math.atan2(sine, cosine) * 180) / Math.PI;
    },
    boxOf(object: number, forms: readonly number[]): Box {
      api.FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12);
      const [left = 0, bottom = 0, right = 0, top = 0] = read(4, 'float');
      const matrices = forms.map(matrixOf).reverse();
      const onPage = (corner: Point) => matrices.reduce(({ x, y }, matrix) => transformPoint(matrix, x, y), corner);
      const corners = [left, right].flatMap((x) => [bottom, top].map((y) => ({ x, y })));
      return boxAround(corners.map((corner) => onBitmap(onPage(corner))));
    },
    free: () => free(pointer),
  };
}
