import { expect, test } from 'vitest';
import { misspeltVariables } from '../src/options/environment.ts';

test('a variable that is spelt almost like one that is read is named', () => {
  const environment = {
    PLATEN_STOER: 'postgres://host/database',
    PLATEN_OCR_LANGUAGE: '/data',
    PLATEN_BLOB: 's3://files',
  };
  expect(misspeltVariables(environment)).toEqual([
    'the variable PLATEN_STOER is not read: did you mean "PLATEN_STORE"?',
    'the variable PLATEN_OCR_LANGUAGE is not read: did you mean "PLATEN_OCR_LANGUAGES"?',
    'the variable PLATEN_BLOB is not read: did you mean "PLATEN_BLOBS"?',
  ]);
});

test('those that are read, and those of others, are let be', () => {
  const names = [
    'PLATEN_STORE',
    'PLATEN_FONTS',
    'PLATEN_PORT',
    'PLATEN_PORT_8080_TCP_ADDR',
    'PLATEN_SERVICE_HOST',
    'STOER',
  ];
  expect(misspeltVariables(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});
