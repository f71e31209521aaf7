import { degrees } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next.';

test('a note that runs up the margin is a text box whose text runs up', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, prose, 60, 80, 300);
      page.drawText('Filed on the first of May', { font: regular, size: 9, x: 30, y: 150, rotate: degrees(90) });
    },
  ]);
  const [box = ''] = /<wps:txbx>.*?<\/wps:bodyPr>|<wps:txbx>.*?<wps:bodyPr[^>]*>/s.exec(xml) ?? [];
  expect(box).toContain('vert="vert270"');
  expect(box.replace(/<[^>]*>/g, '')).toBe('Filed on the first of May');
  expect(xml).toContain(prose);
});

test('a watermark across all pages is turned in their header', async () => {
  const { xml, parts } = await convertDrawn(
    [1, 2, 3].map((number) => (page, { regular }) => {
      page.drawText('DRAFT', { font: regular, size: 60, x: 120, y: 150, rotate: degrees(45) });
      setProse(page, regular, `${number} ${prose}`, 60, 80, 300);
    }),
  );
  const headers = [...parts].filter(([name]) => name.startsWith('word/header')).map(([, content]) => content);
  expect(headers.join('')).toMatch(/<a:xfrm rot="18900000">.*DRAFT/s);
  expect(xml).not.toContain('DRAFT');
});
