import { loadSharp } from '@platen/pdf-kit/sharp';
import { PDFDocument, rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertBytes, convertDrawn, drawPages, setProse } from './docx.ts';

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

test('a drawing as wide as the page with text on it moves no text down', async () => {
  const { xml } = await convertDrawn([
    (page, { regular, bold }) => {
      page.drawRectangle({ x: 0, y: 400, width: 400, height: 100, color: rgb(0.1, 0.1, 0.2) });
      page.drawSvgPath('M 250 0 L 300 -100 L 400 -100 L 400 0 Z', { x: 0, y: 400, color: rgb(0.9, 0.7, 0) });
      page.drawText('HydroMax 220', { x: 40, y: 455, size: 20, font: bold, color: rgb(1, 1, 1) });
      page.drawText('Pumps for sites', { x: 40, y: 430, size: 9, font: regular, color: rgb(1, 1, 1) });
      page.drawText('DATA SHEET', { x: 310, y: 450, size: 9, font: bold });
      for (const y of [130, 230, 330]) setProse(page, regular, prose, 40, y, 320);
    },
  ]);
  expect(xml).toContain('<wpg:wgp>');
  expect(xml).not.toContain('<wp:wrapSquare');
});

test('pictures in a row that ends past the text stay in one line', async () => {
  const { paragraphs } = await withPictures(
    [
      [40, 60, 300],
      [40, 300, 300],
    ],
    [
      [40, 320, 80, 80],
      [160, 320, 80, 80],
      [280, 320, 80, 80],
    ],
  );
  const row = paragraphs.find(({ xml }) => xml.includes('<wp:inline'));
  expect(row?.xml.match(/<wp:inline/g)).toHaveLength(3);
  const [, endTwips] = /w:right="(-?\d+)"/.exec(row?.xml ?? '') ?? [];
  expect(Number(endTwips)).toBeLessThan(0);
});
