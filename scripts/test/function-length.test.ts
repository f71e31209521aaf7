import { expect, test } from 'vitest';
import { findLongFunctions } from '../function-length.ts';

const body = Array.from({ length: 80 }, (_, index) => `  use(${index});`).join('\n');

test('a function longer than a screen is found by its line and name', () => {
  expect(findLongFunctions('a.ts', `\nfunction long() {\n${body}\n}`)).toEqual(['2: long takes 82 lines']);
  expect(findLongFunctions('a.ts', `const long = () => {\n${body}\n};`)).toEqual(['1: long takes 82 lines']);
});

test('one with its reason above it is not', () => {
  expect(findLongFunctions('a.ts', `// Long: the methods of one store.\nexport function long() {\n${body}\n}`)).toEqual(
    [],
  );
});

test('a reason counts for its own function alone', () => {
  const text = `// Long: one table.\nfunction first() {\n${body}\n}\nfunction second() {\n${body}\n}`;
  expect(findLongFunctions('a.ts', text)).toEqual(['84: second takes 82 lines']);
});
