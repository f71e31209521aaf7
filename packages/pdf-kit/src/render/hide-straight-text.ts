import { pageObjects } from './page-objects.ts';
import type { PdfiumEngine } from './pdfium-engine.ts';

/** FPDF_TEXTRENDERMODE_FILL_CLIP of fpdf_edit.h: from here on text is, or is also, the outline that others are clipped to. */
const clipMode = 4;
/** PDFium has them all in memory already. */
const maxObjects = 1_000_000;
/** Level, downwards and upwards, in degrees. What is upside down is part of a drawing. */
const straightAngles = [0, 90, 270, 360];
/** Degrees by which straight text may be off. */
const tolerance = 1;
/** FS_MATRIX of fpdfview.h: six floats. */
const matrixBytes = 24;

/** Leaves out the level and upright text of a loaded page when it is drawn: what is so as the page is shown. */
export function hideStraightText({ api, runtime, allocate, free }: PdfiumEngine, page: number): void {
  const matrix = allocate(matrixBytes);
  const angleOf = (object: number): number => {
    if (!api.FPDFPageObj_GetMatrix(object, matrix)) return 0;
    const [cosine, sine] = [0, 4].map((offset) => runtime.getValue(matrix + offset, 'float'));
    return (Math.atan2(sine ?? 0, cosine ?? 1) * 180) / Math.PI;
  };
  const pageAngle = 90 * api.FPDFPage_GetRotation(page);
  for (const { object, isText, forms } of pageObjects(api, page, maxObjects)) {
    if (!isText || api.FPDFTextObj_GetTextRenderMode(object) >= clipMode) continue;
    const angle = [object, ...forms].reduce((sum, around) => sum + angleOf(around), -pageAngle);
    const turned = ((angle % 360) + 360) % 360;
    if (straightAngles.some((straight) => Math.abs(turned - straight) <= tolerance))
      api.FPDFPageObj_SetIsActive(object, false);
  }
  free(matrix);
}
