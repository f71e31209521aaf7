import { intersectBoxes } from '../page-model/box.ts';
import type { Box } from '../page-model/types.ts';
import { pageObjects } from './page-objects.ts';
import type { PdfiumEngine } from './pdfium-engine.ts';

/** More are not looked through: the page then counts as one with objects on it. */
const maxObjects = 1_000;

/** False where PDFium places all objects of a page beside what is visible of it: that it draws nothing is then right. */
export function hasObjectsOnPage(engine: PdfiumEngine, page: number): boolean {
  const { api } = engine;
  const pointer = engine.allocate(4 * 4);
  const side = (index: number) => engine.runtime.getValue(pointer + 4 * index, 'float');
  // FS_RECTF has left, top, right and bottom.
  const visible: Box | null = api.FPDF_GetPageBoundingBox(page, pointer)
    ? { x0: side(0), y0: side(3), x1: side(2), y1: side(1) }
    : null;
  const isBeside = (object: number) => {
    if (visible === null || !api.FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12))
      return false;
    return intersectBoxes({ x0: side(0), y0: side(1), x1: side(2), y1: side(3) }, visible) === null;
  };
  let count = 0;
  let found = false;
  for (const { object, forms } of pageObjects(api, page, maxObjects)) {
    count += 1;
    // What is in a form has bounds in its space.
    if (forms.length > 0 || isBeside(object)) continue;
    found = true;
    break;
  }
  engine.free(pointer);
  return found || count >= maxObjects;
}
