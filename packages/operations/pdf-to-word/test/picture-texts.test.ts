import { degrees, type PDFPage, rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, type TestFonts, write } from './docx.ts';

const months = ['January', 'March', 'May', 'July', 'September'];

/** A line over an axis, with months below it. */
function drawChart(page: PDFPage, { regular }: TestFonts, labels: readonly string[]): void {
  page.drawLine({ start: { x: 60, y: 200 }, end: { x: 340, y: 200 }, thickness: 1 });
  page.drawSvgPath('M 0 0 L 60 -40 C 90 -80 120 -20 180 -90 L 280 -20', {
    x: 60,
    y: 202,
    borderColor: rgb(0.8, 0.1, 0.1),
  });
  page.drawSvgPath('M 0 0 C 90 -20 120 -70 180 -10 L 280 -60', { x: 60, y: 202, borderColor: rgb(0.1, 0.1, 0.8) });
  labels.forEach((label, index) => void write(page, regular, 8, 62 + 56 * index, 312, label));
}

const textsIn = (xml: string) =>
  [...xml.matchAll(/<w:txbxContent>(.*?)<\/w:txbxContent>/gs)].map(([, inner = '']) => inner.replace(/<[^>]*>/g, ''));

test('the labels of a chart are text boxes on its drawing, grouped with it', async () => {
  const { xml, parts, warnings } = await convertDrawn([(page, fonts) => drawChart(page, fonts, months)]);
  expect(textsIn(xml)).toEqual(months);
  const [, group = '', whole = ''] =
    /<mc:Choice Requires="wpg">(.*?)<\/mc:Choice><mc:Fallback>(.*?)<\/mc:Fallback>/s.exec(xml) ?? [];
  // The drawing without the labels, and the picture as a whole for readers that know nothing of groups.
  const pictureIn = (some: string) => /r:embed="([^"]*)"/.exec(some)?.[1];
  expect(pictureIn(group)).toBeDefined();
  expect(pictureIn(whole)).not.toBe(pictureIn(group));
  expect(parts.get('word/styles.xml')).toContain('w:styleId="PictureText"');
  expect(warnings).toEqual([]);
});

test('no box reaches out of its group', async () => {
  const { xml } = await convertDrawn([(page, fonts) => drawChart(page, fonts, months)]);
  const [, groupWidth] = /<a:chExt cx="(\d+)"/.exec(xml) ?? [];
  const boxes = [...xml.matchAll(/<wps:spPr><a:xfrm><a:off x="(-?\d+)" y="-?\d+"\/><a:ext cx="(\d+)"/g)];
  expect(boxes).toHaveLength(months.length);
  for (const [, x, width] of boxes) {
    expect(Number(x)).toBeGreaterThanOrEqual(0);
    expect(Number(x) + Number(width)).toBeLessThanOrEqual(Number(groupWidth) + 1);
  }
});

test('an upright title is a text box in front of the drawing, slanted labels stay in it, and a name too', async () => {
  const { xml } = await convertDrawn([
    (page, fonts) => {
      drawChart(page, fonts, months);
      page.drawText('Visitors', { font: fonts.regular, size: 8, x: 55, y: 220, rotate: degrees(90) });
      page.drawSvgPath('M 0 0 C 60 -60 120 -20 280 -40', { x: 60, y: 202, borderColor: rgb(0.1, 0.8, 0.1) });
      page.drawText('Slanted', { font: fonts.regular, size: 8, x: 200, y: 235, rotate: degrees(10) });
    },
  ]);
  expect(textsIn(xml).toSorted()).toEqual(['Visitors', ...months].toSorted());
  expect(xml).toMatch(/behindDoc="0"(?:(?!<\/wp:anchor>).)*vert="vert270"/s);
  expect(xml).toMatch(/descr="[^"]*Visitors/);
  const few = await convertDrawn([(page, fonts) => drawChart(page, fonts, months.slice(0, 2))]);
  expect(textsIn(few.xml)).toEqual([]);
});

test('signs that mark the points of a chart stay in its drawing, and its labels are text boxes', async () => {
  const { xml, warnings } = await convertDrawn([
    (page, fonts) => {
      drawChart(page, fonts, months);
      for (const x of [80, 140, 200, 260, 320]) write(page, fonts.regular, 8, x, 270, '+');
      write(page, fonts.regular, 8, 180, 280, 'Visitors + guests');
    },
  ]);
  expect(textsIn(xml).toSorted()).toEqual(['Visitors + guests', ...months].toSorted());
  expect(warnings).toEqual([]);
});
