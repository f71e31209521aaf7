import { expect, test } from 'vitest';
import { convertDrawn, write } from './docx.ts';

const columns = [
  [
    'Insight',
    'Sharing helps people',
    'to save money and it',
    'is more and more liked',
    'by them all over Europe',
    'and beyond it as well.',
  ],
  [
    'Challenge',
    'Insurance is a part of',
    'all that is shared, and',
    'has to find other ways',
    'to support what people',
    'want to do with cars.',
  ],
  [
    'Strategy',
    'The group wants to be',
    'the first to insure the',
    'ways people share what',
    'they have, in countries',
    'where they do it most.',
  ],
] as const;

test('columns of prose on common lines are text, column by column', async () => {
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular, bold }) => {
      columns.forEach(([title, ...lines], column) => {
        write(page, bold, 12, 40 + 115 * column, 80, title);
        lines.forEach((line, row) => {
          // A step in the middle, as a picture between the lines would make, looks like the next row of a table.
          write(page, regular, 9, 40 + 115 * column, 96 + 11 * row + (row > 2 ? 5 : 0), line);
        });
      });
    },
  ]);
  expect(xml).not.toContain('<w:tbl>');
  const all = paragraphs.map(({ text }) => text).join(' ');
  const titles = columns.map(([title]) => all.indexOf(title));
  expect(titles).toEqual([...titles].sort((first, second) => first - second));
  expect(all.indexOf('and beyond it')).toBeLessThan(all.indexOf('Challenge'));
});
