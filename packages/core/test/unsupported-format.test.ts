import { unsupportedFormat } from '@platen/core/internal';
import { expect, test } from 'vitest';

test('a file that an operation does not take is named with its kind and the kinds that it takes', () => {
  const merge = { name: 'pdf/merge', accepts: ['application/pdf'] } as const;
  const read = { name: 'ocr', accepts: ['application/pdf', 'image/jp2'] } as const;
  expect(unsupportedFormat('notes.csv', 'text/plain', merge)).toMatchObject({
    message: '"notes.csv" is a text file; pdf/merge takes PDF',
    details: { detected: 'text/plain', accepted: ['application/pdf'], fileName: 'notes.csv' },
  });
  const { message } = unsupportedFormat('letter.docx', null, read);
  expect(message).toBe('"letter.docx" is not a file of a known type; ocr takes PDF, JPEG 2000');
});
