import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

const prose = (number: number) =>
  `Page ${number} says what it says, and goes on to say it, line by line. `.repeat(12).trim();

/** The texts of the footers of five pages that show a number and a name, at these distances from the left edge. */
async function footers(placesOf: (number: number) => { readonly number: number; readonly name: number }) {
  const { parts } = await convertDrawn(
    [1, 2, 3, 4, 5].map((number) => (page, { regular }) => {
      const places = placesOf(number);
      setProse(page, regular, prose(number), 50, 60, 300);
      write(page, regular, 8, places.number, 480, `No. ${number}`);
      write(page, regular, 8, places.name, 480, 'Name of it');
    }),
  );
  const names = [...parts.keys()].filter((name) => name.startsWith('word/footer')).sort();
  return names.map((name) =>
    (parts.get(name) ?? '')
      .replace(/<[^>]*>/g, '')
      .replace(/\d/g, '#')
      .trim(),
  );
}

test('left-hand pages that mirror right-hand ones have a footer of their own', async () => {
  const mirrored = await footers((number) =>
    number % 2 === 1 ? { number: 325, name: 50 } : { number: 50, name: 310 },
  );
  expect(mirrored).toEqual(['Name of itNo. #', 'No. #Name of it']);
});

test('pages that show the same in the same third share a footer', async () => {
  const moved = await footers((number) => ({ number: number % 2 === 1 ? 325 : 318, name: 50 }));
  expect(moved).toEqual(['Name of itNo. #']);
});
