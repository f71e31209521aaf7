import type { PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next.';

/** A code of 21 × 21 modules, 2 points each, of which every other one or so is filled. */
function drawCode(page: PDFPage, x: number, y: number): void {
  for (let module = 0; module < 21 * 21; module++) {
    if ((module * module + 3 * module) % 5 > 2) continue;
    page.drawRectangle({ x: x + 2 * (module % 21), y: y + 2 * Math.floor(module / 21), width: 2, height: 2 });
  }
}

test('a code of many small squares is a picture', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, prose, 50, 60, 300);
      drawCode(page, 150, 250);
      setProse(page, regular, prose, 50, 350, 300);
    },
  ]);
  expect([...xml.matchAll(/<pic:pic>/g)]).toHaveLength(1);
});

test('squares with text on them are a ground', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      drawCode(page, 150, 250);
      write(page, regular, 10, 152, 232, 'on it');
      setProse(page, regular, prose, 50, 350, 300);
    },
  ]);
  expect(xml).not.toContain('<pic:pic');
});
