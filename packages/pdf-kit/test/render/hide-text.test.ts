import { degrees, PDFDocument, type PDFPage, StandardFonts } from 'pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { openRenderer, type PageRegion } from '../../src/render.ts';

/** How many dark pixels the left and the right half of a drawing have. */
async function darkHalves(text: 'all' | 'slanted', rotation: number, turn: number): Promise<readonly [number, number]> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([200, 200]);
  page.setRotation(degrees(rotation));
  // As the page is shown, the level text is on the left.
  const isTurned = rotation === 90;
  page.drawText('Level', { font, size: 20, x: isTurned ? 100 : 20, y: isTurned ? 20 : 100, rotate: degrees(rotation) });
  page.drawText('Title', {
    font,
    size: 20,
    x: isTurned ? 60 : 160,
    y: isTurned ? 140 : 100,
    rotate: degrees(rotation + turn),
  });
  const renderer = await openRenderer(await document.save());
  onTestFinished(() => renderer.close());
  const { data, width } = await renderer.renderPage(1, { dpi: 72, pixels: 'gray', text });
  const dark = [...data.entries()].filter(([, value]) => value < 128).map(([index]) => index % width);
  return [dark.filter((x) => x < width / 2).length, dark.filter((x) => x >= width / 2).length];
}

test.each([0, 90])(
  'level and upright text are left out and slanted text drawn, on a page turned by %i',
  async (rotation) => {
    const [level, slanted] = await darkHalves('all', rotation, 80);
    expect(level).toBeGreaterThan(50);
    expect(slanted).toBeGreaterThan(50);
    expect(await darkHalves('slanted', rotation, 80)).toEqual([0, slanted]);
    for (const turn of [90, -90]) expect(await darkHalves('slanted', rotation, turn)).toEqual([0, 0]);
  },
);

/** A page with the same two words on the left and the right, the right ones in a form, and the drawing without the text of a region. */
async function darkBeside(rotation: number, notIn: readonly PageRegion[]): Promise<readonly [number, number]> {
  const inner = await PDFDocument.create();
  const drawOn = async (document: PDFDocument, page: PDFPage) =>
    page.drawText('Words', { font: await document.embedFont(StandardFonts.Helvetica), size: 20, x: 20, y: 100 });
  await drawOn(inner, inner.addPage([100, 200]));
  const document = await PDFDocument.create();
  const page = document.addPage([200, 200]);
  page.setRotation(degrees(rotation));
  await drawOn(document, page);
  page.drawPage(await document.embedPage(inner.getPage(0)), { x: 100, y: 0 });
  const renderer = await openRenderer(await document.save());
  onTestFinished(() => renderer.close());
  const { data } = await renderer.renderPage(1, { dpi: 72, pixels: 'gray', text: { notIn } });
  const dark = [...data.entries()]
    .filter(([, value]) => value < 128)
    .map(([at]) => (rotation === 0 ? at % 200 : at / 200));
  return [dark.filter((along) => along < 100).length, dark.filter((along) => along >= 100).length];
}

test('text is left out in the regions given, in forms and on turned pages too', async () => {
  for (const rotation of [0, 90]) {
    const [left, right] = await darkBeside(rotation, []);
    expect(left).toBeGreaterThan(50);
    expect(right).toBeGreaterThan(50);
    const region = { x: 10, y: 10, width: 80, height: 180 };
    const [first, second] =
      rotation === 0
        ? [region, { ...region, x: 110 }]
        : [
            { x: 10, y: 10, width: 180, height: 80 },
            { x: 10, y: 110, width: 180, height: 80 },
          ];
    expect(await darkBeside(rotation, [first])).toEqual([0, right]);
    expect(await darkBeside(rotation, [second])).toEqual([left, 0]);
  }
});
