import { expect, test } from 'vitest';
import { convertDrawn, write } from './docx.ts';

test('an item whose lines happen to share their middle is not centred where the second begins below its text', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(
        page,
        regular,
        10,
        50,
        88,
        'A line above it that is as long as the lines of this page may be, with its last word.',
      );
      write(page, regular, 10, 50, 112, '-');
      write(page, regular, 10, 68, 112, 'The keeping of methods out of the model, which will depend on');
      write(page, regular, 10, 68, 124, 'classes of their own, and avoid what would be in the way');
      write(page, regular, 10, 50, 136, '-');
      write(page, regular, 10, 68, 136, 'Short');
    },
  ]);
  const [, first, second] = paragraphs;
  expect(first?.list).not.toBeNull();
  expect(second?.list).toBe(first?.list);
  expect(first?.xml).not.toContain('w:val="center"');
});
