import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { findPageTables } from '../src/tables.ts';
import { drawPdf } from './draw-pdf.ts';
import { bookings, days, header, ledgersOf } from './ledger-page.ts';
import { texts } from './tables-of.ts';

test('headings over sets of columns that are mostly named alike span them', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Cost', 225, 88);
    pen.text('Depreciation', 405, 88);
    pen.text('Asset', 60, 100);
    ['1 Jan', 'Additions', '31 Dec', '1 Jan', 'Charge', '31 Dec'].forEach((text, column) => {
      pen.right(text, 190 + 66 * column, 100);
    });
    ['Press', 'Lathe', 'Van'].forEach((text, row) => {
      pen.text(text, 60, 120 + 14 * row);
      [0, 1, 2, 3, 4, 5].forEach((column) => {
        pen.right(`${row + 1},${column + 1}67`, 190 + 66 * column, 120 + 14 * row);
      });
    });
  });
  const groups = ledger?.table.cells.filter(({ row, columnSpan }) => row === 0 && columnSpan > 1);
  expect(groups?.map(({ text, column, columnSpan }) => [text, column, columnSpan])).toEqual([
    ['Cost', 1, 3],
    ['Depreciation', 4, 3],
  ]);
});

test('days over amounts are headings beside others', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Asset', 60, 100);
    pen.text('Acquired', 150, 100);
    ['1 Jan', 'Additions', '31 Dec'].forEach((text, column) => {
      pen.right(text, 300 + 90 * column, 100);
    });
    ['Press', 'Lathe', 'Van'].forEach((text, row) => {
      pen.text(text, 60, 120 + 14 * row);
      pen.text(`1${row}/02/2016`, 150, 120 + 14 * row);
      [0, 1, 2].forEach((column) => {
        pen.right(`${row + 1},${column + 1}67`, 300 + 90 * column, 120 + 14 * row);
      });
    });
  });
  expect(ledger === undefined ? [] : texts(ledger.table)[0]).toEqual([
    'Asset',
    'Acquired',
    '1 Jan',
    'Additions',
    '31 Dec',
  ]);
});

test.for(['31/12/2025', '2024-2025'])(
  'a day or years written like a telephone number are a heading (%s)',
  async (day) => {
    const [[ledger] = []] = await ledgersOf((pen) => {
      pen.text('Asset', 60, 100);
      ['Additions', day].forEach((text, column) => {
        pen.right(text, 390 + 90 * column, 100);
      });
      ['Press', 'Lathe', 'Van'].forEach((text, row) => {
        pen.text(text, 60, 120 + 14 * row);
        [0, 1].forEach((column) => {
          pen.right(`${row + 1},${column + 1}67`, 390 + 90 * column, 120 + 14 * row);
        });
      });
    });
    expect(ledger === undefined ? [] : texts(ledger.table)[0]).toEqual(['Asset', 'Additions', day]);
  },
);

test('a day above a time of day is the value of a box, and no heading', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    const row = (y: number, bold: boolean, texts: readonly string[]) => {
      texts.forEach((text, index) => {
        pen.text(text, [60, 200, 300, 450][index] ?? 0, y, { bold });
      });
    };
    row(88, true, ['Street', 'District', 'Lock', 'Day of dispatch']);
    row(100, false, ['Harbour Lane', 'Central', 'North', '10 Nov 2025']);
    row(112, true, ['Town', 'State', 'Telephone', 'Time of dispatch']);
    row(124, false, ['Seaport', 'BA', '7588478956', '08:48:24']);
  });
  expect(ledger === undefined ? [] : texts(ledger.table)).toEqual([
    ['Town', 'State', 'Telephone', 'Time of dispatch'],
    ['Seaport', 'BA', '7588478956', '08:48:24'],
  ]);
});

test('a label with its value, right above the headings, is no title', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Account: 604 118 220, in euros', 60, 84);
    pen.text('Date', 60, 100, { bold: true });
    pen.text('Description', 130, 100, { bold: true });
    pen.text('Out', 360, 100, { bold: true });
    pen.text('In', 445, 100, { bold: true });
    pen.text('Balance', 500, 100, { bold: true });
    bookings(pen, 120, days);
  });
  expect(ledger?.title).toBeNull();
});

test('one heading of two lines is one heading, and no title', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Transactions', 60, 60, { bold: true, size: 12 });
    pen.text('Booking', 60, 89, { bold: true });
    pen.text('Date', 60, 100, { bold: true });
    pen.text('Description', 130, 100, { bold: true });
    pen.text('Out', 360, 100, { bold: true });
    pen.text('In', 445, 100, { bold: true });
    pen.text('Balance', 500, 100, { bold: true });
    bookings(pen, 120, days);
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(ledger?.title).toBe('Transactions');
  expect(
    rows
      .slice(0, ledger?.table.headerRows)
      .map(([first]) => first)
      .join(' '),
  ).toMatch(/^Booking\s+Date$/);
});

test('amounts alone in one row, each under a heading, are a table', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.right('Amount', 500, 88);
    ['Current', '30 days', '60 days', 'due'].forEach((text, column) => {
      pen.right(text, 200 + 100 * column, 100);
    });
    ['873.85', '1,028.68', '495.86', '2,398.39'].forEach((text, column) => {
      pen.right(text, 200 + 100 * column, 118);
    });
  });
  expect(ledger === undefined ? [] : texts(ledger.table)).toEqual([
    ['Current', '30 days', '60 days', 'Amount due'],
    ['873.85', '1,028.68', '495.86', '2,398.39'],
  ]);
});

test('headings a word space apart above a grid are one for each column', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      pen.text('Number', 64, 96);
      pen.right('Amount', 196, 96);
      pen.text('Number', 203, 96);
      pen.right('Amount', 336, 96);
      for (const x of [60, 130, 200, 270, 340]) pen.line(x, 104, x, 164);
      for (const y of [104, 124, 144, 164]) pen.line(60, y, 340, y);
      for (const row of [0, 1, 2]) {
        pen.text(String(4546 + row), 64, 117 + 20 * row);
        pen.right(`${12 + row}.50`, 196, 117 + 20 * row);
        pen.text(String(4556 + row), 204, 117 + 20 * row);
        pen.right(`${62 + row}.50`, 336, 117 + 20 * row);
      }
    }),
  );
  try {
    const [table] = findPageTables(await document.readPage(1)).tables;
    expect(table === undefined ? [] : texts(table)[0]).toEqual(['Number', 'Amount', 'Number', 'Amount']);
  } finally {
    await document.close();
  }
});

test('the headings right above a grid, which no rule closes, are its header', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      ['Item', 'Pack', 'Price'].forEach((text, column) => {
        pen.text(text, 75 + column * 100, 114);
      });
      ['Retail', 'list'].forEach((text, line) => {
        pen.text(text, 275, 90 + line * 12);
      });
      for (let row = 0; row <= 3; row += 1) pen.line(70, 120 + row * 20, 370, 120 + row * 20);
      for (let column = 0; column <= 3; column += 1) pen.line(70 + column * 100, 120, 70 + column * 100, 180);
      for (let row = 0; row < 3; row += 1) {
        [`Bolt ${row}`, '10', `${row}.50`].forEach((text, column) => {
          pen.text(text, 75 + column * 100, 134 + row * 20);
        });
      }
    }),
  );
  const { tables } = findPageTables(await document.readPage(1));
  await document.close();
  expect(tables.map(({ headerRows }) => headerRows)).toEqual([1]);
  expect(tables.map((table) => texts(table)[0])).toEqual([['Item', 'Pack', 'Retail list Price']]);
});

test.each([[false], [true]])(
  'a heading over each repetition of the same headings spans them, with one rule below all: %s',
  async (ruled) => {
    const [[ledger] = []] = await ledgersOf((pen) => {
      if (ruled) pen.line(190, 86, 470, 86);
      pen.text('Revenue', 215, 82, { bold: true });
      pen.text('Units sold', 375, 82, { bold: true });
      pen.text('Region', 60, 100, { bold: true });
      ['2023', '2024', '2023', '2024'].forEach((year, index) => {
        pen.text(year, 197 + index * 80, 100, { bold: true });
      });
      ['North', 'South', 'East', 'West'].forEach((region, row) => {
        pen.text(region, 60, 120 + row * 18);
        for (let column = 0; column < 4; column += 1)
          pen.right(`${row + 1}${column},300`, 219 + column * 80, 120 + row * 18);
      });
    });
    const spans = ledger?.table.cells.filter(({ text }) => text === 'Revenue' || text === 'Units sold');
    expect(spans?.map(({ column, columnSpan }) => [column, columnSpan])).toEqual([
      [1, 2],
      [3, 2],
    ]);
  },
);

test('a header in bold above a rule begins another table, whose columns are elsewhere', async () => {
  const [ledgers = []] = await ledgersOf((pen) => {
    header(pen, 100);
    bookings(pen, 120, days.slice(0, 4));
    pen.text('Tax by rate', 60, 197, { bold: true });
    pen.text('Code', 60, 216, { bold: true });
    pen.text('Net', 170, 216, { bold: true });
    pen.text('Tax', 250, 216, { bold: true });
    pen.line(60, 220, 320, 220);
    for (const [index, [code, net, tax]] of [
      ['A', '1,200.00', '60.00'],
      ['B', '90.00', '18.00'],
      ['C', '2,400.00', '480.00'],
    ].entries()) {
      pen.text(code ?? '', 60, 232 + 14 * index);
      pen.right(net ?? '', 230, 232 + 14 * index);
      pen.right(tax ?? '', 320, 232 + 14 * index);
    }
  });
  expect(ledgers.map(({ table }) => texts(table)[0])).toEqual([
    ['Date', 'Description', 'Paid out', 'Paid in', 'Balance'],
    ['Code', 'Net', 'Tax'],
  ]);
});

test('columns under rules of their own, printed again for each period, stay beside their labels', async () => {
  const [ledgers = []] = await ledgersOf((pen) => {
    ['2024', '2023', '2022'].forEach((year, block) => {
      const top = 100 + block * 100;
      pen.line(60, top - 14, 540, top - 14);
      pen.text('Common stock', 240, top);
      pen.text('Treasury', 430, top - 4);
      pen.text('stock held', 430, top + 2, { size: 5 });
      pen.line(380, top + 3, 540, top + 3);
      pen.text('(millions)', 60, top + 14);
      [220, 300, 460, 540].forEach((x, column) => {
        pen.right(column % 2 === 0 ? 'Shares' : 'Cost', x, top + 14);
      });
      pen.line(60, top + 18, 160, top + 18);
      [`Balance in ${year}`, 'Share-based payments'].forEach((label, row) => {
        const y = top + 28 + row * 12;
        pen.text(label, 60, y);
        [220, 300, 460, 540].forEach((x, column) => {
          pen.right(`1,${row}${column}${block}`, x, y);
        });
      });
      pen.line(60, top + 62, 160, top + 62);
      pen.line(380, top + 66, 540, top + 66);
    });
  });
  const rows = ledgers.flatMap(({ table }) => texts(table));
  expect(rows).toContainEqual(['Balance in 2023', '1,001', '1,011', '1,021', '1,031']);
});

test('headings over more columns than the table above has begin another', async () => {
  const [tables = []] = await ledgersOf((pen) => {
    pen.text('Date', 60, 100);
    pen.text('Description', 130, 100);
    pen.right('Amount', 540, 100);
    days.forEach(([day, text, out, credit], index) => {
      pen.text(day, 60, 116 + 14 * index);
      pen.text(text, 130, 116 + 14 * index);
      pen.right(out === '' ? credit : out, 540, 116 + 14 * index);
    });
    for (const [column, x] of [60, 230, 400].entries()) {
      pen.text('Date', x, 240);
      pen.right('Balance', x + 140, 240);
      days.slice(0, 4).forEach(([day, , , , balance], index) => {
        pen.text(day, x, 254 + 14 * index);
        pen.right(`${column + 1}${balance.slice(-6)}`, x + 140, 254 + 14 * index);
      });
    }
  });
  expect(tables.map(({ table }) => table.columnCount)).toEqual([3, 6]);
  expect(tables.slice(1).flatMap(({ table }) => texts(table)[1])).toEqual([
    '1 Mar 2024',
    '1180.00',
    '1 Mar 2024',
    '2180.00',
    '1 Mar 2024',
    '3180.00',
  ]);
});

test('headings begin another table where no amount below them is in line with those above', async () => {
  const [ledgers = []] = await ledgersOf((pen) => {
    const row = (y: number, [name = '', ...amounts]: readonly string[], ends: readonly number[]) => {
      pen.text(name, 60, y);
      amounts.forEach((amount, index) => {
        pen.right(amount, ends[index] ?? 0, y);
      });
    };
    const items = [300, 370, 430, 520];
    row(100, ['Article', 'Qty', 'Price', 'VAT', 'Amount'], items);
    row(116, ['Seal kit', '3', '20.00', 'C', '60.00'], items);
    row(132, ['Drive belt', '2', '40.00', 'C', '80.00'], items);
    row(148, ['Hexagon bolt', '1', '50.00', 'D', '50.00'], items);
    const rates = [180, 260, 345, 460];
    row(176, ['Code', 'Rate', 'Net', 'Tax', 'Gross'], rates);
    row(192, ['C', '7 %', '140.00', '9.80', '149.80'], rates);
    row(208, ['D', '20 %', '50.00', '10.00', '60.00'], rates);
  });
  expect(ledgers.map(({ table }) => texts(table)[0]?.[0])).toEqual(['Article', 'Code']);
});

test('headings printed once for each of two blocks begin a table of their own', async () => {
  const [ledgers = []] = await ledgersOf((pen) => {
    const bookings = [
      ['12/13', '80.32', 'TRANSFER', '654321'],
      ['12/16', '10.00', 'PURCHASE', '123456'],
      ['12/20', '15.89', 'PURCHASE', '654987'],
    ];
    const balances = [
      ['12/13', '136.68', '12/26', '60.78'],
      ['12/16', '110.79', '12/27', '48.79'],
    ];
    const rows = (records: readonly (readonly string[])[], third: number, y: number) => {
      records.forEach(([day = '', amount = '', text = '', number = ''], index) => {
        pen.text(day, 60, y + 14 * index);
        pen.right(amount, 190, y + 14 * index);
        pen.text(text, third, y + 14 * index);
        pen.right(number, 378, y + 14 * index);
      });
    };
    ['Date', 'Amount', 'Details', 'Number'].forEach((text, index) => {
      pen.text(text, [60, 150, 230, 340][index] ?? 0, 100);
    });
    rows(bookings, 230, 116);
    ['Date', 'Balance', 'Date', 'Balance'].forEach((text, index) => {
      pen.text(text, [60, 150, 240, 330][index] ?? 0, 172);
    });
    rows(balances, 240, 188);
  });
  expect(ledgers.map(({ table }) => table.rowCount)).toEqual([4, 3]);
});

test('a first row of two sides with a dash for its amount is no line of the header', async () => {
  const sides = [
    ['Unpaid capital', '—', 'Equity', ''],
    ['Fixed assets', '236.95', 'Capital', '100.00'],
    ['Stocks', '74.31', 'Reserves', '12.60'],
    ['Receivables', '121.87', 'Provisions', '9.00'],
    ['Cash', '39.20', 'Debts', '184.02'],
  ];
  const [ledgers = []] = await ledgersOf((pen) => {
    const draw = (texts: readonly string[], y: number) => {
      texts.forEach((text, index) => {
        if (index % 2 === 0) pen.text(text, 60 + 130 * index, y);
        else if (text !== '') pen.right(text, 130 + 130 * index, y);
      });
    };
    draw(['Assets', '2023', 'Liabilities', '2023'], 100);
    sides.forEach((texts, row) => {
      draw(texts, 115 + 14 * row);
    });
  });
  const rows = ledgers.flatMap(({ table }) => texts(table));
  expect(rows[0]?.[0]).toBe('Assets');
  expect(rows[1]).toEqual(['Unpaid capital', '—', 'Equity', '']);
});

test('plain headings right below a bold name begin another table', async () => {
  const [ledgers = []] = await ledgersOf((pen) => {
    pen.text('Train', 60, 100, { bold: true });
    ['Weight', 'Length', 'Cars', 'Axles', 'Load'].forEach((text, index) => {
      pen.right(text, 120 + 80 * index, 114);
      pen.right(String(763 - 90 * index), 120 + 80 * index, 128);
    });
    pen.text('Cars', 60, 150, { bold: true });
    ['Order', 'Name', 'Weight'].forEach((text, index) => {
      pen.text(text, [60, 110, 300][index] ?? 0, 164);
    });
    for (let row = 0; row < 6; row += 1) {
      pen.text(String(row + 1), 60, 178 + 14 * row);
      pen.text(`33 52 54${12 + row}`, 110, 178 + 14 * row);
      pen.text(String(26500 + 70 * row), 300, 178 + 14 * row);
    }
  });
  expect(ledgers.map(({ table }) => texts(table)[0])).toContainEqual(['Order', 'Name', 'Weight']);
});
