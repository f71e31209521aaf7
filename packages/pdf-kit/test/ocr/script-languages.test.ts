import { afterAll, expect, test } from 'vitest';
import { languagesFor } from '../../src/ocr/script-languages.ts';
import { createRecognizer, languageOfScript, recognizePage } from '../../src/ocr.ts';
import { declarationScan } from './declaration-scan.ts';

const recognizer = createRecognizer({ languageFolders: [], tesseractProgram: null, secondReader: 'none' });
afterAll(() => recognizer.close());

test('a script is read in its installed languages, the likeliest first, three at most', () => {
  const installed = ['ara', 'chi_sim', 'deu', 'eng', 'fra', 'ita', 'rus', 'ukr'];
  expect(languagesFor('Latin', installed)).toEqual(['eng', 'fra', 'deu']);
  expect(languagesFor('Cyrillic', installed)).toEqual(['rus', 'ukr']);
  expect(languagesFor('Thai', installed)).toEqual([]);
  expect(languagesFor(undefined, installed)).toEqual([]);
});

test('a script that many languages share names none', () => {
  expect([languageOfScript('Latin'), languageOfScript('Cyrillic'), languageOfScript('Runic')]).toEqual([
    null,
    'rus',
    null,
  ]);
});

test('a page is read in what is installed for its script', async () => {
  const { languages, lines } = await recognizePage(recognizer, await declarationScan(), { languages: ['auto'] });
  expect(languages).toContain('eng');
  expect(lines.flatMap(({ words }) => words.map(({ text }) => text))).toContain('Independence');
});
