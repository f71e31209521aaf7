import { expect, test } from 'vitest';
import { readContent } from '../src/content/read-content.ts';

function read(text: string): unknown[] {
  const found: unknown[] = [];
  readContent(Buffer.from(text, 'latin1'), (operator, operands) => {
    const shown = operands.map((operand) =>
      operand instanceof Uint8Array ? Buffer.from(operand).toString('latin1') : operand,
    );
    found.push([operator, ...shown]);
  });
  return found;
}

test('numbers, names and strings become operands', () => {
  expect(read('1 0 0 -.5 10. +3 cm /A#20b Do (a\\(b\\)\\101\\n) Tj <4 1 4> Tj')).toEqual([
    ['cm', 1, 0, 0, -0.5, 10, 3],
    ['Do', { name: 'A b' }],
    ['Tj', 'a(b)A\n'],
    ['Tj', 'A@'],
  ]);
});

test('numbers are read as viewers read them', () => {
  expect(read('--5 1.5-3 w')).toEqual([['w', -5, 1.5]]);
});

test('an inline image is passed over, whatever its data holds', () => {
  expect(read('q BI /W 2 /H 1 /BPC 8 /CS /RGB ID \x01EI\x02( EI Q (x) Tj')).toEqual([
    ['q'],
    ['BI'],
    ['Q'],
    ['Tj', 'x'],
  ]);
});

test('marked-content dictionaries and comments do not disturb', () => {
  expect(read('/Span << /ActualText (x) /MCID 3 /K [1 << /L 2 >>] >> BDC % Do\nEMC')).toEqual([
    ['BDC', { name: 'Span' }, null],
    ['EMC'],
  ]);
});

test('what is not closed ends with the content', () => {
  expect(read('[(a) 1')).toEqual([]);
  expect(read('(abc')).toEqual([]);
  expect(read('<< /A')).toEqual([]);
});
