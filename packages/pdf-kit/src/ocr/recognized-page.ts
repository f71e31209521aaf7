import { chainMatrices, identityMatrix, type Matrix, transformPoint } from '../page-model/matrix.ts';
import type { RecognizedLine } from '../page-model/text/recognized-line.ts';
import { moveBox } from './move-lines.ts';
import type { PageRecognition } from './recognize-page.ts';
import type { GreyRaster, Stroke } from './recognizer.ts';
import { runsVertically } from './runs-vertically.ts';

/** A recognised page for the page model: in points from its top-left corner. */
export interface RecognizedPage {
  readonly widthPt: number;
  readonly heightPt: number;
  /** The clockwise rotation from the page as drawn; 0 if that was upright. */
  readonly rotation: PageRecognition['rotation'];
  readonly lines: readonly RecognizedLine[];
}

/**
 * Converts what was recognised on a raster to points on the upright page. Words keep their size. On a skewed page they are
 * where they are drawn, or with `level` where they would be on the page deskewed about its centre, so that the rows of a
 * table are horizontal: at 1°, the ends of a row are as far apart as two rows.
 */
export function toRecognizedPage(
  recognition: Pick<PageRecognition, 'lines' | 'toRaster' | 'rotation' | 'skewDegrees'>,
  raster: GreyRaster,
  { level = false }: { readonly level?: boolean } = {},
): RecognizedPage {
  const { widthPt, heightPt, toPoints } = pagePoints(recognition, raster, { level });
  const toPage = chainMatrices(recognition.toRaster, toPoints);
  return {
    widthPt,
    heightPt,
    rotation: recognition.rotation,
    lines: recognition.lines.map(({ words, baseline }) => ({
      words: words.map(({ text, box, confidence, disputed }) => ({
        text,
        confidence,
        ...(disputed === true ? { disputed } : {}),
        box: moveBox(box, toPage),
      })),
      ...placeBaseline(baseline, toPage),
    })),
  };
}

/** The size of an upright page, and the transform to its points from the pixels of its raster: see `toRecognizedPage`. */
export function pagePoints(
  { rotation, skewDegrees }: Pick<PageRecognition, 'rotation' | 'skewDegrees'>,
  raster: Omit<GreyRaster, 'data'>,
  { level }: { readonly level: boolean },
): Pick<RecognizedPage, 'widthPt' | 'heightPt'> & { readonly toPoints: Matrix } {
  const pointsPerPixel = 72 / raster.dpi;
  const sideways = rotation === 90 || rotation === 270;
  const widthPt = raster.widthPx * pointsPerPixel;
  const heightPt = raster.heightPx * pointsPerPixel;
  const upright = sideways ? { widthPt: heightPt, heightPt: widthPt } : { widthPt, heightPt };
  const toPoints = chainMatrices(
    [pointsPerPixel, 0, 0, pointsPerPixel, 0, 0],
    uprightTurn(rotation, widthPt, heightPt),
    level ? levellingTurn(skewDegrees, upright) : identityMatrix,
  );
  return { ...upright, toPoints };
}

function placeBaseline(baseline: Stroke, toPage: Matrix): Pick<RecognizedLine, 'baseline' | 'angle'> {
  const { x, y } = transformPoint(toPage, (baseline.x0 + baseline.x1) / 2, (baseline.y0 + baseline.y1) / 2);
  if (!runsVertically(baseline)) return { baseline: y };
  return { baseline: x, angle: baseline.y1 < baseline.y0 ? 270 : 90 };
}

/** The rotation about the centre of a page that corrects its skew. */
function levellingTurn(
  skewDegrees: number,
  { widthPt, heightPt }: Pick<RecognizedPage, 'widthPt' | 'heightPt'>,
): Matrix {
  const radians = (skewDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [x, y] = [widthPt / 2, heightPt / 2];
  return chainMatrices([1, 0, 0, 1, -x, -y], [cos, -sin, sin, cos, 0, 0], [1, 0, 0, 1, x, y]);
}

/** The transform from the coordinates of a page as drawn to those of the upright page. */
function uprightTurn(rotation: PageRecognition['rotation'], widthPt: number, heightPt: number): Matrix {
  switch (rotation) {
    case 0:
      return [1, 0, 0, 1, 0, 0];
    case 90:
      return [0, 1, -1, 0, heightPt, 0];
    case 180:
      return [-1, 0, 0, -1, widthPt, heightPt];
    case 270:
      return [0, -1, 1, 0, 0, widthPt];
  }
}
