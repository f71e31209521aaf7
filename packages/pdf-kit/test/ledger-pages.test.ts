import { expect, test } from 'vitest';
import type { LedgerTable } from '../src/tables.ts';
import type { Pen } from './draw-pdf.ts';
import { type Booking, bookings, days, header, ledgersOf, statement } from './ledger-page.ts';
import { texts } from './tables-of.ts';

test('a page without a header takes its columns from the page before', async () => {
  const [first = [], second = []] = await ledgersOf(statement, (pen) => {
    pen.text('Account 30918264', 60, 50);
    pen.right('Current account statement', 540, 50);
    bookings(
      pen,
      100,
      days.filter(([, , , credit]) => credit === ''),
    );
  });
  expect(second).toHaveLength(1);
  expect(second[0]?.chain).toBe(first[0]?.chain);
  expect(second[0]?.chain).not.toBeNull();
  const rows = second[0] === undefined ? [] : texts(second[0].table);
  expect(rows[0]).toEqual(['1 Mar 2024', 'CARD PAYMENT', '20.00', '', '180.00']);
});

test('a page that goes on above another section with the same header keeps the columns of the page before', async () => {
  const outgoing = days.filter(([, , , credit]) => credit === '');
  const [first = [], second = []] = await ledgersOf(
    (pen) => {
      pen.text('EUR account', 60, 80);
      statement(pen);
    },
    (pen) => {
      bookings(pen, 60, outgoing);
      pen.text('USD account', 60, 240);
      header(pen, 260);
      bookings(pen, 280, outgoing);
    },
  );
  const [rest, section] = second;
  expect(rest?.chain).toBe(first[0]?.chain);
  expect(rest?.chain).not.toBeNull();
  expect(rest === undefined ? [] : texts(rest.table)[0]).toEqual(['1 Mar 2024', 'CARD PAYMENT', '20.00', '', '180.00']);
  expect(section?.title).toBe('USD account');
  expect(section?.chain).toBeNull();
});

test.each([
  ['USD account', '900.00', false],
  ['Account, further', '1,440.00', true],
  ['EUR account, continued', '900.00', true],
])('under the title %s a page that begins with %s goes on: %s', async (title, sum, goesOn) => {
  const [first = [], second = []] = await ledgersOf(
    (pen) => {
      pen.text('EUR account', 60, 80);
      statement(pen);
    },
    (pen) => {
      pen.text(title, 60, 60);
      header(pen, 80);
      bookings(pen, 100, [['', 'Balance', '', '', sum], ...days]);
    },
  );
  expect(second).toHaveLength(1);
  expect(second[0]?.chain !== null && second[0]?.chain === first[0]?.chain).toBe(goesOn);
});

test('a sum above a header that is printed again is no page that goes on', async () => {
  const [first = [], second = []] = await ledgersOf(statement, (pen) => {
    pen.text('Balance of the account', 60, 60);
    pen.right('1,440.00', 540, 60);
    header(pen, 160);
    bookings(pen, 180, days);
  });
  const headed = second.find(({ table }) => table.headerRows > 0);
  expect(headed?.chain).toBe(first[0]?.chain);
  expect(headed?.chain).not.toBeNull();
});

test('a page whose amounts are all in a column that was empty goes on under its heading', async () => {
  const incoming = days.map(
    ([date, text, debit, credit, balance]): Booking => [date, text, '', debit + credit, balance],
  );
  const [first = [], second = []] = await ledgersOf(
    (pen) => {
      header(pen, 100);
      bookings(
        pen,
        120,
        days.filter(([, , , credit]) => credit === ''),
      );
    },
    (pen) => bookings(pen, 60, incoming),
  );
  expect(second[0]?.chain).toBe(first[0]?.chain);
  expect(second[0]?.chain).not.toBeNull();
  const rows = second[0] === undefined ? [] : texts(second[0].table);
  expect(rows[0]).toEqual(['1 Mar 2024', 'CARD PAYMENT', '', '20.00', '180.00']);
});

test('an empty column whose heading is set to the left of its amounts takes them on the next page', async () => {
  const outgoing = days.filter(([, , , credit]) => credit === '');
  const headings = (pen: Pen, top: number) => {
    ['Date', 'Description', 'Out', 'In', 'Balance'].forEach((text, column) => {
      pen.text(text, [60, 130, 310, 390, 480][column] ?? 0, top);
    });
  };
  const [first = [], second = []] = await ledgersOf(
    (pen) => {
      pen.text('EUR account', 60, 80);
      headings(pen, 100);
      bookings(pen, 120, outgoing);
    },
    (pen) => {
      pen.text('EUR account', 60, 30);
      bookings(pen, 60, [['9 Mar 2024', 'REFUND', '', '15.00', '1,455.00'], ...days]);
      pen.text('USD account', 60, 280);
      headings(pen, 300);
      bookings(pen, 320, [['', 'Balance', '', '', '900.00'], ...outgoing]);
    },
  );
  const [rest] = second;
  expect(rest?.chain).toBe(first[0]?.chain);
  expect(rest?.chain).not.toBeNull();
  expect(rest === undefined ? [] : texts(rest.table)[0]).toEqual(['9 Mar 2024', 'REFUND', '', '15.00', '1,455.00']);
});

test('an entry that the page break cuts keeps its date on one page and its amounts on the other', async () => {
  const [first = [], second = []] = await ledgersOf(
    (pen) => {
      statement(pen);
      pen.text('9 Mar 2024', 60, 280);
      pen.text('INSURANCE', 130, 280);
    },
    (pen) => {
      bookings(pen, 60, [['', 'REF 77120', '40.00', '', '1,400.00']]);
      bookings(
        pen,
        80,
        days.filter(([, , , credit]) => credit === ''),
      );
    },
  );
  const rowsOf = (ledgers: readonly LedgerTable[]) => (ledgers[0] === undefined ? [] : texts(ledgers[0].table));
  expect(rowsOf(first).at(-1)).toEqual(['9 Mar 2024', 'INSURANCE', '', '', '']);
  expect(rowsOf(second)[0]).toEqual(['', 'REF 77120', '40.00', '', '1,400.00']);
});

test('a closing balance further below a single row goes on with the columns of the page before', async () => {
  const [, second = []] = await ledgersOf(
    (pen) => {
      pen.text('Current account', 60, 80, { bold: true });
      statement(pen);
    },
    (pen) => {
      pen.text('Total of the day', 130, 60);
      pen.right('40.00', 380, 60);
      pen.text('Closing balance', 130, 105);
      pen.right('1,400.00', 540, 105);
      pen.text('Savings', 60, 150, { bold: true });
      header(pen, 170);
      bookings(pen, 190, [['', 'Opening balance', '', '', '12.00'], ...days]);
    },
  );
  expect(second[0] === undefined ? [] : texts(second[0].table)).toEqual([
    ['', 'Total of the day', '40.00', '', ''],
    ['', 'Closing balance', '', '', '1,400.00'],
  ]);
});

test('an entry that the page break cuts keeps its code as well', async () => {
  const code = (pen: Pen, rows: number) => {
    for (let row = 0; row < rows; row += 1) pen.text(`V-${100 + row}`, 250, 120 + 20 * row);
  };
  const [first = []] = await ledgersOf(
    (pen) => {
      header(pen, 100);
      pen.text('Code', 250, 100, { bold: true });
      bookings(pen, 120, days);
      code(pen, days.length + 1);
      pen.text('9 Mar 2024', 60, 280);
      pen.text('INSURANCE', 130, 280);
    },
    (pen) => bookings(pen, 60, [['', 'REF 77120', '40.00', '', '1,400.00'], ...days]),
  );
  expect(first[0] === undefined ? [] : texts(first[0].table).at(-1)?.slice(0, 3)).toEqual([
    '9 Mar 2024',
    'INSURANCE',
    'V-108',
  ]);
});

test('the rest of an item that the page break cuts is there, where items begin with numbers', async () => {
  const items = (pen: Pen, top: number, first: number) => {
    ['Bearing', 'Seal kit', 'Drive belt', 'Filter'].forEach((item, index) => {
      const y = top + 28 * index;
      pen.text(`${10 * (first + index)}`, 60, y);
      pen.text(`P-${first}${index}`, 110, y);
      pen.text(item, 110, y + 12);
      pen.right(`4${index}.50`, 420, y);
      pen.right(`1,4${index}2.50`, 540, y);
    });
  };
  const [, second = []] = await ledgersOf(
    (pen) => {
      pen.text('Item', 60, 100);
      pen.text('Description', 110, 100);
      pen.right('Unit price', 420, 100);
      pen.right('Amount', 540, 100);
      items(pen, 116, 1);
      pen.text('50', 60, 228);
      pen.text('P-99', 110, 228);
      pen.right('9.50', 420, 228);
      pen.right('19.00', 540, 228);
    },
    (pen) => {
      pen.text('Ball valve', 110, 60);
      pen.text('Serial 40418', 110, 72);
      items(pen, 94, 6);
    },
  );
  expect(second.flatMap(({ table }) => texts(table).slice(0, 2))).toEqual([
    ['', 'Ball valve Serial 40418', '', ''],
    ['60', 'P-60 Bearing', '40.50', '1,402.50'],
  ]);
});

test('the name of a section that a page ends with is its last row', async () => {
  const section = (pen: Pen, name: string, y: number) => pen.text(name, 60, y, { bold: true });
  const [[first] = []] = await ledgersOf(
    (pen) => {
      header(pen, 100);
      section(pen, 'May', 120);
      bookings(pen, 140, days.slice(0, 4));
      section(pen, 'June', 220);
    },
    (pen) => {
      header(pen, 100);
      bookings(pen, 120, days.slice(4));
    },
  );
  const rows = first === undefined ? [] : texts(first.table);
  expect(rows.at(-1)?.[0]).toBe('June');
});

test('sums alone below the number of a page are of the table on the page before', async () => {
  const items = (pen: Pen) => {
    pen.text('Invoice no. BW-27487', 60, 30);
    pen.text('Page 1', 500, 30);
    pen.text('Item', 60, 100);
    pen.text('Description', 110, 100);
    pen.right('Unit price', 420, 100);
    pen.right('Amount', 540, 100);
    ['Bearing', 'Seal kit', 'Drive belt', 'Filter'].forEach((item, index) => {
      pen.text(`P-10${index}`, 60, 116 + 14 * index);
      pen.text(item, 110, 116 + 14 * index);
      pen.right(`4${index}.50`, 420, 116 + 14 * index);
      pen.right(`1,4${index}2.50`, 540, 116 + 14 * index);
    });
  };
  const [first = [], second = []] = await ledgersOf(items, (pen) => {
    pen.text('Invoice no. BW-27487', 60, 30);
    pen.text('Page 2', 500, 30);
    ['Subtotal', 'VAT 20%', 'Total due'].forEach((label, index) => {
      pen.right(label, 420, 60 + 14 * index);
      pen.right(`${index + 5},700.10`, 540, 60 + 14 * index);
    });
  });
  expect(second.map(({ chain }) => chain)).toEqual([first[0]?.chain]);
  expect(second.flatMap(({ table }) => texts(table)[0])).toEqual(['', '', 'Subtotal', '5,700.10']);
});

test('a header whose headings are near each other is known again where a value parts two of them', async () => {
  const draw = (cheques: readonly string[]) => (pen: Pen) => {
    pen.text('Date', 60, 100, { bold: true });
    pen.text('Details', 130, 100, { bold: true });
    if (cheques.length > 0) pen.right('Cheque', 387, 100);
    pen.text(cheques.length > 0 ? 'Value date' : 'Cheque Value date', cheques.length > 0 ? 397 : 353, 100);
    pen.right('Amount', 540, 100);
    days.forEach(([day, text, out, credit], index) => {
      const y = 116 + 14 * index;
      pen.text(day, 60, y);
      pen.text(text, 130, y);
      pen.right(cheques[index] ?? '', 387, y);
      pen.text('04/05/2024', 397, y);
      pen.right(out === '' ? credit : out, 540, y);
    });
  };
  const cheques = ['100662', '', '', '100663', '', '100664'];
  const [first = [], second = []] = await ledgersOf(draw([]), draw(cheques));
  expect(first[0]?.chain).not.toBeNull();
  expect(second[0]?.chain).toBe(first[0]?.chain);
  expect(second.flatMap(({ table }) => texts(table)[1])).toEqual([
    '1 Mar 2024',
    'CARD PAYMENT',
    '100662',
    '04/05/2024',
    '20.00',
  ]);
});

test('dates over the amounts, below the number of the page, are headings on each page', async () => {
  const draw = (page: number, names: readonly string[]) => (pen: Pen) => {
    pen.text('Balance sheet of Example Ltd', 60, 30);
    pen.text(`Page ${page}`, 500, 30);
    pen.right('31/12/2025', 440, 60);
    pen.right('31/12/2024', 540, 60);
    names.forEach((name, index) => {
      pen.text(name, 60, 76 + 14 * index);
      pen.right(`${index + page},512`, 440, 76 + 14 * index);
      pen.right(`${index + page},498`, 540, 76 + 14 * index);
    });
  };
  const [first = [], second = []] = await ledgersOf(
    draw(1, ['Plant', 'Vehicles', 'Stock', 'Debtors', 'Cash']),
    draw(2, ['Capital', 'Reserves', 'Loans', 'Creditors', 'Tax']),
  );
  for (const [{ table } = {}] of [first, second]) {
    const rows = table === undefined ? [] : texts(table);
    expect(rows.find((row) => row.includes('31/12/2025'))?.slice(-2)).toEqual(['31/12/2025', '31/12/2024']);
  }
});

test('a section that begins above the end of a page goes on on the next, however few rows it has', async () => {
  const section = (pen: Pen, y: number, title: string, rows: readonly Booking[]) => {
    pen.text(title, 60, y);
    header(pen, y + 20);
    bookings(pen, y + 40, rows);
  };
  const [first = [], second = []] = await ledgersOf(
    (pen) => {
      section(pen, 60, 'EUR account', days);
      section(pen, 300, 'USD account', [
        ['1 Mar 2024', 'CARD PAYMENT', '74.41', '', ''],
        ['1 Mar 2024', 'SALARY', '', '922.32', '1,027.66'],
      ]);
    },
    (pen) => {
      bookings(pen, 60, days.slice(4));
    },
  );
  expect(first.map(({ title }) => title)).toEqual(['EUR account', 'USD account']);
  expect(second[0]?.chain).not.toBeNull();
  expect(second[0]?.chain).toBe(first[1]?.chain);
});

test('a line of a header below the others is known again where its column is empty on the page', async () => {
  const page = (pen: Pen, rows: readonly Booking[]) => {
    pen.text('Date', 60, 100);
    pen.text('Description', 130, 100);
    pen.right('Withdrawn', 380, 100);
    pen.right('Paid', 460, 94);
    pen.right('in', 460, 106);
    pen.right('Balance', 540, 100);
    bookings(pen, 130, rows);
  };
  const [first = [], second = []] = await ledgersOf(
    (pen) => {
      page(pen, days);
    },
    (pen) => {
      page(
        pen,
        days.filter(([, , , credit]) => credit === ''),
      );
    },
  );
  expect(second[0]?.chain).not.toBeNull();
  expect(second[0]?.chain).toBe(first[0]?.chain);
  expect(second[0]?.table.columnCount).toBe(5);
});

test('a table on the next page is another, though all amounts of its last rows are below those of the table before', async () => {
  const rates = (pen: Pen) => {
    const rows = [
      'BRL 4.44 4.48 4.35 4.13',
      'CAD 1.56 1.54 1.49 1.55',
      'CNY 7.87 7.72 7.82 7.70',
      'RUB 9.76 3.10 1.57 1.84',
    ];
    [...rows, 'USD 1.17 1.14 1.21', 'ZAR 8.65 7.10 6.19'].forEach((text, index) => {
      const [name = '', ...values] = text.split(' ');
      pen.text(name, 60, 100 + 20 * index);
      values.toReversed().forEach((value, column) => {
        pen.right(value, 540 - 80 * column, 100 + 20 * index);
      });
    });
  };
  const [first = [], second = []] = await ledgersOf(statement, rates);
  expect(first[0]?.chain ?? null).toBeNull();
  expect(second.flatMap(({ chain }) => chain ?? [])).toEqual([]);
});
