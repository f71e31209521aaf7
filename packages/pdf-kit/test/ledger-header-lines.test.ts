import { expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { ledgersOf } from './ledger-page.ts';
import { texts } from './tables-of.ts';

const accounts = ['Cash', 'Banks', 'Receivables', 'Stock', 'Tools'];
const ends = [300, 400, 500];

function drawAccounts(pen: Pen) {
  for (const [index, account] of accounts.entries()) {
    pen.text(account, 60, 140 + 18 * index);
    for (const end of ends) pen.right('1,250.00', end, 140 + 18 * index);
  }
}

test('a title in the middle over the rule above the headings is none of them', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Balance of the accounts', 256, 99);
    pen.line(55, 103, 505, 103);
    pen.text('Account', 60, 114);
    ['Before', 'Moved', 'After'].forEach((heading, index) => {
      pen.right(heading, ends[index] ?? 0, 114);
    });
    pen.line(55, 120, 505, 120);
    drawAccounts(pen);
  });
  expect(ledger?.table.headerRows).toBe(1);
  expect(ledger && texts(ledger.table)[0]).toEqual(['Account', 'Before', 'Moved', 'After']);
});

test('a heading of all columns below the top of the table is one of its headings', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.line(55, 88, 505, 88);
    pen.text('Sums in thousands of euros', 290, 101);
    pen.line(55, 103, 505, 103);
    pen.text('Account', 60, 114);
    ['Before', 'Moved', 'After'].forEach((heading, index) => {
      pen.right(heading, ends[index] ?? 0, 114);
    });
    pen.line(55, 120, 505, 120);
    drawAccounts(pen);
  });
  expect(ledger?.table.headerRows).toBe(2);
});

test('a heading of one line between the two lines of the others is of the same header', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Account', 60, 114);
    for (const [index, [upper, lower]] of [
      ['Balance', 'forward'],
      ['Total', 'debits'],
      ['Closing', 'balance'],
    ].entries()) {
      pen.right(upper ?? '', ends[index] ?? 0, 108);
      pen.right(lower ?? '', ends[index] ?? 0, 120);
    }
    drawAccounts(pen);
  });
  expect(ledger && texts(ledger.table)[0]).toEqual(['Account', 'Balance forward', 'Total debits', 'Closing balance']);
});

test('a line in regular type over the rule above bold headings is none of them', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Customer: Miller', 60, 103);
    pen.text('Office: North', 260, 103);
    pen.text('Cost centre: Harbour', 360, 103);
    pen.line(55, 105.5, 505, 105.5);
    pen.text('Account', 60, 114, { bold: true });
    ['Before', 'Moved', 'After'].forEach((heading, index) => {
      pen.text(heading, (ends[index] ?? 0) - 40, 114, { bold: true });
    });
    pen.line(55, 120, 505, 120);
    drawAccounts(pen);
  });
  expect(ledger?.table.headerRows).toBe(1);
  expect(ledger && texts(ledger.table)[0]).toEqual(['Account', 'Before', 'Moved', 'After']);
});

test('the first lines of a record, of which one is over a code among its amounts, are no headings', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    ['Description', 'Posted', 'Paid', 'Amount'].forEach((heading, index) => {
      pen.text(heading, [60, 260, 340, 440][index] ?? 0, 104, { bold: true });
    });
    pen.text('ATM Withdrawal', 60, 124);
    pen.text('1000 Walnut St', 60, 134);
    pen.text('M119', 150, 134);
    ['Kansas City', '00005678', '05-18', '05-19'].forEach((text, index) => {
      pen.text(text, [60, 150, 265, 345][index] ?? 0, 144);
    });
    pen.right('20.00', 480, 144);
    pen.text('Total withdrawals', 60, 166);
    pen.right('20.00', 480, 166);
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows[0]?.filter((text) => text !== '')).toEqual(['Description', 'Posted', 'Paid', 'Amount']);
  expect(rows.flat()).toContain('ATM Withdrawal');
});
