import type { Operation } from '@platen/core';
import { runOperation } from '@platen/testing';
import { describe, expect, test } from 'vitest';
import { standardOperations } from '../src/index.ts';

const stream = (data: string) => `<</Length ${data.length}>>\nstream\n${data}\nendstream`;
const page = (contents: number) =>
  `<</Type/Page/Parent 9 0 R/MediaBox[0 0 300 200]/Contents ${contents} 0 R/Resources<</Font<</F1 6 0 R>>>>>>`;

/** Two pages of a list of amounts, cut before the page tree and the catalog: no viewer opens it. */
const cut = Buffer.from(
  `%PDF-1.7
2 0 obj ${stream('BT /F1 12 Tf 20 150 Td 16 TL (Item) Tj 200 0 Td (Amount) Tj -200 -16 Td (Rent) Tj 200 0 Td (100.00) Tj ET')} endobj
3 0 obj ${page(2)} endobj
4 0 obj ${stream('BT /F1 12 Tf 20 150 Td (Second page) Tj ET')} endobj
5 0 obj ${page(4)} endobj
6 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
9 0 obj <</Type/Pa`,
  'latin1',
);

const settings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'pdf/to-word': { ocr: 'off' },
  'pdf/to-excel': { ocr: 'off', content: 'all' },
  'pdf/to-image': { dpi: 36 },
};

const files = ({ files: { min = 1 } }: Operation, bytes: Uint8Array) =>
  Array.from({ length: min }, (_, index) => ({ fileName: `report-${index}.pdf`, bytes }));

const onPdf = standardOperations.filter(({ accepts }) => accepts.includes('application/pdf'));

describe.each(onPdf.map((operation) => [operation.name, operation] as const))('%s', (name, operation) => {
  test('converts a file that was cut off, and says that it was repaired', async () => {
    const { outputs, warnings } = await runOperation(operation, files(operation, cut), settings[name]);
    expect(outputs.length).toBe(['pdf/split', 'pdf/to-image'].includes(name) ? 2 : 1);
    expect(warnings.map(({ code }) => code)).toContain('REPAIRED');
  });

  test('refuses a file that is beyond repair', async () => {
    const beyond = files(operation, Buffer.from('%PDF-1.7\nnothing more'));
    await expect(runOperation(operation, beyond, settings[name])).rejects.toMatchObject({
      code: 'PROCESSING_FAILED',
      details: { reason: 'damaged_file' },
    });
  });
});
