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
  const whole: Box = { x0: 0, y0: 0, x1: api.FPDF_GetPageWidthF(page), y1: api.FPDF_GetPageHeightF(page) };
  const pointer = engine.allocate(4 * 4);
  const areaOf = (object: number) => {
    const [x0, y0, x1, y1] = [pointer, pointer + 4, pointer + 8, pointer + 12] as const;
    if (!api.FPDFPageObj_GetBounds(object, x0, y0, x1, y1)) return 0;
    const side = (at: number) => engine.runtime.getValue(at, 'float');
    const box = intersectBoxes({ x0: side(x0), y0: side(y0), x1: side(x1), y1: side(y1) }, whole);
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
  return count > mostObjects || redrawn > mostRedrawings * boxArea(whole);
}
