import { expect, test } from 'vitest';
import { convertDrawn, write } from './docx.ts';

test('a paragraph at the head of a page that text runs on to keeps its distance from the one before', async () => {
  const words = 'the words of this line reach as far as any other line of the page does';
  const { paragraphs } = await convertDrawn(
    [0, 1].map(() => (page, { regular }) => {
      for (let index = 0; index < 12; index++) {
        const y = 50 + 34 * index;
        write(page, regular, 10, 50, y, `As before, ${words},`);
        write(page, regular, 10, 50, y + 12, 'and here it ends.');
      }
    }),
  );
  const spaces = paragraphs.slice(1).map(({ spacing }) => /w:before="(\d+)"/.exec(spacing)?.[1]);
  expect(paragraphs.every(({ xml }) => !xml.includes('pageBreakBefore'))).toBe(true);
  expect(new Set(spaces).size).toBe(1);
});
