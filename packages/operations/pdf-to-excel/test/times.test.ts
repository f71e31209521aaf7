import { noBoundaries } from '@platen/pdf-kit';
import { openPageModel } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { drawPdf } from '../../../pdf-kit/test/draw-pdf.ts';
import { readTables, sheetPagesOf } from '../src/stages.ts';

test.each([
  ['races', ['2:14.43', '2:11.71', '2:23.08', '2:25.74', '2:41.80', '2:50.98', '3:00.00']],
  ['stages', ['4:12:30.5', '4:12:31.0', '4:13:02.7', '4:15:40.1', '4:15:40.9', '4:20:00.0', '4:31:12.3']],
])('times of %s are values: each line is a row below the header', async (_, times) => {
  const schools = ['North Hill', 'Lakeside', 'Lakeside', 'Mill Valley', 'Mill Valley', 'North Hill', 'Lakeside'];
  const names = ['Abel, Tim', 'Brand, Otto', 'Crane, Ivo', 'Dorn, Max', 'Elk, Nils', 'Falk, Sam', 'Gram, Leo'];
  const file = await drawPdf((pen) => {
    ['Name', 'Yr', 'School', 'Time'].forEach((heading, column) => {
      pen.text(heading, 60 + 120 * column, 100);
    });
    times.forEach((time, row) => {
      const cells = [names[row] ?? '', row > 4 ? String(row) : 'JR', schools[row] ?? '', time];
      cells.forEach((text, column) => {
        pen.text(text, 60 + 120 * column, 114 + 14 * row);
      });
    });
  });
  const document = await openPageModel(file);
  try {
    const read = readTables(await document.readPage(1), false, noBoundaries);
    const { pages } = sheetPagesOf([read], 'tables', noBoundaries);
    const tables = pages.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'table' ? [item.table] : [])));
    expect(tables.map(({ rowCount }) => rowCount)).toEqual([8]);
    expect(tables[0]?.cells.filter(({ column }) => column === 3).map(({ text }) => text)).toEqual(['Time', ...times]);
  } finally {
    await document.close();
  }
});
