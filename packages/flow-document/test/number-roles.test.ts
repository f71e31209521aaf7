import { expect, test } from 'vitest';
import { numberRoles, printedNumbers } from '../src/analysis/running/number-roles.ts';

function rolesOf(...lines: readonly string[]) {
  return numberRoles(new Map(lines.map((line, index) => [index + 1, printedNumbers(line)])));
}

test('a number that rises with the pages counts them; a year and the number of pages do not', () => {
  expect(rolesOf('2007 – page 1 of 9', '2007 – page 2 of 9', '2007 – page 3 of 9')).toEqual([
    'constant',
    'counting',
    'constant',
  ]);
});

test('the numbers of a date stay what they are', () => {
  expect(rolesOf('27/06/08', '27/06/08')).toEqual(['constant', 'constant', 'constant']);
});

test('lone roman numerals count', () => {
  expect(rolesOf('iii', 'iv', 'v')).toEqual(['counting']);
});

test('a part that begins to count anew is still counted', () => {
  expect(rolesOf('A-1', 'A-2', 'A-3', 'B-1', 'B-2')).toEqual(['counting']);
});

test('numbers of list items at the heads of two pages change', () => {
  expect(rolesOf('7.', '12.')).toEqual(['changing']);
});

test('a number that stays on some pages counts no pages: the months of sorted dates', () => {
  expect(rolesOf('7', '8', '8', '9', '9', '10', '10', '11')).toEqual(['changing']);
});
