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

test.each([
  ['A', 'year later the trees were gone and', 'It had been a good year for them.', 'A year later'],
  ['I', 'n the spring they sold the house to', 'They lived in the town since then.', 'In the spring'],
])('the words of a page tell whether the initial %s is one of them', async (letter, line, other, text) => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      const { x, gap } = letter === 'A' ? { x: 50, gap: 30 } : { x: 50, gap: 22 };
      write(page, regular, 44, x, 124, letter);
      write(page, regular, 10, x + gap, 100, line);
      write(page, regular, 10, x + gap, 112, 'nobody remembered the names of the');
      write(page, regular, 10, x, 136, `people who had planted them. ${other}`);
    },
  ]);
  expect(paragraphs[0]?.text).toContain(text);
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
