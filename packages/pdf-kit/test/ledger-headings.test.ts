import { expect, test } from 'vitest';
import { bookings, columnOf, days, header, ledgersOf, statement } from './ledger-page.ts';
import { texts } from './tables-of.ts';

test.each([[['30', '60', '120+']], [['1 - 30', '31 - 60', '> 60']]])(
  'headings that are numbers of days (%s) are no row of amounts',
  async (days) => {
    const [[ledger] = []] = await ledgersOf((pen) => {
      const row = (y: number, name: string, amounts: readonly string[]) => {
        pen.text(name, 60, y);
        amounts.forEach((amount, index) => {
          pen.right(amount, 250 + 80 * index, y);
        });
      };
      row(100, 'Account', [...days, 'Total']);
      row(120, 'Abbott Timber', ['521.05', '', '', '521.05']);
      row(140, 'Carr & Sons', ['', '700.25', '', '700.25']);
      row(160, 'Hythe Marine', ['41.46', '', '719.56', '761.02']);
      row(180, 'Total', ['562.51', '700.25', '719.56', '1,982.32']);
    });
    expect(ledger?.table.headerRows).toBe(1);
    expect(ledger === undefined ? [] : texts(ledger.table)[0]).toEqual(['Account', ...days, 'Total']);
  },
);

test.each([
  ['with its number', ['3', 'Chain', '30 m', '100', '300']],
  ['without', ['', 'Chain', '', '10', '300']],
])('an item whose quantity and sums are whole and rise, %s, is no row of headings', async (_, item) => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    const row = (y: number, [number = '', text = '', quantity = '', price = '', amount = '']: readonly string[]) => {
      if (number !== '') pen.text(number, 60, y);
      pen.text(text, 100, y);
      if (quantity !== '') pen.right(quantity, 340, y);
      pen.right(price, 430, y);
      pen.right(amount, 520, y);
    };
    row(100, ['No.', 'Article', 'Quantity', 'Price', 'Amount']);
    row(120, ['1', 'Anvil', '1 piece', '1,000.00', '1,000.00']);
    row(140, item);
    row(160, ['2', 'Transport', 'once', '120.00', '120.00']);
  });
  expect(ledger === undefined ? [] : texts(ledger.table).map((row) => row[1])).toEqual([
    'Article',
    'Anvil',
    'Chain',
    'Transport',
  ]);
});

test('a label with dashes for its amounts is no heading', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    const row = (y: number, name: string, amounts: readonly string[]) => {
      pen.text(name, 60, y);
      amounts.forEach((amount, index) => {
        pen.right(amount, 350 + 80 * index, y);
      });
    };
    row(100, '', ['2024', '2023']);
    row(120, 'Income', []);
    row(140, 'Product revenue', ['–', '–']);
    row(160, 'Service revenue', ['11,505.31', '38,233.00']);
    row(180, 'Interest', ['395.51', '289.26']);
    row(200, 'Total income', ['11,900.82', '38,522.26']);
  });
  expect(ledger === undefined ? [] : texts(ledger.table).slice(0, 3)).toEqual([
    ['', '2024', '2023'],
    ['Income', '', ''],
    ['Product revenue', '–', '–'],
  ]);
});

test('a heading between two that have their amounts is that of an empty column', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    const ends = [300, 370, 440, 510];
    ['Qty', 'Price', 'Discount', 'Amount'].forEach((head, index) => {
      pen.right(head, ends[index] ?? 0, 100);
    });
    pen.text('Article', 60, 100);
    [120, 140, 160].forEach((y, index) => {
      pen.text(`Monitor ${index}`, 60, y);
      pen.right('1', 300, y);
      pen.right('156.20', 370, y);
      pen.right('156.20', 510, y);
    });
    pen.text('Total without any of the taxes', 250, 180);
    pen.right('468.60', 510, 180);
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows[0]).toEqual(['Article', 'Qty', 'Price', 'Discount', 'Amount']);
  expect(rows[1]).toEqual(['Monitor 0', '1', '156.20', '', '156.20']);
  expect(rows[4]?.at(-1)).toBe('468.60');
});

test('headings of two lines are kept where both are set to the left of their amounts', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('This', 300, 100);
    pen.text('Year to', 420, 100);
    pen.text('Earnings', 60, 110);
    pen.text('period', 300, 110);
    pen.text('date', 420, 110);
    ['Regular', 'Overtime', 'Holiday'].forEach((name, index) => {
      pen.text(name, 60, 128 + 18 * index);
      pen.right(`1,070.8${index}`, 390, 128 + 18 * index);
      pen.right(`9,637.8${index}`, 510, 128 + 18 * index);
    });
  });
  expect(ledger === undefined ? [] : texts(ledger.table)[0]).toEqual(['Earnings', 'This period', 'Year to date']);
});

test('headings begun a wide line above the others are whole where they are set to the left of their amounts', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Your bill', 60, 62);
    for (const [text, x] of [
      ['Previous', 200],
      ['Present', 300],
    ] as const)
      pen.text(text, x, 83);
    for (const [text, x] of [
      ['Supply', 60],
      ['reading', 200],
      ['reading', 300],
      ['Charge', 400],
    ] as const)
      pen.text(text, x, 100);
    ['Day rate', 'Night rate', 'Water', 'Gas'].forEach((text, row) => {
      pen.text(text, 60, 120 + row * 20);
      for (let column = 0; column < 3; column += 1)
        pen.right(`${row + 2}3.${column}5`, 290 + column * 100, 120 + row * 20);
    });
  });
  const headings = ledger?.table.cells.filter(({ row }) => row < ledger.table.headerRows).map(({ text }) => text);
  expect(headings?.map((text) => text.replaceAll('\n', ' '))).toEqual([
    'Supply',
    'Previous reading',
    'Present reading',
    'Charge',
  ]);
});

test('a note across the table does not part a header from its first row', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    header(pen, 100);
    pen.line(55, 106, 545, 106);
    pen.text(
      'Please note: payments made after the nineteenth of March will show on the next statement of the account.',
      60,
      122,
    );
    bookings(pen, 142, days);
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows[0]).toEqual(['Date', 'Description', 'Paid out', 'Paid in', 'Balance']);
  expect(columnOf(rows, '2,155.00')).toBe(3);
});

test('one credit among many debits has the column under its own heading', async () => {
  const [[ledger] = []] = await ledgersOf(statement);
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows[0]).toEqual(['Date', 'Description', 'Paid out', 'Paid in', 'Balance']);
  expect(columnOf(rows, '2,155.00')).toBe(3);
  expect(columnOf(rows, '700.00')).toBe(2);
});

test('a column that no row fills keeps its place under its heading', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    header(pen, 100);
    bookings(
      pen,
      120,
      days.filter(([, , , credit]) => credit === ''),
    );
  });
  expect(ledger?.table.columnCount).toBe(5);
});

test('headings set to the left of their amounts head them', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Date', 60, 100, { bold: true });
    pen.text('Description', 130, 100, { bold: true });
    pen.text('Out', 310, 100, { bold: true });
    pen.text('In', 390, 100, { bold: true });
    pen.text('Balance', 470, 100, { bold: true });
    bookings(pen, 120, days);
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows[0]).toEqual(['Date', 'Description', 'Out', 'In', 'Balance']);
  expect(columnOf(rows, '2,155.00')).toBe(3);
  expect(columnOf(rows, '700.00')).toBe(2);
});

test('headings set to the left of their amounts, beside days that are as far behind each of them, head them', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    const row = (y: number, texts: readonly string[]) => {
      texts.forEach((text, index) => {
        const x = 60 + 160 * Math.floor(index / 3);
        if (index % 3 === 1) pen.right(text, x + (y === 100 ? 50 : 88), y);
        else pen.text(text, x + (index % 3 === 0 ? 0 : 94), y);
      });
    };
    const heads = ['No', 'Sum', 'Date'];
    row(100, [...heads, ...heads, ...heads]);
    row(116, ['2000', '22.46', '11/14', '2001', '951.01', '11/15', '2002', '2.40', '11/16']);
    row(130, ['2003', '35.36', '11/17', '2004', '98.40', '11/18', '2005', '81.88', '11/19']);
    row(144, ['2006', '39.08', '11/20', '2007', '40.52', '11/21', '2008', '110.43', '11/22']);
  });
  expect((ledger === undefined ? [] : texts(ledger.table))[0]).toEqual([
    'No',
    'Sum',
    'Date',
    'No',
    'Sum',
    'Date',
    'No',
    'Sum',
    'Date',
  ]);
});

test('a heading each for columns of amounts, set to the left of them, heads them without one for the labels', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    ['Apr', 'May', 'Total'].forEach((text, column) => {
      pen.text(text, 200 + 90 * column, 100);
    });
    ['Cash sales', 'Grant', 'Rent'].forEach((text, row) => {
      pen.text(text, 60, 120 + 14 * row);
      [0, 1, 2].forEach((column) => {
        pen.right(`${row + 1},${column + 1}67`, 280 + 90 * column, 120 + 14 * row);
      });
    });
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows.slice(0, 2)).toEqual([
    ['', 'Apr', 'May', 'Total'],
    ['Cash sales', '1,167', '1,267', '1,367'],
  ]);
});

test('headings that reach further right than their amounts by the same are theirs, though others begin before them', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Date', 60, 100);
    pen.text('Description', 130, 100);
    pen.right('Af', 392, 100);
    pen.right('Bijgeboekt', 472, 100);
    pen.right('Saldo', 552, 100);
    bookings(pen, 120, days);
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows[0]).toEqual(['Date', 'Description', 'Af', 'Bijgeboekt', 'Saldo']);
  expect(columnOf(rows, '2,155.00')).toBe(3);
  expect(columnOf(rows, '700.00')).toBe(2);
});

test('headings a word space apart are two where the first ends as its column does', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Artikel', 60, 100);
    pen.right('Aantal', 400, 100);
    pen.right('BTW', 460, 100);
    pen.text('Prijs incl. BTW', 462.8, 100);
    [
      ['Hoes', '1', '21%', '69,99'],
      ['Adapter', '1', '21%', '14,99'],
      ['Spel', '2', '9%', '144,99'],
      ['Tablet', '1', '21%', '399,00'],
    ].forEach(([item = '', count = '', tax = '', price = ''], row) => {
      pen.text(item, 60, 118 + row * 14);
      pen.right(count, 400, 118 + row * 14);
      pen.right(tax, 460, 118 + row * 14);
      pen.right(price, 534, 118 + row * 14);
    });
  });
  expect(ledger === undefined ? [] : texts(ledger.table)[0]).toEqual(['Artikel', 'Aantal', 'BTW', 'Prijs incl. BTW']);
});

test('headings at the left of right-aligned amounts belong to rows that are a wide space below them', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    ['Article', 'Name', 'Number', 'Price', 'Amount'].forEach((heading, column) => {
      pen.text(heading, [60, 130, 270, 350, 450][column] ?? 0, 100, { bold: true });
    });
    ['Hinge', 'Valve', 'Elbow', 'Relay'].forEach((name, index) => {
      const y = 134 + 28 * index;
      pen.text(`K-70${index}`, 60, y);
      pen.text(name, 130, y);
      pen.right(`${index + 2}`, 330, y);
      pen.right(`${index + 1}5.00`, 430, y);
      pen.right(`${(index + 1) * (index + 2)}5.00`, 530, y);
    });
  });
  expect(ledger && texts(ledger.table).slice(0, 2)).toEqual([
    ['Article', 'Name', 'Number', 'Price', 'Amount'],
    ['K-700', 'Hinge', '2', '15.00', '25.00'],
  ]);
});

test('a heading centred over long texts is over those that are short in most rows, too', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('No.', 60, 100);
    pen.text('Payee', 110, 100);
    pen.text('Dates', 240, 100);
    pen.text('Start', 200, 112);
    pen.text('End', 270, 112);
    pen.text('Description', 410, 100);
    pen.text('Amount', 505, 100);
    ['Staff travel', 'Senate travel', 'Staff travel', 'Staff travel'].forEach((text, row) => {
      const y = 132 + 24 * row;
      ['DH-1', 'Citibank', '05/03/2019', '05/06/2019', text].forEach((own, column) => {
        pen.text(own, [60, 110, 190, 255, 330][column] ?? 0, y);
      });
      pen.right(`${90 + row}.20`, 540, y);
      pen.text('Fare to Saint Louis, Springfield, home', 330, y + 11);
    });
  });
  expect(ledger === undefined ? [] : texts(ledger.table)[0]?.slice(4)).toEqual(['Description', 'Amount']);
});

test('sums that end elsewhere than the amounts of the records make no column', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    const row = (y: number, [text = '', ...amounts]: readonly string[]) => {
      pen.text(text, 60, y);
      for (const [index, x] of [300, 380, 480].entries()) pen.right(amounts[index] ?? '', x, y);
    };
    row(100, ['Article', 'Quantity', 'Price', 'Total']);
    row(120, ['Coffee', '15', '189.90', '2,848.50']);
    row(140, ['Biscuits', '40', '6.75', '270.00']);
    row(160, ['Sugar', '8', '47.30', '378.40']);
    pen.text('To be paid', 260, 180);
    pen.right('3,496.90', 432, 180);
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows[0]).toEqual(['Article', 'Quantity', 'Price', 'Total']);
  expect(rows.at(-1)?.at(-1)).toBe('3,496.90');
});
