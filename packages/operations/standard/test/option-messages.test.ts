import type { Operation } from '@platen/core';
import { checkOptionValues, readOptionFields } from '@platen/core/internal';
import { describe, expect, test } from 'vitest';
import { standardOperations } from '../src/index.ts';

const badTexts = ['abc', '', '-1', '1.5', '99999999', 'NaN', '0x10', '1e3', 'true', '\u0000', 'x'.repeat(1_000)];
/** What JavaScript and JSON can give where a form cannot. */
const badValues = [...badTexts, null, 7, -1, 1.5, Number.NaN, Infinity, true, {}, [], [7], ['a', null], 10n, () => 1];

const libraryWords = /expected|received|invalid|too (small|big)|unrecognized|undefined|NaN(?!")/i;

async function problemsOf(operation: Operation, options: Readonly<Record<string, unknown>>) {
  return (await checkOptionValues(operation, options)).problems ?? [];
}

describe.each(standardOperations.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  test('what is wrong with an option is said once, in words for people', async () => {
    for (const name of Object.keys(readOptionFields(operation).schemas)) {
      for (const value of badValues) {
        const problems = await problemsOf(operation, { [name]: value });
        const about = problems.filter(({ field }) => field === name);
        expect(about.length, `${name}=${String(value)}`).toBeLessThanOrEqual(1);
        for (const { problem } of problems) {
          expect(problem, `${name}=${String(value)}`).not.toMatch(libraryWords);
          expect(problem.length, `${name}=${String(value).slice(0, 10)}`).toBeLessThan(400);
        }
      }
    }
  });
});

test('a margin that leaves no room for the picture is refused', async () => {
  const imageToPdf = standardOperations.find(({ name }) => name === 'image/to-pdf');
  if (imageToPdf === undefined) throw new Error('no such operation');
  expect(await problemsOf(imageToPdf, { margin: '110', pageSize: 'a4' })).toEqual([
    { field: 'margin', problem: 'leaves no room on a page of a4: it can be 104 at most' },
  ]);
  expect(await problemsOf(imageToPdf, { margin: '104', pageSize: 'a4' })).toEqual([]);
  expect(await problemsOf(imageToPdf, { margin: '110', pageSize: 'fit' })).toEqual([]);
});

test('the outputs of pdf/to-excel are one word, several words, or a list', async () => {
  const toExcel = standardOperations.find(({ name }) => name === 'pdf/to-excel');
  if (toExcel === undefined) throw new Error('no such operation');
  const outputOf = async (output: unknown) => {
    const checked = await checkOptionValues(toExcel, output === undefined ? {} : { output });
    return 'values' in checked ? checked.values.output : checked.problems;
  };
  expect(await outputOf(undefined)).toEqual(['xlsx']);
  expect(await outputOf('CSV')).toEqual(['csv']);
  expect(await outputOf('json, xlsx,json')).toEqual(['json', 'xlsx']);
  expect(await outputOf(['csv', 'json'])).toEqual(['csv', 'json']);
  const allowed = ['xlsx', 'csv', 'json'];
  for (const bad of ['ods', 'csv,ods', [], ['csv', 7], '']) {
    const problem = `must be one or more of xlsx, csv, json, not ${JSON.stringify(bad)}`;
    expect(await outputOf(bad)).toEqual([{ field: 'output', problem, allowed }]);
  }
});
