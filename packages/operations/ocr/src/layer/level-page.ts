import { chainMatrices, type Matrix } from '@platen/pdf-kit/geometry';
import type { PdfPage } from '@platen/pdf-kit/objects';
import { pageFrameOf, surroundContent } from '@platen/pdf-kit/ocr';
import type { PDFContext } from '@platen/pdf-kit/pdf-lib';

/**
 * Turns the content of a page about its middle so that lines that fell to the right by `skewDegrees` are level. No
 * pixel is resampled: the viewer draws the same image at an angle. Gives the map it applied in user space.
 */
export function levelPage(context: PDFContext, page: PdfPage, skewDegrees: number): Matrix {
  const { left, bottom, right, top } = pageFrameOf(context, page);
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const radians = (skewDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const turn = chainMatrices([1, 0, 0, 1, -x, -y], [cos, sin, -sin, cos, 0, 0], [1, 0, 0, 1, x, y]);
  const numbers = turn.map((value) => String(Math.round(value * 1e6) / 1e6)).join(' ');
  surroundContent(context, page, `q ${numbers} cm\n`, 'Q\n');
  return turn;
}
