import { rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

type Draw = Parameters<typeof convertDrawn>[0][number];

const prose = 'A line of prose ends where the next word would not have fitted, and so the words run on.';

async function running(...extras: readonly Draw[]): Promise<string> {
  const page: Draw = (page, fonts) => {
    setProse(page, fonts.regular, prose, 50, 90, 300);
    for (const extra of extras) extra(page, fonts);
  };
  const { parts } = await convertDrawn([page]);
  return [...parts].flatMap(([name, content]) => (/^word\/(header|footer)/.test(name) ? [content] : [])).join('');
}

test('small lines at the edges of a single page are its header and footer', async () => {
  const found = await running(
    (page, { regular }) => write(page, regular, 7, 50, 30, 'Journal of prose'),
    (page, { regular }) => write(page, regular, 7, 50, 480, 'Registered in England'),
  );
  expect(found).toContain('Journal of prose');
  expect(found).toContain('Registered in England');
});

test('a note at the foot, and a line as large as the text, stay text', async () => {
  const note: Draw = (page, { regular }) => write(page, regular, 7, 50, 480, '1 See there.');
  const large: Draw = (page, { regular }) => write(page, regular, 12, 50, 30, 'A letterhead');
  expect(await running(note, large)).toBe('');
});

test('a number by itself at the foot is that of the page', async () => {
  expect(await running((page, { regular }) => write(page, regular, 8, 195, 480, '29'))).toContain('29');
});

test('an address at the foot, far below a letter, is its footer, with the bar above it', async () => {
  const address: Draw = (page, { regular }) => {
    page.drawRectangle({ x: 50, y: 44, width: 300, height: 5, color: rgb(0.9, 0.7, 0) });
    write(page, regular, 12, 50, 475, 'Street of the Society 12, Hamburg');
  };
  expect(await running(address)).toContain('Street of the Society');
});
