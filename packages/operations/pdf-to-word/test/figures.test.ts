import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { convertBytes, setProse } from './docx.ts';

/** A page with a line of text and one picture at each place, from its left edge and as wide as given. */
async function pictured(
  ...places: readonly {
    readonly x: number;
    readonly width: number;
    readonly borderPt?: number;
    readonly opacity?: number;
  }[]
) {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 500]);
  const font = await document.embedFont(StandardFonts.TimesRoman);
  setProse(page, font, 'Some words stand above the pictures.', 50, 60, 300);
  const blue = sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } });
  const image = await document.embedPng(await blue.png().toBuffer());
  for (const { x, width, borderPt, opacity } of places) {
    page.drawImage(image, { x, y: 250, width, height: 90, ...(opacity === undefined ? {} : { opacity }) });
    if (borderPt === undefined) continue;
    const [left, right, below, above] = [x, x + width, 250, 340];
    for (const y of [below, above]) {
      page.drawLine({ start: { x: left, y }, end: { x: right, y }, thickness: borderPt });
    }
    for (const side of [left, right]) {
      page.drawLine({ start: { x: side, y: below }, end: { x: side, y: above }, thickness: borderPt });
    }
  }
  return convertBytes(await document.save());
}

test('pictures that lie on each other become one, and pictures side by side stay two', async () => {
  const layers = await pictured({ x: 60, width: 120 }, { x: 66, width: 108 });
  expect(layers.xml.match(/<a:blip/g)).toHaveLength(1);
  const neighbours = await pictured({ x: 60, width: 120 }, { x: 200, width: 120 });
  expect(neighbours.xml.match(/<a:blip/g)).toHaveLength(2);
});

test('the lines along the edges of a picture are its border', async () => {
  const { xml } = await pictured({ x: 60, width: 120, borderPt: 1 });
  expect(xml).toMatch(
    /<\/a:prstGeom><a:ln w="12700"><a:solidFill><a:srgbClr val="000000"\/><\/a:solidFill><\/a:ln><\/pic:spPr>/,
  );
  expect(xml).toContain('<wp:effectExtent l="6350" t="6350" r="6350" b="6350"/>');
  expect(xml).not.toContain('wps:wsp');
});

test('a picture that what is below it shows through does so in the document', async () => {
  const { xml } = await pictured({ x: 60, width: 120, opacity: 0.42 });
  expect(xml).toMatch(/<a:blip r:embed="\w+"><a:alphaModFix amt="42000"\/><\/a:blip>/);
  const opaque = await pictured({ x: 60, width: 120 });
  expect(opaque.xml).not.toContain('alphaModFix');
});

test('pictures in the cells of a table come with it, whatever column they are in', async () => {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 500]);
  const font = await document.embedFont(StandardFonts.TimesRoman);
  const blue = sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } });
  const image = await document.embedPng(await blue.png().toBuffer());
  setProse(page, font, 'A table of pictures and what they show.', 50, 60, 300);
  const [columns, rows] = [
    [50, 200, 350],
    [420, 330, 240],
  ];
  for (const y of rows) page.drawLine({ start: { x: 50, y }, end: { x: 350, y }, thickness: 0.5 });
  for (const x of columns) page.drawLine({ start: { x, y: 420 }, end: { x, y: 240 }, thickness: 0.5 });
  for (const [x, y] of [
    [60, 345],
    [210, 345],
    [60, 250],
    [210, 250],
  ] as const) {
    page.drawImage(image, { x, y, width: 70, height: 65 });
    page.drawText('Beside', { x: x + 80, y: y + 50, size: 9, font });
  }
  page.drawImage(image, { x: 50, y: 140, width: 70, height: 65 });
  setProse(page, font, 'What follows stands beside a picture of its own. '.repeat(5).trim(), 130, 305, 220);
  const { xml } = await convertBytes(await document.save());
  const cells = xml.match(/<w:tc>.*?<\/w:tc>/gs) ?? [];
  expect(cells.map((cell) => cell.includes('<a:blip'))).toEqual([true, true, true, true]);
});

test('a word drawn letter by letter, as in a logo, is a picture however low, and fewer marks are none', async () => {
  const withLetters = async (count: number) => {
    const document = await PDFDocument.create();
    const page = document.addPage([400, 500]);
    const font = await document.embedFont(StandardFonts.TimesRoman);
    setProse(page, font, 'Some words stand below the name of a company.', 50, 100, 300);
    for (let letter = 0; letter < count; letter += 1) {
      page.drawEllipse({ x: 60 + 14 * letter, y: 450, xScale: 6, yScale: 6 });
    }
    return convertBytes(await document.save());
  };
  expect((await withLetters(5)).xml).toContain('<a:blip');
  expect((await withLetters(3)).xml).not.toContain('<a:blip');
});
