import { loadSharp } from '@platen/pdf-kit/sharp';
import {
  appendBezierCurve,
  clip,
  endPath,
  moveTo,
  PDFDocument,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
} from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertBytes, drawPages, setProse } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next.';

async function withPicture(show: (page: PDFPage, draw: () => void) => void): Promise<string> {
  const sharp = await loadSharp();
  const png = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();
  const bytes = await drawPages([
    (page, { regular }) => {
      setProse(page, regular, prose, 40, 80, 320);
      setProse(page, regular, prose, 40, 440, 320);
    },
  ]);
  const document = await PDFDocument.load(bytes);
  const image = await document.embedPng(png);
  const page = document.getPage(0);
  show(page, () => page.drawImage(image, { x: 100, y: 150, width: 100, height: 150 }));
  return (await convertBytes(await document.save())).xml;
}

/** Shows 100 × 75 points of the picture, without the upper half. */
function clipped(page: PDFPage, draw: () => void): void {
  page.pushOperators(pushGraphicsState(), rectangle(100, 150, 100, 75), clip(), endPath());
  draw();
  page.pushOperators(popGraphicsState());
}

test('what the clip of a picture hides is cut off, and not squeezed into what is shown', async () => {
  expect(await withPicture(clipped)).toContain('<a:srcRect l="0" t="50000" r="0" b="0"/>');
});

test('a picture that is shown whole has nothing cut off', async () => {
  expect(await withPicture((_, draw) => draw())).not.toContain('<a:srcRect');
});

/** Shows the circle of 100 points in the middle of the picture. */
function round(page: PDFPage, draw: () => void): void {
  const [x, y, r, k] = [150, 225, 50, 27.6];
  page.pushOperators(
    pushGraphicsState(),
    moveTo(x + r, y),
    appendBezierCurve(x + r, y + k, x + k, y + r, x, y + r),
    appendBezierCurve(x - k, y + r, x - r, y + k, x - r, y),
    appendBezierCurve(x - r, y - k, x - k, y - r, x, y - r),
    appendBezierCurve(x + k, y - r, x + r, y - k, x + r, y),
    clip(),
    endPath(),
  );
  draw();
  page.pushOperators(popGraphicsState());
}

test('a picture in a round clip stays round', async () => {
  expect(await withPicture(round)).toContain('<a:prstGeom prst="ellipse">');
  expect(await withPicture(clipped)).toContain('<a:prstGeom prst="rect">');
});
