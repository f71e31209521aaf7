import { expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { type Booking, bookings, columnOf, days, header, ledgersOf } from './ledger-page.ts';
import { texts } from './tables-of.ts';

test('an amount that could be a day, such as 12.26, counts as one in a column of amounts', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Date', 60, 100, { bold: true });
    pen.text('Description', 130, 100, { bold: true });
    pen.right('Amount', 540, 100);
    bookings(pen, 120, [
      ['1 Mar 2024', 'CARD PAYMENT|ROAD', '', '', '12.26'],
      ['2 Mar 2024', 'WATER', '', '', '30.00'],
      ['3 Mar 2024', 'TRAIN|ROAD', '', '', '11.10'],
      ['4 Mar 2024', 'COFFEE', '', '', '4.50'],
    ]);
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows.map((row) => row.at(-1))).toEqual(['Amount', '12.26', '30.00', '11.10', '4.50']);
});

const wrapped: readonly Booking[] = [
  ['1 Mar 2024', 'CARD PAYMENT|KESTREL', '20.00', '', '180.00'],
  ['', 'STANDING ORDER|RENT|4471', '30.00', '', '150.00'],
  ['3 Mar 2024', 'TRAIN', '10.50', '', '139.50'],
  ['', 'WITHDRAWAL|ROAD', '9.50', '', '130.00'],
];
const expected = ['CARD PAYMENT KESTREL', 'STANDING ORDER RENT 4471', 'TRAIN', 'WITHDRAWAL ROAD'];

test.each(['first', 'middle', 'last'] as const)(
  'wrapped texts with their amounts on the %s line are one row each',
  async (amountsOn) => {
    const [[ledger] = []] = await ledgersOf((pen) => {
      header(pen, 100);
      bookings(pen, 120, wrapped, amountsOn);
    });
    const rows = ledger === undefined ? [] : texts(ledger.table);
    expect(rows.slice(1).map((row) => row[1])).toEqual(expected);
    expect(rows.slice(1).map((row) => row[2])).toEqual(['20.00', '30.00', '10.50', '9.50']);
  },
);

test('entries in sections whose names begin below the headings are read with the ledger', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    header(pen, 100);
    pen.text('Current account', 30, 120);
    bookings(pen, 140, days.slice(0, 4));
    pen.text('Savings account', 30, 230);
    bookings(pen, 250, days.slice(4));
  });
  expect(columnOf(ledger === undefined ? [] : texts(ledger.table), '2,155.00')).toBe(3);
});

test('entries whose day is above their amounts are read with the ledger, whatever is between them', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    header(pen, 100);
    pen.text('Current account', 30, 120);
    bookings(
      pen,
      140,
      days.map(([date, text, ...amounts]) => [date, `${text}|Reference ${amounts.join('').length}`, ...amounts]),
      'last',
    );
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect([columnOf(rows, '30.00'), columnOf(rows, '2,155.00'), columnOf(rows, '1,440.00')]).toEqual([2, 3, 4]);
  expect(rows.find((row) => row.includes('2,155.00'))?.[0]).toBe('4 Mar 2024');
});

test('an amount that could be a day counts as one where amounts begin at its place, as on pages read from the right', async () => {
  const amounts = ['120.00', '830.25', '4.50', '11.07', '1,390.00', '4.50'];
  const [ledgers = []] = await ledgersOf((pen) => {
    ['Balance', 'Paid in', 'Paid out', 'Description', 'Date'].forEach((text, column) => {
      pen.text(text, 50 + column * 100, 100);
    });
    amounts.forEach((amount, index) => {
      const y = 120 + index * 20;
      pen.text(`${index + 1},050.00`, 50, y);
      pen.text(amount, index % 3 === 1 ? 150 : 250, y);
      pen.text(`PAYMENT ${index}`, 350, y);
      pen.text(`0${index + 1}/03/2024`, 450, y);
    });
  });
  expect(ledgers.map(({ table }) => texts(table).slice(1))).toEqual([
    amounts.map((amount, index) => [
      `${index + 1},050.00`,
      ...(index % 3 === 1 ? [amount, ''] : ['', amount]),
      `PAYMENT ${index}`,
      `0${index + 1}/03/2024`,
    ]),
  ]);
});

test('values below each other are of records of their own, though lines of a text beside them stand between', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    const values = ['411429', '3478458940', '1 of 1', '7/18/2020', '6:03:40', '18', '14'];
    pen.text('Invoice', 400, 80, { bold: true });
    pen.text('Number', 500, 80, { bold: true });
    for (const [index, value] of values.entries()) {
      pen.text(`Label ${index}`, 400, 100 + 15 * index);
      pen.text(value, 500, 100 + 15 * index);
    }
    for (const [index, line] of ['131 Jamaica Avenue', 'Richmond Hill', 'Telephone', 'Mail'].entries())
      pen.text(line, 60, 115 + 10 * index);
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows.flat().filter((text) => text.startsWith('Label'))).toHaveLength(7);
});

test('a currency set apart is a part of its amount, and the total below a record of its own', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Date', 60, 100, { bold: true });
    pen.text('Description', 130, 100, { bold: true });
    pen.right('Charged', 540, 100);
    for (const [index, [date, text, , , sum]] of days.slice(0, 5).entries()) {
      pen.text(date, 60, 120 + 16 * index);
      pen.text(text, 130, 120 + 16 * index);
      pen.right(`CHF ${sum}`, 540, 120 + 16 * index);
    }
    pen.text('Total', 130, 200);
    pen.right('CHF 2,940.00', 540, 200);
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows.map((row) => row[1])).toEqual(['Description', ...days.slice(0, 5).map(([, text]) => text), 'Total']);
});

test('the second of two dates below each other begins no record, at the end of the page neither', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    header(pen, 100);
    days.slice(0, 5).forEach(([date, text, debit, credit, balance], index) => {
      bookings(pen, 120 + index * 28, [[date, text, debit, credit, balance]]);
      pen.text(date, 60, 131 + index * 28);
      pen.text(`REF ${index}`, 130, 131 + index * 28);
    });
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows.slice(1).map((row) => row.slice(0, 2))).toEqual(
    days.slice(0, 5).map(([date, text], index) => [`${date} ${date}`, `${text} REF ${index}`]),
  );
});

test('the year below a day is of its record where the amounts are between the two, at the end of the page as well', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    header(pen, 100);
    days.slice(0, 5).forEach(([date, text, ...amounts], index) => {
      const y = 120 + index * 34;
      pen.text(date.replace(' 2024', ''), 60, y);
      pen.text('2024', 60, y + 14);
      pen.text(text, 130, y + 7);
      amounts.forEach((amount, column) => {
        if (amount !== '') pen.right(amount, 380 + column * 80, y + 7);
      });
    });
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows.slice(1)).toEqual(days.slice(0, 5));
});

test('the second of two dates begins no record on a page with a single one either', async () => {
  const pair = (pen: Pen, [date, text, ...amounts]: Booking, y: number) => {
    bookings(pen, y, [[date, text, ...amounts]]);
    pen.text(date, 60, y + 11);
    pen.text('REF 7', 130, y + 11);
  };
  const [, second = []] = await ledgersOf(
    (pen) => {
      header(pen, 100);
      days.slice(0, 5).forEach((booking, index) => {
        pair(pen, booking, 120 + index * 28);
      });
    },
    (pen) => {
      pair(pen, ['9 Mar 2024', 'TAX', '30.00', '', '1,410.00'], 60);
      pen.text('Closing balance', 130, 90);
      pen.right('1,410.00', 540, 90);
    },
  );
  expect(second[0] === undefined ? [] : texts(second[0].table)[0]).toEqual([
    '9 Mar 2024 9 Mar 2024',
    'TAX REF 7',
    '30.00',
    '',
    '1,410.00',
  ]);
});

test('two rows that both have amounts are never one, however their labels read on', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    ['Total paid in', 'Total paid out', 'Interest due'].forEach((label, index) => {
      pen.text(label, 60, 100 + index * 13);
      pen.right(`${index + 4},310.00`, 300, 100 + index * 13);
    });
  });
  expect(ledger?.table.rowCount).toBe(3);
});

test('a name in larger type above sums below the entries is a row of its own', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Pos.', 60, 100, { bold: true });
    pen.text('Item', 110, 100, { bold: true });
    pen.right('Price', 420, 100);
    pen.right('Amount', 540, 100);
    pen.line(60, 105, 540, 105);
    pen.text('1', 60, 118);
    pen.text('Paper', 110, 118);
    pen.right('9.90', 420, 118);
    pen.right('198.00', 540, 118);
    pen.text('2', 60, 130);
    pen.text('Yoghurt', 110, 130);
    pen.right('5.50', 420, 130);
    pen.right('275.00', 540, 130);
    pen.text('Totals', 240, 152, { size: 13, bold: true });
    pen.text('Net', 240, 168);
    pen.right('473.00', 540, 168);
    pen.text('Tax', 240, 180);
    pen.right('56.87', 540, 180);
  });
  const rows = ledger === undefined ? [] : texts(ledger.table).map((row) => row.filter((text) => text !== ''));
  expect(rows.slice(-3)).toEqual([['Totals'], ['Net', '473.00'], ['Tax', '56.87']]);
});

test.each([7, 14])('the first line of the first record, %i points above its amounts, is in its row', async (below) => {
  const labels = [
    ['Tax due on sales', 'and other outputs'],
    ['Tax due on acquisitions of goods', 'from member states'],
    ['Tax to be paid'],
    ['Tax reclaimed on purchases', 'and other inputs'],
    ['Value of goods'],
    ['Value of services'],
  ] as const;
  const [[ledger] = []] = await ledgersOf((pen) => {
    let y = 120;
    labels.forEach(([first, second = ''], index) => {
      const level = second === '' ? y : y + below;
      pen.text(first, 130, y);
      pen.text(second, 130, y + 14);
      pen.text(`Box ${index}`, 60, level);
      pen.right(`${index + 4},${index}20.50`, 540, level);
      y += second === '' ? 20 : 34;
    });
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows.map((row) => row[1])).toEqual(labels.map((lines) => lines.join(' ')));
  expect(ledger?.title).toBeNull();
});

test('the first record below the name of a section is whole where its amounts are level with its middle', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Date', 60, 100);
    pen.text('Description', 130, 100);
    pen.right('Amount', 540, 100);
    pen.text('Deposits', 60, 118);
    pen.text('Online purchase Quayside Books De0', 130, 136);
    pen.text('1 May 2024', 60, 142);
    pen.right('71.30', 540, 142);
    pen.text('MANDATE NO 7712', 130, 148);
    ['Water', 'Rent', 'Shoes'].forEach((text, index) => {
      pen.text(`${index + 2} May 2024`, 60, 166 + 16 * index);
      pen.text(text, 130, 166 + 16 * index);
      pen.right(`8${index}.20`, 540, 166 + 16 * index);
    });
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows.slice(0, 3)).toEqual([
    ['Date', 'Description', 'Amount'],
    ['Deposits', '', ''],
    ['1 May 2024', 'Online purchase Quayside Books De0 MANDATE NO 7712', '71.30'],
  ]);
});

test('records without a date have their amounts on the last line where those with one do', async () => {
  const records = [
    ['1 May 2024', 'Card payment|Hollin Stores', '20.10'],
    ['', 'Cash', '30.20'],
    ['', 'Standing order|Rent', '40.30'],
    ['2 May 2024', 'Transfer|R Okafor', '50.40'],
    ['', 'Direct debit|Water', '60.50'],
    ['3 May 2024', 'Refund|Larch', '70.60'],
  ] as const;
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Date', 60, 100);
    pen.text('Description', 130, 100);
    pen.right('Amount', 540, 100);
    let y = 116;
    for (const [day, text, amount] of records) {
      const lines = text.split('|');
      pen.text(day, 60, y);
      lines.forEach((line, index) => {
        pen.text(line, 130, y + 11 * index);
      });
      y += 11 * lines.length;
      pen.right(amount, 540, y - 11);
    }
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows.slice(1)).toEqual(records.map(([day, text, amount]) => [day, text.replace('|', ' '), amount]));
});

test('the first amount of a column is of the table whose records begin like its own, with a day and a code', async () => {
  const [ledgers = []] = await ledgersOf((pen) => {
    for (const index of Array.from({ length: 9 }).keys()) {
      const y = 100 + 20 * index;
      pen.text(`${10 + index}/05/24`, 60, y);
      pen.text(`V-${210 + 13 * index}`, 150, y);
      pen.text('TRANSFER', 240, y);
      pen.right(`€ 3 ${20 + index}4,05`, index === 4 ? 470 : 510, y);
    }
  });
  expect(ledgers.map(({ table }) => table.rowCount)).toEqual([9]);
});
