import { fill, popGraphicsState, pushGraphicsState, rectangle } from 'pdf-lib';
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
