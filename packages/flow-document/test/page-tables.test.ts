import { openPageModel } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { drawPdf, type Pen } from '../../pdf-kit/test/draw-pdf.ts';
import { findPageTables } from '../src/page-tables.ts';

const prose = [
  'The second quarter was the strongest since the depot opened at',
  'last. Volumes rose in every region but the coast, where road works',
  'closed the ring for three weeks and part of the flow went by the',
  'northern hub. Staff numbers stayed level, so that the cost of each',
  'parcel fell for the fourth time in a row.',
];

/** Three panels with a rule above each, and below them prose beside a chart of bars on an axis. */
function report({ text, line, fill }: Pen): void {
  for (const [index, figure] of ['4,812', '97.4 %', '€ 3.08'].entries()) {
    const x = 57 + 163 * index;
    fill(x, 91, x + 156, 144, [0.95, 0.96, 0.98]);
    line(x, 93, x + 156, 93);
    text(figure, x + 9, 117, { size: 13, bold: true });
    text(['Parcels a day', 'Delivered on the day', 'Cost of each parcel'][index] ?? '', x + 9, 133, { size: 6 });
  }
  for (const [index, words] of prose.entries()) text(words, 57, 166 + 16 * index, { size: 9 });
  line(389, 246, 535, 246);
  line(389, 163, 389, 246);
  for (const [index, height] of [38, 45, 51, 60, 68].entries()) {
    fill(397 + 27 * index, 246 - height, 413 + 27 * index, 246, [0.17, 0.42, 0.69]);
    text(`Q${index + 1}`, 401 + 27 * index, 255, { size: 6 });
  }
  for (const [index, tick] of ['0', '2,000', '4,000'].entries()) text(tick, 371, 248 - 30 * index, { size: 6 });
}

test('a chart of standing bars is in no table, and closes none', async () => {
  const document = await openPageModel(await drawPdf(report));
  try {
    const tables = findPageTables(await document.readPage(1));
    expect(tables.filter(({ box }) => box.y1 > 150)).toEqual([]);
  } finally {
    await document.close();
  }
});
