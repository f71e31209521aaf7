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

function isTaken(call: () => unknown): boolean {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}
