import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// What README.md says was measured is what the results say.

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
/** Not the digit of a name, such as that of pdf2docx. */
const numbersIn = (text: string) =>
  [...text.matchAll(/(?<![A-Za-z\d.])\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));

const lines = read('README.md').split('\n');
const from = lines.findIndex((line) => line.startsWith('| measured')) + 2;
const rows = lines.slice(from, lines.indexOf('', from)).map((line) => line.split('|').slice(1, -1));

test('the table of README.md has rows', () => {
  expect(rows.length).toBeGreaterThan(4);
});

let results = '';
const measured = rows.map(([name = '', ...cells]) => {
  // "The same" has its results where the row above has them.
  results = /\((benchmarks\/results\/[\w-]+\.md)\)/.exec(name)?.[1] ?? results;
  return { name: `${name.trim()}: ${cells[0]?.trim()}`, results, shown: cells.flatMap(numbersIn) };
});

test.each(measured)('$name', ({ results, shown }) => {
  // Errors are measured where scores are shown.
  const found = numbersIn(read(results)).flatMap((number) => [number.toFixed(4), (1 - number).toFixed(4)]);
  expect(shown.filter((number) => !found.includes(number.toFixed(4)))).toEqual([]);
});
