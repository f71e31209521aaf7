import { expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { ledgersOf } from './ledger-page.ts';
import { tablesOf } from './tables-of.ts';

/** Three numbered equations with fractions between lines of running text that end where the numbers do. */
function equations(pen: Pen, numbers: readonly string[]) {
  numbers.forEach((number, index) => {
    const y = 100 + 64 * index;
    pen.right('the mean of the field over the whole domain is then taken to be as', 462, y);
    pen.right('follows:', 500, y);
    pen.text('d', 250, y + 18, { size: 8 });
    pen.text('V = ', 210, y + 24);
    pen.text('x + y', 260, y + 24);
    pen.text('12', 320, y + 18, { size: 8 });
    pen.text('dt', 250, y + 30, { size: 8 });
    pen.text('7', 320, y + 30, { size: 8 });
    pen.right(number, 500, y + 24);
  });
}

test('numbered equations between running text are no table', async () => {
  const draw = (pen: Pen) => equations(pen, ['(7)', '(8)', '(9)']);
  const [ledgers] = await ledgersOf(draw);
  expect([...(ledgers ?? []), ...(await tablesOf(draw))]).toEqual([]);
});
