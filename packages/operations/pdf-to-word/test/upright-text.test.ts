import { degrees } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn } from './docx.ts';

const lines = [
  'The table that this page shows is too wide to stand on it upright, so the',
  'author set it sideways, and whoever reads it has to turn the page to do so.',
];

test.each([90, 270])(
  'a page whose text is turned by %d degrees becomes a level page of the other shape',
  async (angle) => {
    const { xml, paragraphs } = await convertDrawn([
      (page, { regular }) => {
        for (const [index, line] of lines.entries()) {
          const x = angle === 90 ? 60 + 12 * index : 340 - 12 * index;
          page.drawText(line, { font: regular, size: 10, x, y: angle === 90 ? 60 : 440, rotate: degrees(angle) });
        }
      },
    ]);
    expect(paragraphs.map(({ text }) => text)).toEqual([lines.join(' ')]);
    expect(xml).toContain('w:w="10000" w:h="8000" w:orient="landscape"');
  },
);
