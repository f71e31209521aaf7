import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { buildTextRows, isLeader } from '../src/tables/text-rows.ts';
import { drawPdf } from './draw-pdf.ts';

test('a run of dots or underscores leads to a value', () => {
  for (const text of ['....', '........', '____', '······', '……']) expect(isLeader({ text })).toBe(true);
});

test('three dots stand for a value that there is none of', () => {
  for (const text of ['...', '…', '..', '1...', '']) expect(isLeader({ text })).toBe(false);
});

test('amounts in the middle of labels of two lines are in the row of their first lines', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      ['Gross to', 'Tax paid to', 'Net'].forEach((label, index) => {
        pen.text(label, 60 + 160 * index, 100);
        pen.text(index === 2 ? 'pay' : 'date', 60 + 160 * index, 114);
        pen.right(['19,511.43', '2,547.20', '2,143.88'][index] ?? '', 190 + 160 * index, 107);
      });
    }),
  );
  try {
    const { lines } = await document.readPage(1);
    expect(buildTextRows(lines).map(({ chunks }) => chunks.map(({ text }) => text))).toEqual([
      ['Gross to', '19,511.43', 'Tax paid to', '2,547.20', 'Net', '2,143.88'],
      ['date', 'date', 'pay'],
    ]);
  } finally {
    await document.close();
  }
});
