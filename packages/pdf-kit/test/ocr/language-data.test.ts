import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLanguageData, installedLanguages } from '../../src/ocr/language-data.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-languages-'));
  await writeFile(join(folder, 'deu.traineddata'), '');
  await writeFile(join(folder, 'chi_sim.traineddata.gz'), '');
  await writeFile(join(folder, 'osd.traineddata'), '');
  await writeFile(join(folder, 'notes.txt'), '');
});
afterAll(() => rm(folder, { recursive: true }));

test('English comes with the install, and orientation data is no language', async () => {
  const languages = await installedLanguages();
  expect(languages).toContain('eng');
  expect(languages).not.toContain('osd');
});

test('the data files of a folder are languages too, in one sorted list', async () => {
  const languages = await installedLanguages([folder]);
  expect(languages).toEqual(expect.arrayContaining(['chi_sim', 'deu', 'eng']));
  expect(languages).toEqual([...languages].sort());
  expect(languages).not.toContain('osd');
});

test('a folder comes before the packages, plain and compressed data alike', async () => {
  expect(await findLanguageData('deu', [folder])).toBe(join(folder, 'deu.traineddata'));
  expect(await findLanguageData('chi_sim', [folder])).toBe(join(folder, 'chi_sim.traineddata.gz'));
  expect(await findLanguageData('osd', [folder])).toBe(join(folder, 'osd.traineddata'));
});

test('a folder that does not exist holds nothing, and a code cannot leave its folder', async () => {
  expect(await installedLanguages([join(folder, 'absent')])).toContain('eng');
  expect(await findLanguageData('../eng', [folder])).toBeNull();
  expect(await findLanguageData('xyz', [folder])).toBeNull();
});
