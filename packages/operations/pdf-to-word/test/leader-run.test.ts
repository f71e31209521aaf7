import { expect, test } from 'vitest';
import { convertDrawn, write } from './docx.ts';

test('dots that lead to a page number are a tab with a leader, whether they touch the text or not', async () => {
  const { xml, paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 10, 50, 100, 'Introduction ............................ 5');
      write(page, regular, 10, 50, 120, 'Methods............................17');
      write(page, regular, 10, 50, 160, 'A sentence of prose may end in dots ...');
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([
    'Introduction\t5',
    'Methods\t17',
    'A sentence of prose may end in dots ...',
  ]);
  expect(xml.match(/w:leader="dot"/g)).toHaveLength(2);
});
