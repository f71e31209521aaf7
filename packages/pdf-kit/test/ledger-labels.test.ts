import { describe, expect, test } from 'vitest';
import type { LedgerTable } from '../src/tables.ts';
import type { Pen } from './draw-pdf.ts';
import { bookings, days, header, ledgersOf } from './ledger-page.ts';
import { texts } from './tables-of.ts';

describe('long labels', () => {
  const boxes: readonly (readonly string[])[] = [
    ['Box 1', '40,330.76', 'Tax due in this period on all of our sales', 'and other outputs'],
    ['Box 2', '885.66', 'Tax due in this period on acquisitions of all goods', 'from member states'],
    ['Box 3', '41,216.42', 'Tax due', '(the sum of boxes 1 and 2)'],
    ['Box 4', '26,868.10', 'Tax reclaimed', 'on purchases'],
  ];
  const labelled = (rows: readonly (readonly string[])[]) => (pen: Pen) => {
    pen.text('Box', 60, 100, { bold: true });
    pen.text('Description', 112, 100, { bold: true });
    pen.text('Amount', 388, 100, { bold: true });
    rows.forEach(([box = '', amount = '', ...lines], row) => {
      const y = 120 + 27 * row;
      lines.forEach((line, index) => {
        pen.text(line, 112, y + 10 * index);
      });
      pen.text(box, 60, y + 5);
      pen.right(amount, 490, y + 5);
    });
  };

  test('begin the first record and the second where amounts are level with the middle of their lines', async () => {
    const [ledgers = []] = await ledgersOf(labelled(boxes));
    expect(ledgers.map(({ table }) => texts(table))).toEqual([
      [['Box', 'Description', 'Amount'], ...boxes.map(([box, amount, ...lines]) => [box, lines.join(' '), amount])],
    ]);
  });
});

test('a long text whose amounts are on its last line is no running text', async () => {
  const text = 'Online purchase from the Quayside Bookshop of Harbour Town';
  const [[ledger] = []] = await ledgersOf((pen) => {
    header(pen, 100);
    bookings(
      pen,
      120,
      [...days, ['9 Mar 2024', `${text}|more of the Quayside Bookshop and others`, '9.00', '', '1,431.00']],
      'last',
    );
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows.at(-1)).toEqual(['9 Mar 2024', expect.stringContaining(text), '9.00', '', '1,431.00']);
});

test('the first line of a record right below the header is none of its lines, though numbers stand below it', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    header(pen, 100);
    bookings(
      pen,
      118,
      [
        ['1 Mar 2024', 'CARD PAYMENT|4471|ROAD', '20.00', '', '180.00'],
        ['2 Mar 2024', 'WATER|4471|MARCH', '30.00', '', '150.00'],
        ['3 Mar 2024', 'TRAIN', '10.50', '', '139.50'],
        ['4 Mar 2024', 'RENT|4471|MARCH', '9.50', '', '130.00'],
      ],
      'middle',
    );
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows.map((row) => row[1])).toEqual([
    'Description',
    'CARD PAYMENT 4471 ROAD',
    'WATER 4471 MARCH',
    'TRAIN',
    'RENT 4471 MARCH',
  ]);
});

test('the name of a section below a long total is no rest of its label', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    const rows = [
      '*Plant',
      'Press',
      'Lathe',
      '*Total plant and machine tools',
      '*Fixtures',
      'Shelf',
      'Desk',
      '*Vans',
      'Van',
    ];
    pen.right('Cost', 260, 98);
    pen.right('Value', 340, 98);
    rows.forEach((text, row) => {
      const y = 112 + 12 * row;
      pen.text(text.replace('*', ''), 60, y, { bold: text.startsWith('*') });
      if (text.startsWith('*') && !text.includes('Total')) return;
      pen.right(`${row + 1},500`, 260, y);
      pen.right(`${row + 2},700`, 340, y);
    });
  });
  expect(ledger === undefined ? [] : texts(ledger.table).map(([label]) => label)).toEqual([
    '',
    'Plant',
    'Press',
    'Lathe',
    'Total plant and machine tools',
    'Fixtures',
    'Shelf',
    'Desk',
    'Vans',
    'Van',
  ]);
});

test('values beside the last line of a text are of the record that its label begins, the first without headings too', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Customer', 320, 60);
    pen.text('C-30918', 440, 60);
    [0, 1, 2, 3].forEach((row) => {
      const y = 100 + 26 * row;
      pen.text(`Box ${row + 1}`, 60, y);
      pen.text('Tax due on sales', 110, y);
      pen.text('and other outputs', 110, y + 11);
      pen.right(`${row + 1},280.55`, 480, y + 11);
    });
  });
  expect(ledger === undefined ? [] : texts(ledger.table)).toEqual(
    [1, 2, 3, 4].map((box) => [`Box ${box}`, 'Tax due on sales and other outputs', `${box},280.55`]),
  );
});

describe('second lines of labels', () => {
  const entries = [
    ['Card payment', 'issued by Hollin Stores', '20.00', '180.00'],
    ['Transfer', 'reference 4471', '30.00', '150.00'],
    ['Refund', 'of 3 March', '', '150.00'],
    ['Water', 'mandate 7712', '10.00', '140.00'],
    ['Rent', 'for April', '40.00', '100.00'],
  ] as const;

  async function rowsAt(pitch: number) {
    const [[ledger] = []] = await ledgersOf((pen) => {
      pen.text('Description', 60, 100, { bold: true });
      pen.right('Paid out', 400, 100);
      pen.right('Balance', 500, 100);
      entries.forEach(([label, second, amount, balance], index) => {
        const y = 120 + index * (pitch + 11);
        pen.text(label, 60, y);
        pen.text(second, 60, y + 11);
        if (amount !== '') pen.right(amount, 400, y);
        pen.right(balance, 500, y);
      });
    });
    return ledger === undefined ? [] : texts(ledger.table);
  }

  test('nearer to their label than the next record', async () => {
    const rows = await rowsAt(18);
    expect(rows.slice(-5).map(([label]) => label)).toEqual(entries.map(([label, second]) => `${label} ${second}`));
  });
  test('as near as the next record, where each has one', async () => {
    const rows = await rowsAt(11);
    expect(rows.slice(-5).map(([label]) => label)).toEqual(entries.map(([label, second]) => `${label} ${second}`));
  });

  const payments = days.map(([date, text, ...amounts]) => [[text, `${date} Transaction: ${text}`], amounts] as const);
  /** Payments of two lines, the amounts so far below the first of them. */
  const drawPayments = (pen: Pen, top: number, pitch: number, level = 0) => {
    payments.forEach(([lines, amounts], index) => {
      const y = top + index * pitch;
      lines.forEach((line, at) => {
        pen.text(line, 60, y + at * 14);
      });
      amounts.forEach((amount, column) => {
        if (amount !== '') pen.right(amount, 380 + column * 80, y + level);
      });
    });
  };
  const headings = (pen: Pen) => {
    pen.text('Description', 60, 100);
    ['Paid out', 'Paid in', 'Balance'].forEach((text, column) => {
      pen.right(text, 380 + column * 80, 100);
    });
  };
  const rowsOf = (ledger: LedgerTable | undefined) => (ledger === undefined ? [] : texts(ledger.table));
  const paid = payments.map(([lines, amounts]) => [lines.join(' '), ...amounts]);

  test('that begin with a date, as near as the next record', async () => {
    const [[ledger] = []] = await ledgersOf((pen) => {
      headings(pen);
      drawPayments(pen, 120, 28);
    });
    expect(rowsOf(ledger).slice(1)).toEqual(paid);
  });

  test('are of the record whose amounts are between its lines, on every page', async () => {
    const [[first] = [], [second] = []] = await ledgersOf(
      (pen) => {
        headings(pen);
        drawPayments(pen, 120, 34, 7);
      },
      (pen) => drawPayments(pen, 60, 34, 7),
    );
    expect(rowsOf(first).slice(1)).toEqual(paid);
    expect(rowsOf(second)).toEqual(paid);
    expect(second?.chain).toBe(first?.chain);
  });
});
