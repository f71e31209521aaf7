import { openPdf } from '@platen/pdf-kit/objects';
import { expect, test } from 'vitest';
import { walkDocument } from '../src/content/walk-document.ts';
import { createTestPdf } from './build-pdf.ts';

const image = { Type: 'XObject', Subtype: 'Image', Width: 8, Height: 8, ColorSpace: 'DeviceGray', BitsPerComponent: 8 };

async function walk(bytes: Uint8Array) {
  const document = await openPdf(bytes);
  return walkDocument({ context: document.context, pages: document.pages, maxContentBytes: 1_000_000 });
}

test('the size of an image is multiplied through nested forms and the unit of the page', async () => {
  const pdf = createTestPdf();
  const picture = pdf.stream(image, new Uint8Array(64));
  const inner = pdf.stream(
    {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 1, 1],
      Matrix: [2, 0, 0, 3, 0, 0],
      Resources: { XObject: { Im: picture } },
    },
    'q 5 0 0 5 1 1 cm /Im Do Q',
  );
  const outer = pdf.stream(
    { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 99, 99], Resources: { XObject: { Fm: inner } } },
    'q 0 2 -2 0 0 0 cm /Fm Do Q',
  );
  const bytes = pdf.finish({ content: '/Fm Do', resources: { XObject: { Fm: outer } }, page: { UserUnit: 2 } });
  const [placement] = (await walk(bytes)).images.values();
  expect(placement).toEqual({ widthPt: 40, heightPt: 60, pages: new Set([0]) });
});

test('the largest of several placements counts', async () => {
  const pdf = createTestPdf();
  const picture = pdf.stream(image, new Uint8Array(64));
  const bytes = pdf.finish({
    content: 'q 10 0 0 10 0 0 cm /Im Do Q q 0 50 -20 0 0 0 cm /Im Do Q',
    resources: { XObject: { Im: picture } },
  });
  const [placement] = (await walk(bytes)).images.values();
  expect(placement).toMatchObject({ widthPt: 50, heightPt: 20 });
});

test('a form has no scale where its text may be stretched by what draws it', async () => {
  const pdf = createTestPdf();
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9] };
  const inner = pdf.stream(form, '0 0 1 1 re f');
  const stretched = pdf.stream({ ...form, Resources: { XObject: { Fm: inner } } }, '/Fm Do');
  const plain = pdf.stream(form, '0 0 2 2 re f');
  const bytes = pdf.finish({
    content: '80 Tz /Stretched Do 100 Tz q 2 0 0 2 0 0 cm /Plain Do Q',
    resources: { XObject: { Stretched: stretched, Plain: plain } },
  });
  expect([...(await walk(bytes)).formScales.values()]).toEqual([2]);
});

test('an image whose size cannot be told is not listed', async () => {
  const pdf = createTestPdf();
  const picture = pdf.stream(image, new Uint8Array(64));
  const glyph = pdf.stream({}, '100 0 0 0 10 10 d1 10 0 0 10 0 0 cm /Im Do');
  const font = pdf.object({
    Type: 'Font',
    Subtype: 'Type3',
    FontBBox: [0, 0, 10, 10],
    FontMatrix: [0.1, 0, 0, 0.1, 0, 0],
    CharProcs: { a: glyph },
    Encoding: { Differences: [97, 'a'] },
    FirstChar: 97,
    LastChar: 97,
    Widths: [10],
    Resources: { XObject: { Im: picture } },
  });
  const bytes = pdf.finish({ content: 'BT /F 12 Tf (a) Tj ET', resources: { Font: { F: font } } });
  expect((await walk(bytes)).images.size).toBe(0);
});

test('codes are collected for each font, two bytes at a time under Identity-H', async () => {
  const pdf = createTestPdf();
  const simple = pdf.object({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' });
  const composite = pdf.object({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: 'X',
    Encoding: 'Identity-H',
    DescendantFonts: [],
  });
  const other = pdf.object({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: 'Y',
    Encoding: 'NoSuchMap-H',
    DescendantFonts: [],
  });
  const bytes = pdf.finish({
    content: "BT /S 9 Tf (ab) Tj q /C 9 Tf [<00410142> -20 <0041>] TJ Q (c) ' /O 9 Tf (x) Tj ET",
    resources: { Font: { S: simple, C: composite, O: other } },
  });
  const codes = [...(await walk(bytes)).fonts.values()].map((use) => use.codes && [...use.codes]);
  expect(codes).toEqual([[97, 98, 99], [0x41, 0x142], null]);
});

test('a form that draws itself ends the walk', async () => {
  const pdf = createTestPdf();
  const form = pdf.context.nextRef();
  const content = pdf.stream(
    { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], Resources: { XObject: { Fm: form } } },
    '/Fm Do',
  );
  const stream = pdf.context.lookup(content);
  if (stream !== undefined) pdf.context.assign(form, stream);
  const bytes = pdf.finish({ content: '/Fm Do', resources: { XObject: { Fm: form } } });
  expect((await walk(bytes)).complete).toBe(true);
});

test('forms nested by the thousand are read to the last one', async () => {
  const pdf = createTestPdf();
  const picture = pdf.stream(image, new Uint8Array(64));
  const nest = (inner: unknown) =>
    pdf.stream({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], Resources: { XObject: { X: inner } } }, '/X Do');
  let outermost = nest(picture);
  for (let depth = 0; depth < 12_000; depth += 1) outermost = nest(outermost);
  const bytes = pdf.finish({ content: '/X Do', resources: { XObject: { X: outermost } } });
  const { complete, images } = await walk(bytes);
  expect(complete).toBe(true);
  expect(images.size).toBe(0);
});

test('forms that draw the next one ten thousand times are given up after a bounded number of placements', async () => {
  const pdf = createTestPdf();
  const draw = Array.from({ length: 10_000 }, (_, at) => `q ${1 + at / 10_000} 0 0 1 0 0 cm /Fm Do Q`).join(' ');
  let inner = pdf.stream({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] }, 'q Q');
  for (let level = 0; level < 20; level += 1) {
    const Resources = { XObject: { Fm: inner } };
    inner = pdf.stream({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1], Resources }, draw);
  }
  const bytes = pdf.finish({ content: draw, resources: { XObject: { Fm: inner } } });
  const document = await openPdf(bytes);
  let steps = 0;
  const lookup: (...request: never[]) => unknown = document.context.lookup.bind(document.context);
  Object.assign(document.context, {
    lookup(...request: never[]) {
      steps += 1;
      return lookup(...request);
    },
  });
  const usage = walkDocument({ context: document.context, pages: document.pages, maxContentBytes: 1_000_000 });
  expect(usage.formScales.size).toBe(0);
  expect(steps).toBeLessThan(4_000_000);
});
