import { expect, test } from 'vitest';
import { alphabetOf, decodeCtc } from '../src/ctc.ts';

/** Probabilities with 0.9 for the class named at each step, and 0.05 for the one after it. */
function steps(classes: readonly number[], count: number): Float32Array {
  const data = new Float32Array(classes.length * count);
  for (const [step, index] of classes.entries()) {
    data[step * count + index] = 0.9;
    data[step * count + ((index + 1) % count)] = 0.05;
  }
  return data;
}

test('repeated classes are one character, and two with a blank between them', () => {
  const alphabet = alphabetOf('a\nb', false); // blank, a, b, space
  const read = decodeCtc(steps([1, 1, 0, 1, 3, 2, 0, 0], 4), 8, alphabet);
  expect(read.map(({ text }) => text).join('')).toBe('aa b');
  expect(read[0]).toMatchObject({ from: 0, to: 0.25 });
  expect(read[3]).toMatchObject({ from: 5 / 8, to: 6 / 8, confidence: expect.closeTo(0.9, 3) });
});

test('without East Asian languages their characters are not taken, and full-width ones are those of ASCII', () => {
  expect(alphabetOf('a\n中\n：\n。\né\n5', false)).toEqual(['', 'a', null, ':', null, 'é', '5', ' ']);
  expect(alphabetOf('a\n中\n：', true)).toEqual(['', 'a', '中', '：', ' ']);
});

test('a class that is not taken leaves its place to the next', () => {
  const alphabet = alphabetOf('中\nb', false);
  const [read] = decodeCtc(steps([1], 4), 1, alphabet);
  expect(read).toMatchObject({ text: 'b', confidence: expect.closeTo(0.05, 3) });
});

test('a space that is likely enough is read where no character is likelier, but not in a number', () => {
  const alphabet = alphabetOf('a\n1\n.', false); // blank, a, 1, point, space
  const read = (classes: readonly number[], spaceAt: number, probability: number) => {
    const data = steps(classes, 5);
    data[spaceAt * 5 + 4] = probability;
    return decodeCtc(data, classes.length, alphabet)
      .map(({ text }) => text)
      .join('');
  };
  expect(read([1, 0, 1], 1, 0.2)).toBe('a a');
  expect(read([1, 0, 1], 1, 0.05)).toBe('aa');
  expect(read([1, 0, 1], 0, 0.2)).toBe('aa');
  expect(read([2, 3, 0, 2], 2, 0.2)).toBe('1.1');
  expect(read([2, 3, 0, 1], 2, 0.2)).toBe('1. a');
  expect(read([2, 3, 0, 2], 2, 0.95)).toBe('1. 1');
});
