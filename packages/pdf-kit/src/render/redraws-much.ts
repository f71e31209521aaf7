import { boxArea, intersectBoxes } from '../page-model/box.ts';
import type { Box } from '../page-model/types.ts';
import { pageObjects } from './page-objects.ts';
import type { PdfiumEngine } from './pdfium-engine.ts';

/** 25 000 small objects with a blend mode take 2.5 s; most of that is looking through those before them. */
const mostObjects = 5_000;

/** How often the page may be drawn again: 40 objects as large as it, each with a blend mode, are 780 times and 20 s at 150 dpi. */
const mostRedrawings = 50;

/**
 * Whether PDFium would take long for a page without an alpha channel: it then draws what is below an object with a blend mode
 * anew for each of them.
 */
export function redrawsMuch(engine: PdfiumEngine, page: number): boolean {
  const { api } = engine;
  const pointer = engine.allocate(4 * 4);
  const side = (index: number) => engine.runtime.getValue(pointer + 4 * index, 'float');
  // FS_RECTF has left, top, right and bottom.
  const whole: Box | null = api.FPDF_GetPageBoundingBox(page, pointer)
    ? { x0: side(0), y0: side(3), x1: side(2), y1: side(1) }
    : null;
  const areaOf = (object: number) => {
    if (whole === null || !api.FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12)) return 0;
    const box = intersectBoxes({ x0: side(0), y0: side(1), x1: side(2), y1: side(3) }, whole);
    return box === null ? 0 : boxArea(box);
  };
  let [count, below, redrawn] = [0, 0, 0];
  for (const { object, forms } of pageObjects(api, page, mostObjects + 1)) {
    // What is in a form has bounds in its space, seldom another than that of the page.
    const area = Math.min(...[object, ...forms.slice(0, 1)].map(areaOf));
    if (api.FPDFPageObj_HasTransparency(object)) redrawn += Math.min(below, count * area);
    below += area;
    count += 1;
  }
  engine.free(pointer);
  return count > mostObjects || (whole !== null && redrawn > mostRedrawings * boxArea(whole));
}
