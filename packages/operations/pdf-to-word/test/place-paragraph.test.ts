import { expect, test } from 'vitest';
import { convertDrawn, write } from './docx.ts';

test('a tab behind a bullet leads to the text where the other lines begin left of it', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      ['first item of a list of things', 'second item of the list'].forEach((text, index) => {
        const y = 60 + 40 * index;
        write(page, regular, 10, 60, y, '\u2022');
        write(page, regular, 10, 70, y, `The ${text} that fills its line up to the very end of it, so`);
        write(
          page,
          regular,
          10,
          50,
          y + 12,
          'that what comes after it has to begin another line, at the left edge of the',
        );
        write(page, regular, 10, 50, y + 24, 'text.');
      });
    },
  ]);
  expect(paragraphs[0]?.list).not.toBeNull();
  const [, position] = /<w:tab w:val="left"[^>]* w:pos="(\d+)"/.exec(paragraphs[0]?.xml ?? '') ?? [];
  expect(Number(position) / 20).toBeCloseTo(20, 0);
});

test('items that hang on their text need no stop', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      for (const y of [60, 90]) {
        write(page, regular, 10, 50, y, '\u2022');
        write(page, regular, 10, 64, y, 'An item of a list that fills its line up to the very end of it, so that');
        write(page, regular, 10, 64, y + 12, 'it goes on below.');
      }
    },
  ]);
  expect(xml).toContain('<w:numPr>');
  expect(xml).not.toContain('<w:tabs>');
});

test('the title of a numbered line of contents begins at its tab, and dots lead to its page', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      ['I', 'II', 'III'].forEach((number, index) => {
        const y = 60 + 24 * index;
        write(page, regular, 10, 50, y, `Article ${number}`);
        write(page, regular, 10, 98, y, `Title ${number}`);
        for (let x = 150; x < 520; x += 7) write(page, regular, 10, x, y, '.');
        write(page, regular, 10, 540, y, `${index + 2}`);
      });
    },
  ]);
  const stops = [...(paragraphs[0]?.xml ?? '').matchAll(/<w:tab w:val="(\w+)"/g)].map(([, alignment]) => alignment);
  expect(stops).toEqual(['left', 'right']);
});
