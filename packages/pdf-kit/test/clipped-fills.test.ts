import {
  appendBezierCurve,
  clip,
  closePath,
  endPath,
  fill,
  lineTo,
  moveTo,
  PDFOperator,
  PDFOperatorNames,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
} from 'pdf-lib';
import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { drawPdf } from './draw-pdf.ts';

const bend = 0.5523;

/** A rectangle with round corners; a circle if its radius is half of both sides. */
function rounded(x: number, y: number, width: number, height: number, radius: number): PDFOperator[] {
  const [x1, y1, handle] = [x + width, y + height, (1 - bend) * radius];
  return [
    moveTo(x + radius, y),
    lineTo(x1 - radius, y),
    appendBezierCurve(x1 - handle, y, x1, y + handle, x1, y + radius),
    lineTo(x1, y1 - radius),
    appendBezierCurve(x1, y1 - handle, x1 - handle, y1, x1 - radius, y1),
    lineTo(x + radius, y1),
    appendBezierCurve(x + handle, y1, x, y1 - handle, x, y1 - radius),
    lineTo(x, y + radius),
    appendBezierCurve(x, y + handle, x + handle, y, x + radius, y),
    closePath(),
  ];
}

async function pageOf(...operators: readonly PDFOperator[]) {
  const document = await openPageModel(await drawPdf(({ page }) => page.pushOperators(...operators)));
  try {
    return await document.readPage(1);
  } finally {
    await document.close();
  }
}

test('a rectangle that fills all of a round clip has the shape of the clip', async () => {
  const inClip = (shape: readonly PDFOperator[], filled: PDFOperator) => [
    pushGraphicsState(),
    ...shape,
    clip(),
    endPath(),
    filled,
    fill(),
    popGraphicsState(),
  ];
  const { fills, drawings } = await pageOf(
    ...inClip(rounded(50, 700, 100, 40, 8), rectangle(50, 700, 100, 40)),
    ...inClip(rounded(200, 700, 20, 20, 10), rectangle(190, 690, 40, 40)),
    ...inClip(rounded(300, 700, 100, 40, 8), rectangle(300, 700, 60, 40)),
  );
  expect(
    drawings.map(({ circle, roundedBox }) => [circle !== undefined, Math.round(roundedBox?.radiusPt ?? 0)]),
  ).toEqual([
    [false, 8],
    [true, 0],
  ]);
  // A part of the clip has no shape of its own.
  expect(fills.map(({ box }) => box.x0)).toEqual([300]);
});

test('a rectangle that covers a clip without curves is a fill, however the clip is shaped', async () => {
  const { fills, drawings } = await pageOf(
    pushGraphicsState(),
    moveTo(50, 700),
    lineTo(50, 680),
    lineTo(130, 680),
    lineTo(130, 700),
    lineTo(125, 700),
    lineTo(125, 681),
    lineTo(55, 681),
    lineTo(55, 700),
    clip(),
    endPath(),
    rectangle(50, 680, 80, 20),
    fill(),
    popGraphicsState(),
  );
  expect([fills.length, drawings]).toEqual([1, []]);
});

test('a rectangle that only touches its clip shows nothing', async () => {
  const { rules, fills } = await pageOf(
    rectangle(50, 700, 2, 100),
    clip(),
    endPath(),
    rectangle(52, 700, 300, 100),
    fill(),
  );
  expect([...rules, ...fills]).toEqual([]);
});

test('the rest of a round clip around a hole of its shape is a ring, for boxes and for circles', async () => {
  const border = (x: number, width: number, radius: number) => [
    pushGraphicsState(),
    ...rounded(x, 700, width, 40, radius),
    clip(),
    endPath(),
    rectangle(x, 700, width, 40),
    ...rounded(x + 1, 701, width - 2, 38, radius - 1),
    PDFOperator.of(PDFOperatorNames.FillEvenOdd),
    popGraphicsState(),
  ];
  const { fills, drawings } = await pageOf(...border(50, 100, 20), ...border(200, 40, 20));
  expect(fills).toEqual([]);
  expect(drawings.map(({ fillColor, roundedBox }) => [fillColor, roundedBox?.strokeWidthPt])).toEqual([
    [null, 1],
    [null, 1],
  ]);
});
