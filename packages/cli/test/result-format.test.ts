import { readOptionFields } from '@platen/core/internal';
import { standardOperations } from '@platen/standard';
import { expect, test } from 'vitest';
import { chooseFormat } from '../src/convert/result-format.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

test.each([...standardOperations])('$name: each format that it makes may be named, and one only', (operation) => {
  const { terminal } = createRecordingTerminal();
  const fields = readOptionFields(operation);
  const choices = fields.allowed('format') ?? fields.allowed('output');
  const choose = (name: string) =>
    chooseFormat(operation, {}, { path: `/x/${name}`, isFolder: false, isPipe: false }, { terminal, force: false });
  for (const choice of choices ?? []) {
    expect(Object.values(choose(`a.${choice}`).options)).toEqual([choice]);
  }
  const made = choices ?? ['pdf', 'docx', 'xlsx'].filter((format) => isTaken(() => choose(`a.${format}`)));
  expect(choices !== undefined || made.length === 1).toBe(true);
  expect(() => choose('a.epub')).toThrow(`${operation.name} makes`);
  expect(isTaken(() => choose('a.v2'))).toBe(true);
});

test('one table of a PDF may be named as a CSV file, several formats go into a folder', () => {
  const { terminal } = createRecordingTerminal();
  const toExcel = standardOperations.find(({ name }) => name === 'pdf/to-excel');
  if (toExcel === undefined) throw new TypeError('pdf/to-excel is a standard operation');
  const choose = (given: Readonly<Record<string, unknown>>, path: string, isFolder: boolean) =>
    chooseFormat(toExcel, given, { path, isFolder, isPipe: false }, { terminal, force: false });
  expect(choose({}, '/x/a.csv', false)).toMatchObject({ options: { output: 'csv' }, maySeveral: true });
  expect(choose({ output: ['json'] }, '/x', true).nameFor('in/a.pdf')).toBe('a.json');
  expect(choose({ output: ['xlsx,csv'] }, '/x', true)).toMatchObject({ maySeveral: true });
  expect(() => choose({ output: ['xlsx', 'csv'] }, '/x/a.xlsx', false)).toThrow('ask for two formats');
});

test('an archive of images may be named, and is one file', () => {
  const { terminal } = createRecordingTerminal();
  const toImage = standardOperations.find(({ name }) => name === 'pdf/to-image');
  if (toImage === undefined) throw new TypeError('pdf/to-image is a standard operation');
  const choose = (given: Readonly<Record<string, unknown>>, path: string, isFolder = false) =>
    chooseFormat(toImage, given, { path, isFolder, isPipe: false }, { terminal, force: false });
  expect(choose({ format: 'jpg' }, '/x/a.zip')).toMatchObject({
    options: { format: 'jpg', zip: true },
    maySeveral: false,
  });
  expect(choose({ zip: true }, '/x', true).nameFor('in/a.pdf')).toBe('a.zip');
  expect(() => choose({ zip: true }, '/x/a.png')).toThrow('ask for two formats');
});

function isTaken(call: () => unknown): boolean {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}
