import { standardOperations } from '@platen/standard';
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
