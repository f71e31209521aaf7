import type { PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertBytes, drawPages, setProse, type TestFonts, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next.';

const plain = (page: PDFPage, { regular }: TestFonts) => {
  setProse(page, regular, prose, 40, 80, 320);
};

/** Notes at odd heights beside each other, with no gutter between them: running text sets them one below the other. */
const scattered = (page: PDFPage, { regular }: TestFonts) => {
  for (const [index, word] of ['Research', 'Design', 'Projects', 'Travel'].entries()) {
    write(page, regular, 10, 40 + 80 * index, 80 + 3 * index, `${word} at`);
    write(page, regular, 10, 40 + 80 * index, 92 + 3 * index, 'home');
  }
  write(page, regular, 10, 40, 160, '\u2022 A label of a list');
  write(page, regular, 10, 40, 172, '\u2022 that stays text');
  write(page, regular, 10, 40, 210, '\u2022 An item of a list whose lines are as long as these are, and so run on');
  write(page, regular, 10, 46.3, 222, 'from one to the next, where the text behind its label begins.');
};

test('a page that would be longer as running text keeps its places, and says so; the others run on', async () => {
  const { xml, warnings, paragraphs } = await convertBytes(await drawPages([plain, scattered, plain]));
  const texts = paragraphs.filter(({ text }) => text !== '');
  const framed = texts.filter((paragraph) => paragraph.xml.includes('<w:framePr'));
  expect(warnings).toContain('LAYOUT_KEPT');
  expect(framed.length).toBeGreaterThan(0);
  expect(framed.every(({ list }) => list === null)).toBe(true);
  expect(framed.map(({ text }) => text)).not.toContain(prose);
  expect(framed.map(({ text }) => text)).toContain(
    '\u2022\tAn item of a list whose lines are as long as these are, and so run on from one to the next, where the text behind its label begins.',
  );
  expect(texts.filter(({ text }) => text === prose)).toHaveLength(2);
  expect(xml.match(/<w:sectPr/g)?.length).toBe(3);
});

test('a page of running text has no frames', async () => {
  const { xml, warnings } = await convertBytes(await drawPages([plain, plain]));
  expect(warnings).not.toContain('LAYOUT_KEPT');
  expect(xml).not.toContain('<w:framePr');
});
