import { createOutputBudget } from '@platen/core/internal';
import { expect, test } from 'vitest';

const exceeded = (details: object) =>
  expect.objectContaining({ code: 'PROCESSING_FAILED', details: { reason: 'output_limit', ...details } });

test('files that would be too many are refused before they are written', () => {
  const budget = createOutputBudget({ maxOutputs: 3, maxOutputBytes: 100 });
  budget.take('a', 1);
  budget.expect(2);
  expect(() => budget.expect(3)).toThrow(exceeded({ limit: 'maxOutputs', allowed: 3, actual: 4 }));
});

test('bytes of all files count together, those of one written again once', () => {
  const budget = createOutputBudget({ maxOutputs: 3, maxOutputBytes: 100 });
  budget.take('a', 60);
  budget.take('a', 50);
  budget.take('b', 50);
  expect(() => budget.take('c', 1)).toThrow(exceeded({ limit: 'maxOutputBytes', allowed: 100, actual: 101 }));
});

test('a file too many is refused without an announcement', () => {
  const budget = createOutputBudget({ maxOutputs: 1, maxOutputBytes: 100 });
  budget.take('a', 1);
  expect(() => budget.take('b', 1)).toThrow(exceeded({ limit: 'maxOutputs', allowed: 1, actual: 2 }));
});
