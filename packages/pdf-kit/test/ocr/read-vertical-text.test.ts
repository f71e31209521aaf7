import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { runsVertically } from '../../src/ocr/runs-vertically.ts';
import { findVerticalStrips } from '../../src/ocr/vertical-strips.ts';
import { createWasmRecognizer, type GreyRaster, recognizePage, toRecognizedPage } from '../../src/ocr.ts';
import { declarationScan } from './declaration-scan.ts';

const recognizer = createWasmRecognizer();
afterAll(() => recognizer.close());

/** The scan with a piece of its own first line beside it, turned so that it reads upwards or downwards. */
async function scanWithLabel(degrees: 90 | 270): Promise<GreyRaster> {
  const page = await declarationScan((scan) => scan.extend({ bottom: 300, background: '#ffffff' }));
  const { data, widthPx, heightPx } = page;
  const shown = sharp(Buffer.from(data), { raw: { width: widthPx, height: heightPx, channels: 1 } });
  const label = await shown
    .clone()
    .extract({ left: 140, top: 170, width: 760, height: 70 })
    .rotate(degrees)
    .png()
    .toBuffer();
  const { data: labelled } = await shown
    .composite([{ input: label, left: 15, top: 30 }])
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { ...page, data: labelled };
}

test.each([
  ['upwards', 270, 270],
  ['downwards', 90, 90],
] as const)('text that runs %s beside level text is read, and placed', async (_course, degrees, angle) => {
  const raster = await scanWithLabel(degrees);
  const recognition = await recognizePage(recognizer, raster, { languages: ['eng'] });
  const label = recognition.lines.filter(({ baseline }) => runsVertically(baseline));
  expect(label.map(({ words }) => words.map(({ text }) => text).join(' '))).toEqual(['Declaration of Independence']);
  expect(recognition.lines.flatMap(({ words }) => words.filter(({ text }) => text === 'Independence'))).toHaveLength(2);
  const placed = toRecognizedPage(recognition, raster).lines.find((line) => line.angle !== undefined);
  expect(placed?.angle).toBe(angle);
  const points = 72 / raster.dpi;
  for (const { box } of placed?.words ?? []) {
    expect(box.x0).toBeGreaterThan(15 * points);
    expect(box.x1).toBeLessThan(85 * points);
    expect(box.y1 - box.y0).toBeGreaterThan(box.x1 - box.x0);
  }
  // The baseline is the edge of the letters that is away from their tops.
  const middle = (placed?.words[0]?.box.x0 ?? 0) / 2 + (placed?.words[0]?.box.x1 ?? 0) / 2;
  expect(Math.sign((placed?.baseline ?? 0) - middle)).toBe(angle === 270 ? 1 : -1);
});

test('level text, rules and the edge of a dark margin are no strips', async () => {
  const raster = await declarationScan((page) =>
    page
      .extend({ left: 40, background: '#000000' })
      .composite([
        { input: { create: { width: 3, height: 600, channels: 3, background: '#000000' } }, left: 90, top: 100 },
      ]),
  );
  const lines = await recognizer.recognize(raster, { languages: ['eng'] });
  expect(findVerticalStrips(raster, lines, 36)).toEqual([]);
});
