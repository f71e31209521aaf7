import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openPageModel } from '../../src/page-model.ts';
import { openCanvasDocument } from '../../src/render/canvas-document.ts';
import { layOutPixels } from '../../src/render/page-geometry.ts';

const specimen = fileURLToPath(new URL('../fixtures/specimen.pdf', import.meta.url));

test('pdf.js is loaded for reading without what it draws with', async () => {
  const document = await openPageModel(specimen);
  onTestFinished(() => document.close());
  expect((await document.readPage(1)).lines.length).toBeGreaterThan(0);
  expect(globalThis).not.toHaveProperty('DOMMatrix');
  expect(globalThis).not.toHaveProperty('Path2D');
});

test('and draws all the same, loaded once more', async () => {
  const document = await openCanvasDocument(specimen, undefined);
  onTestFinished(() => document.close());
  const [size] = await document.pageSizes();
  if (size === undefined) throw new Error('the specimen has pages');
  const { data } = await document.drawPage(1, {
    layout: layOutPixels(size, { dpi: 72 }),
    pixels: 'gray',
    background: 0xffffff,
    annotations: true,
    hiddenText: null,
    wholePixels: false,
  });
  const dark = data.reduce((count, value) => count + (value < 128 ? 1 : 0), 0);
  expect(dark).toBeGreaterThan(200);
  expect(dark).toBeLessThan(data.length / 2);
});
