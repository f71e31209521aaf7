import {
  appendBezierCurve,
  closePath,
  fill,
  grayscale,
  lineTo,
  moveTo,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
} from 'pdf-lib';
import { expect, test } from 'vitest';
import { openPageModel, type Page } from '../src/page-model.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';

async function readFirst(draw: (pen: Pen) => void): Promise<Page> {
  const document = await openPageModel(await drawPdf(draw));
  const page = await document.readPage(1);
  await document.close();
  return page;
}

/** Rectangles nested at these distances from the outermost, filled in one go. */
function fillNested({ page }: Pen, distances: readonly number[]): void {
  const nested = distances.map((by) => rectangle(100 + by, 500 + by, 300 - 2 * by, 100 - 2 * by));
  page.pushOperators(pushGraphicsState(), ...nested, fill(), popGraphicsState());
}

test('rectangles nested in each other are the sides of the frames between them, of a single or a double border', async () => {
  for (const [distances, sides] of [
    [[0, 1.5], 4],
    [[0, 1.5, 3, 4.5], 8],
  ] as const) {
    const { fills, rules } = await readFirst((pen) => fillNested(pen, distances));
    expect(fills).toEqual([]);
    expect(rules).toHaveLength(sides);
  }
});

test('rectangles nested far from each other are panels', async () => {
  const { fills } = await readFirst((pen) => fillNested(pen, [0, 1.5, 3, 20]));
  expect(fills).toHaveLength(4);
});

test('a circle and the corners of a box are told by their radius from other curves', async () => {
  const { drawings } = await readFirst(({ page }) => {
    page.drawCircle({ x: 100, y: 300, size: 20, color: grayscale(0.5) });
    page.drawEllipse({ x: 300, y: 300, xScale: 40, yScale: 20, color: grayscale(0.5) });
    page.drawSvgPath('M8 0 L112 0 Q120 0 120 8 L120 52 Q120 60 112 60 L8 60 Q0 60 0 52 L0 8 Q0 0 8 0 Z', {
      x: 100,
      y: 200,
      color: grayscale(0.5),
    });
  });
  expect(drawings.map(({ circle, roundedBox }) => [circle?.strokeWidthPt, roundedBox?.radiusPt])).toEqual([
    [0, undefined],
    [undefined, undefined],
    [undefined, 8],
  ]);
});

test('a filled box with round corners between two points is one', async () => {
  const { drawings } = await readFirst(({ page }) => {
    const point = (x: number) => [moveTo(x, 100), lineTo(x, 100)];
    const bar = [
      moveTo(102, 100),
      lineTo(248, 100),
      appendBezierCurve(249.1, 100, 250, 100.9, 250, 102),
      appendBezierCurve(250, 103.1, 249.1, 104, 248, 104),
      lineTo(102, 104),
      appendBezierCurve(100.9, 104, 100, 103.1, 100, 102),
      appendBezierCurve(100, 100.9, 100.9, 100, 102, 100),
      closePath(),
    ];
    page.pushOperators(...point(100), ...bar, ...point(250), fill());
  });
  expect(drawings.map(({ roundedBox }) => roundedBox?.strokeWidthPt)).toEqual([0]);
});

/** A box with round corners, each of `count` curves along a quarter circle. */
function roundedBy(
  count: number,
  { width, height, radius }: { width: number; height: number; radius: number },
): string {
  const middles = [
    [width - radius, height - radius, 0],
    [radius, height - radius, 1],
    [radius, radius, 2],
    [width - radius, radius, 3],
  ] as const;
  const corners = middles.flatMap(([x, y, quarter]) =>
    Array.from({ length: count + 1 }, (_, index) => {
      const angle = (Math.PI / 2) * (quarter + index / count);
      const at = `${x + radius * Math.cos(angle)} ${y + radius * Math.sin(angle)}`;
      return index === 0 ? `L${at}` : `C${at} ${at} ${at}`;
    }),
  );
  return `M${width} ${height - radius} ${corners.join(' ')} Z`;
}

test('the large corners of a card are corners, be they of 32 curves each', async () => {
  const { drawings } = await readFirst(({ page }) => {
    page.drawSvgPath(roundedBy(32, { width: 200, height: 100, radius: 24 }), { x: 50, y: 400, color: grayscale(0.9) });
  });
  expect(drawings.map(({ roundedBox }) => Math.round(roundedBox?.radiusPt ?? 0))).toEqual([24]);
});
