import { expect, test } from 'vitest';
import { convertDrawn, write } from './docx.ts';

test('spaces typed between two sentences are no tab, and stay as they were typed', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 10, 50, 100, 'Here a sentence ends, and spaces part it from another.');
      write(page, regular, 10, 50, 112, 'Many authors type two.     Some type five of them, as here.');
      write(page, regular, 10, 50, 124, 'The sentence runs on below them.');
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([
    'Here a sentence ends, and spaces part it from another. Many authors type two.     Some type five of them, ' +
      'as here. The sentence runs on below them.',
  ]);
});

test('a long row of spaces is a tab', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => write(page, regular, 10, 50, 100, `Name of the author:${' '.repeat(12)}Date of the day:`),
  ]);
  expect(paragraphs[0]?.text).toBe('Name of the author:\tDate of the day:');
});
