import { standardOperations } from '@platen/standard';
import { loadOperation } from '@platen/standard/load-operation';
import { expect, test } from 'vitest';

test('the list has every operation of the interface, each once', () => {
  expect(standardOperations.map(({ name }) => name).toSorted()).toEqual([
    'image/to-pdf',
    'ocr',
    'pdf/compress',
    'pdf/merge',
    'pdf/split',
    'pdf/to-excel',
    'pdf/to-image',
    'pdf/to-word',
  ]);
});

test('each operation of the list can be loaded by itself, and nothing else', async () => {
  for (const operation of standardOperations) expect(await loadOperation(operation.name)).toBe(operation);
  expect(await loadOperation('pdf/to-html')).toBeNull();
  expect(await loadOperation('toString')).toBeNull();
});
