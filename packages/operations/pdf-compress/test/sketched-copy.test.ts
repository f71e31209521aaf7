import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '@platen/core';
import { createPdfWriter, openPdf } from '@platen/pdf-kit/objects';
import { PDFName, PDFRawStream } from '@platen/pdf-kit/pdf-lib';
import { openRenderer } from '@platen/pdf-kit/render';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSketchedUpdate, writeSketchedCopy } from '../src/check/sketched-copy.ts';
import { prepareDocument } from '../src/compress-document.ts';
import type { ImageResult } from '../src/images/image-task.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-sketched-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const jpegOf = (size: number, background: string) =>
  sharp({ create: { width: size, height: size, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** A page that is one red picture, in a file with a cross-reference of either kind. */
async function writeRedPage(path: string, objectStreams: boolean): Promise<number> {
  const picture = await jpegOf(200, '#f00');
  const writer = createPdfWriter(path, { version: '1.5', objectStreams });
  const [pages, page, content, image] = [1, 2, 3, 4].map(() => writer.reserve()) as [number, number, number, number];
  const root = writer.reserve();
  writer.writeObject(root, `<</Type/Catalog/Pages ${pages} 0 R>>`);
  writer.writeObject(pages, `<</Type/Pages/Kids[${page} 0 R]/Count 1>>`);
  const resources = `/Resources<</XObject<</I ${image} 0 R>>>>`;
  writer.writeObject(
    page,
    `<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 72 72]/Contents ${content} 0 R${resources}>>`,
  );
  writer.writeStream(content, '<<>>', Buffer.from('72 0 0 72 0 0 cm /I Do'));
  const dict = '<</Subtype/Image/Width 200/Height 200/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode>>';
  writer.writeStream(image, dict, picture);
  writer.finish({ root, info: null, permanentId: null });
  return image;
}

async function layeredResult(objectNumber: number): Promise<ImageResult> {
  const dataPath = join(folder, 'sketch.jpg');
  writeFileSync(dataPath, await jpegOf(20, '#00f'));
  const layer = { dataPath, width: 20, height: 20 };
  return {
    objectNumber,
    generationNumber: 0,
    dataPath,
    sizeBytes: 1,
    width: 20,
    height: 20,
    bitsPerComponent: 8,
    filter: 'DCTDecode',
    predictorColors: null,
    color: 'keep',
    isLossy: true,
    layers: { mask: layer, foreground: { color: [] } },
    sketch: layer,
  };
}

test.each([true, false])(
  'a sketch takes the place of its scan, whatever lists the objects (streams: %s)',
  async (isStream) => {
    const [path, target] = [join(folder, 'in.pdf'), join(folder, 'sketched.pdf')];
    const image = await writeRedPage(path, isStream);
    const prepared = prepareDocument(await openPdf(path), defaultLimits);
    const update = await createSketchedUpdate(prepared, path, [await layeredResult(image)]);
    await writeSketchedCopy(path, update ?? Buffer.of(), target);
    const [before, after] = [readFileSync(path), readFileSync(target)];
    expect(after.subarray(0, before.length)).toEqual(before);
    const { context, repairs } = await openPdf(target);
    expect(repairs).toEqual([]);
    const widths = context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFRawStream ? [object.dict.get(PDFName.of('Width'))?.toString()] : [],
      );
    expect(widths).toContain('20');
    const renderer = await openRenderer(target);
    const { data } = await renderer.renderPage(1, { dpi: 72 });
    expect([...data.subarray(0, 3)].map((value) => Math.round(value / 64))).toEqual([0, 0, 4]);
    renderer.close();
  },
);

test('a file without large images needs no sketches', async () => {
  const path = join(folder, 'plain.pdf');
  const result = { ...(await layeredResult(await writeRedPage(path, true))), sketch: null };
  const prepared = prepareDocument(await openPdf(path), defaultLimits);
  expect(await createSketchedUpdate(prepared, path, [result])).toBeNull();
});
