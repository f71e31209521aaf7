import { describe, expect, test } from 'vitest';
import { continues } from '../src/analysis/list-labels.ts';
import type { ListLabel } from '../src/analysis/types.ts';

const letter = (value: number, ...others: ListLabel['readings']): ListLabel => ({
  kind: 'number',
  text: '',
  wordCount: 1,
  prefix: '(',
  suffix: ')',
  readings: [{ format: 'lower-letter', value }, ...others],
});

describe('labels that count', () => {
  test('an i after an h is a letter', () => {
    const next = continues(letter(8), letter(9, { format: 'lower-roman', value: 1 }));
    expect(next).toEqual({ format: 'lower-letter', value: 9 });
  });

  test('a label with other marks around it is of another list', () => {
    expect(continues(letter(1), { ...letter(2), suffix: '.' })).toBeNull();
  });

  test('a number that skips one does not go on', () => {
    expect(continues(letter(1), letter(3))).toBeNull();
  });
});
