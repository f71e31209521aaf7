import { loadSharp } from '@platen/pdf-kit/sharp';
import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertBytes, drawPages, setProse } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next.';

type Place = readonly [x: number, y: number, width: number, height: number];

/** The document made of a page of prose, in places from the top left, and pictures, from the bottom left. */
async function withPictures(texts: readonly (readonly [number, number, number])[], pictures: readonly Place[]) {
  const sharp = await loadSharp();
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();
  const bytes = await drawPages([
    (page, { regular }) => {
      for (const [x, y, width] of texts) setProse(page, regular, prose, x, y, width);
    },
  ]);
  const document = await PDFDocument.load(bytes);
  const image = await document.embedPng(png);
  for (const [x, y, width, height] of pictures) document.getPage(0).drawImage(image, { x, y, width, height });
  return convertBytes(await document.save());
}

test('pictures side by side, with no text beside them, are in one line with tabs between them', async () => {
  const { paragraphs } = await withPictures(
    [
      [40, 60, 320],
      [40, 300, 320],
    ],
    [
      [40, 320, 80, 80],
      [160, 320, 80, 80],
      [280, 320, 80, 80],
    ],
  );
  const row = paragraphs.find(({ xml }) => xml.includes('<wp:inline'));
  expect(row?.xml.match(/<wp:inline/g)).toHaveLength(3);
  expect(row?.xml.match(/<w:tab\/>/g)).toHaveLength(2);
  expect(row?.xml).not.toContain('<wp:anchor');
});

test('a picture that ends a column at the foot of the page hangs on the paragraph above it', async () => {
  const { xml, paragraphs } = await withPictures(
    [
      [30, 60, 150],
      [220, 60, 150],
      [220, 160, 150],
      [220, 260, 150],
      [220, 360, 150],
    ],
    [[30, 40, 150, 120]],
  );
  expect(xml).toContain('<w:cols w:num="2"');
  const [above] = paragraphs.filter(({ text }) => text === prose);
  expect(above?.xml).toContain('<wp:anchor');
  expect(xml).not.toContain('<wp:inline');
});
