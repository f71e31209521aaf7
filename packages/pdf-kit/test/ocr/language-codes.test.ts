import { expect, test } from 'vitest';
import { parseLanguages } from '../../src/ocr/language-codes.ts';

const installed = ['ara', 'chi_sim', 'chi_tra', 'deu', 'eng', 'fra', 'srp', 'srp_latn'];

test.each([
  ['eng', ['eng']],
  ['eng+deu', ['eng', 'deu']],
  [' deu , ENG ', ['deu', 'eng']],
  ['de-DE', ['deu']],
  ['de_AT', ['deu']],
  ['ger-DE,deu', null],
  ['zh', ['chi_sim']],
  ['zh-Hant-TW', ['chi_tra']],
  ['zh-HK', ['chi_tra']],
  ['sr-Latn', ['srp_latn']],
  ['deu-CH', ['deu']],
  ['eng+en-GB+eng', ['eng']],
])('"%s" means %j', (text, codes) => {
  const parsed = parseLanguages(text, installed);
  expect('codes' in parsed ? parsed.codes : null).toEqual(codes);
});

test('a language that is not installed is a problem that names it and lists the installed ones', () => {
  expect(parseLanguages('eng+xyz', installed)).toEqual({
    problem: `no language data is installed for "xyz" (installed: ${installed.join(', ')})`,
    allowed: installed,
  });
});

test('no language and more than five are problems', () => {
  expect(parseLanguages(' + ', installed)).toHaveProperty('problem');
  expect(parseLanguages('eng+deu+fra+ara+zh+sr', installed)).toHaveProperty('problem');
});
