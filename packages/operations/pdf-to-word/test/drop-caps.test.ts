import { expect, test } from 'vitest';
import { convertDrawn, write } from './docx.ts';

const beside = [
  'arbours are places where many trades meet, and we have',
  'looked after ours for a hundred years. In the last of them',
  'we rebuilt the quay and opened the customs house to all',
];
const below = 'who wish to see it. None of this would have been possible without';

test('an initial over several lines is the first letter of its paragraph', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 44, 50, 124, 'H');
      for (const [index, line] of beside.entries()) write(page, regular, 10, 86, 100 + 12 * index, line);
      write(page, regular, 10, 50, 136, below);
      write(page, regular, 10, 50, 148, 'the fishermen.');
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([`H${[...beside, below].join(' ')} the fishermen.`]);
});

test('a large letter beside a label is no initial', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 44, 50, 124, 'A');
      write(page, regular, 10, 92, 100, 'Hall');
      write(page, regular, 10, 50, 200, 'A line of prose stands far below the letter and its label.');
    },
  ]);
  expect(paragraphs.map(({ text }) => text).join(' ')).not.toContain('AHall');
});
