import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

test('what is above the first column is a paragraph of its own: its space would lower all columns', async () => {
  const prose = 'A line of prose ends where the next word would not have fitted, and so it runs on below. ';
  const { paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      write(page, bold, 12, 40, 140, 'Contact');
      setProse(
        page,
        regular,
        'A street and a town that is long enough to be set on two lines here. '.repeat(4),
        40,
        156,
        80,
      );
      setProse(page, regular, prose.repeat(14), 150, 50, 220);
    },
  ]);
  const [spacer, title] = paragraphs;
  expect(spacer?.text).toBe('');
  expect(spacer?.xml).toMatch(/w:line="1\d{3}" w:lineRule="exact"/);
  expect(title?.text).toBe('Contact');
  expect(title?.spacing ?? '').not.toMatch(/w:before="\d{4}"/);
});
