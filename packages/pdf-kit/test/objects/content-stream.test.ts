import { PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { expect, test } from 'vitest';
import { type Operand, readContentStream } from '../../src/objects/content-stream.ts';

function read(text: string): unknown[] {
  return [...readContentStream(Buffer.from(text, 'latin1'))].map(({ operator, operands }) => [
    operator,
    ...operands.map(plain),
  ]);
}

/** Names with their slash, strings as Latin-1, dictionaries as objects. */
function plain(operand: Operand): unknown {
  if (operand instanceof PDFName) return operand.toString();
  if (operand instanceof PDFString || operand instanceof PDFHexString) {
    return Buffer.from(operand.asBytes()).toString('latin1');
  }
  if (operand instanceof Map) {
    return Object.fromEntries([...operand].map(([key, value]) => [key.decodeText(), plain(value)]));
  }
  return Array.isArray(operand) ? operand.map(plain) : operand;
}

test('numbers, names and strings become operands', () => {
  expect(read('1 0 0 -.5 10. +3 cm /A#20b Do (a\\(b\\)\\101\\n) Tj <4 1 4> Tj')).toEqual([
    ['cm', 1, 0, 0, -0.5, 10, 3],
    ['Do', '/A#20b'],
    ['Tj', 'a(b)A\n'],
    ['Tj', 'A@'],
  ]);
});

test('numbers are read as viewers read them', () => {
  expect(read('--5 1.5-3 w')).toEqual([['w', -5, 1.5]]);
});

test('arrays keep their strings and numbers, dictionaries their entries', () => {
  expect(read('[(a) -3 <62>] TJ /Span << /ActualText (x) /MCID 3 /K [1 << /L 2 >>] >> BDC % Do\nEMC')).toEqual([
    ['TJ', ['a', -3, 'b']],
    ['BDC', '/Span', { ActualText: 'x', MCID: 3, K: [1, { L: 2 }] }],
    ['EMC'],
  ]);
});

test('an inline image is one operator, whatever its data holds', () => {
  expect(read('q BI /W 2 /H 1 /BPC 8 /CS /RGB ID \x01EI\x02( EI Q (x) Tj')).toEqual([
    ['q'],
    ['BI'],
    ['Q'],
    ['Tj', 'x'],
  ]);
});

test('an EI that readable text follows ends an image before one that none does', () => {
  expect(read('BI ID \x01 EI \xff\xfe\xfd EI\nQ')).toEqual([['BI'], ['Q']]);
  expect(read('BI ID \x01 EI (\xe9) Tj')).toEqual([['BI'], ['Tj', 'é']]);
});

test('what is not closed ends with the content', () => {
  expect(read('[(a) 1')).toEqual([]);
  expect(read('(abc')).toEqual([]);
  expect(read('<< /A')).toEqual([]);
});

test('strings, names, comments and images that hold the letters of operators are none', () => {
  const content = '/Tj (Tj \\) (Tj)) <54 6A> [(TJ) 3 (Do)] TJ % Tj\nBI /W 1 ID Tj(EI)x EI 0 0 m true << /Tj 1 >> BDC';
  expect(read(content).map((found) => (found as unknown[])[0])).toEqual(['TJ', 'BI', 'm', 'BDC']);
});

test('each operator says which bytes it takes with its operands', () => {
  const operators = [...readContentStream(Buffer.from(' 1 0 m % x\n(a) Tj'))];
  expect(operators.map(({ start, end }) => [start, end])).toEqual([
    [1, 6],
    [11, 17],
  ]);
});
