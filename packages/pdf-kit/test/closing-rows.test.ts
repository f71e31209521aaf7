import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { findPageTables, withClosingRows } from '../src/tables.ts';
import { drawPdf } from './draw-pdf.ts';
import { bookings, days, header, ledgersOf } from './ledger-page.ts';
import { texts } from './tables-of.ts';

test('a closing row below a gap belongs to the table whose amounts it lines up with', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    header(pen, 100);
    bookings(pen, 120, days);
    pen.text('Closing balance', 130, 320, { bold: true });
    pen.right('1,440.00', 540, 320);
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows.at(-1)).toEqual(['', 'Closing balance', '', '', '1,440.00']);
});

test('a total below a closed grid is its last row, a sum in another place is not', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      for (let row = 0; row <= 3; row += 1) pen.line(70, 120 + row * 20, 370, 120 + row * 20);
      for (let column = 0; column <= 2; column += 1) pen.line(70 + column * 150, 120, 70 + column * 150, 180);
      ['Bolts', 'Nuts', 'Pins'].forEach((text, row) => {
        pen.text(text, 75, 134 + row * 20);
        pen.right(`${row + 1}0.50`, 365, 134 + row * 20);
      });
      pen.text('Total', 75, 200);
      pen.right('61.50', 365, 200);
      pen.text('Weight', 75, 214);
      pen.right('3.10', 300, 214);
    }),
  );
  const page = await document.readPage(1);
  await document.close();
  const [grid] = findPageTables(page).tables;
  const table = grid === undefined ? null : withClosingRows(grid, page.lines);
  expect(table === null ? [] : texts(table).at(-1)).toEqual(['Total', '61.50']);
  expect(table?.rowCount).toBe(4);
  expect(table?.rowCuts).toHaveLength(5);
});
