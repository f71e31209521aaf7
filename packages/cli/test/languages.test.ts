import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exitCodes } from '../src/exit-code.ts';
import { languageFolder, useLanguageFolder } from '../src/language-folder.ts';
import { main } from '../src/main.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-languages-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function platen(...args: readonly string[]) {
  const { terminal, printed, notes } = createRecordingTerminal();
  return { code: await main(args, terminal), printed, notes };
}

test('the languages installed are listed', async () => {
  expect((await platen('languages', 'list')).printed).toContain('eng');
  expect(JSON.parse((await platen('languages', 'list', '--json')).printed.join(''))).toContain('eng');
});

test('a data file is added under its name', async () => {
  const file = join(folder, 'deu.traineddata');
  await writeFile(file, 'data');
  const target = join(folder, 'added');
  const { code, notes } = await platen('languages', 'add', file, '--folder', target);
  expect([code, notes]).toEqual([exitCodes.success, [`added ${join(target, 'deu.traineddata')}`]]);
  expect(await readdir(target)).toEqual(['deu.traineddata']);
  const again = await platen('languages', 'add', file, '--folder', target, '--json');
  expect(again.notes).toEqual([]);
  expect(JSON.parse(again.printed.join(''))).toEqual({ added: [join(target, 'deu.traineddata')] });
});

test('a name that cannot be added does not keep the others out', async () => {
  const file = join(folder, 'deu.traineddata');
  await writeFile(file, 'data');
  const missing = join(folder, 'fra.traineddata');
  const target = join(folder, 'added');
  const { code, notes } = await platen('languages', 'add', missing, file, '--folder', target);
  expect(code).toBe(exitCodes.incomplete);
  expect(notes).toEqual([`added ${join(target, 'deu.traineddata')}`, expect.stringContaining('there is no such file')]);
  const { printed } = await platen('languages', 'add', missing, file, '--folder', target, '--json');
  expect(JSON.parse(printed.join(''))).toEqual({
    added: [join(target, 'deu.traineddata')],
    failed: [{ name: missing, error: expect.objectContaining({ code: 'USAGE' }) }],
  });
});

test.each([
  [['remove', 'deu'], 'there is no "platen languages remove"'],
  [['add'], 'say which: platen languages add <code or file>…'],
  [['add', 'Deutsch'], 'is not a language code'],
  [['add', '--registry=http://127.0.0.1'], 'there is no option --registry'],
  [['add', './letter.pdf'], 'is not named like language data'],
  [['add', './deu.traineddata'], 'cannot be read: there is no such file'],
])('languages %j is a usage error with words', async (args, words) => {
  const { code, notes } = await platen('languages', ...args, '--folder', folder);
  expect(code).toBe(exitCodes.usage);
  expect(notes).toEqual([expect.stringContaining(words)]);
});

test('the folder of added languages is searched behind those of the environment', () => {
  const environment: NodeJS.ProcessEnv = {
    PLATEN_OCR_LANGUAGES: '/some/where',
    XDG_DATA_HOME: folder,
    LOCALAPPDATA: folder,
  };
  useLanguageFolder(environment);
  useLanguageFolder(environment);
  expect(environment.PLATEN_OCR_LANGUAGES).toBe(['/some/where', languageFolder(environment)].join(delimiter));
});
