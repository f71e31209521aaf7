import { degrees, PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { openRenderer } from '../../src/render.ts';

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
