import { describe, expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { findFormBlocks, findLedgers, findPageTables, type LedgerTable, withClosingRows } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';
import { texts } from './tables-of.ts';

/** The ledgers of each page that a test draws. */
async function ledgersOf(...drawings: ((pen: Pen) => void)[]): Promise<LedgerTable[][]> {
  const document = await openPageModel(await drawPdf(...drawings));
  try {
    const pages = [];
    for (let page = 1; page <= drawings.length; page += 1) pages.push(findPageTables(await document.readPage(page)));
    return findLedgers(pages);
  } finally {
    await document.close();
  }
}

type Booking = readonly [date: string, text: string, debit: string, credit: string, balance: string];

function header(pen: Pen, top: number) {
  pen.text('Date', 60, top, { bold: true });
  pen.text('Description', 130, top, { bold: true });
  pen.right('Paid out', 380, top);
  pen.right('Paid in', 460, top);
  pen.right('Balance', 540, top);
}

const levels = { first: 0, middle: 0.5, last: 1 } as const;

/** Draws bookings at a pitch of 20; lines of a text are 11 apart, amounts on the first of them or the last, or in the middle. */
function bookings(pen: Pen, top: number, rows: readonly Booking[], amountsOn: keyof typeof levels = 'first') {
  let y = top;
  for (const [date, text, ...amounts] of rows) {
    const lines = text.split('|');
    const amountsAt = y + levels[amountsOn] * (lines.length - 1) * 11;
    pen.text(date, 60, amountsOn === 'middle' ? amountsAt : y);
    lines.forEach((line, index) => {
      pen.text(line, 130, y + index * 11);
    });
    amounts.forEach((amount, index) => {
      if (amount !== '') pen.right(amount, 380 + index * 80, amountsAt);
    });
    y += 20 + (lines.length - 1) * 11;
  }
}

const days: readonly Booking[] = [
  ['1 Mar 2024', 'CARD PAYMENT', '20.00', '', '180.00'],
  ['2 Mar 2024', 'WATER', '30.00', '', '150.00'],
  ['3 Mar 2024', 'TRAIN', '10.50', '', '139.50'],
  ['4 Mar 2024', 'SALARY', '', '2,155.00', '2,294.50'],
  ['5 Mar 2024', 'COFFEE', '4.50', '', '2,290.00'],
  ['6 Mar 2024', 'BOOKS', '90.00', '', '2,200.00'],
  ['7 Mar 2024', 'RENT', '700.00', '', '1,500.00'],
  ['8 Mar 2024', 'SHOES', '60.00', '', '1,440.00'],
];

const columnOf = (rows: readonly string[][], text: string) =>
  rows.flatMap((row) => row.indexOf(text)).find((at) => at >= 0);

describe('columns', () => {
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

  test('items of several lines are one table, also where a line of one runs into the columns of amounts', async () => {
    const [ledgers = []] = await ledgersOf((pen) => {
      const row = (y: number, [number = '', text = '', ...amounts]: readonly string[]) => {
        pen.text(number, 60, y);
        pen.text(text, 90, y);
        amounts.forEach((amount, index) => {
          pen.right(amount, 320 + 80 * index, y);
        });
      };
      row(100, ['No.', 'Article', 'Price', 'Tax', 'Amount']);
      [...'123456'].forEach((number, index) => {
        const y = 120 + 60 * index;
        row(y, [number, 'Anvil', '10.00', '7 %', '100.00']);
        pen.text('40123450', 90, y + 12);
        pen.text(
          index === 2 ? 'as agreed with you, without any charge on delivery, for ever and a day' : 'blue',
          90,
          y + 24,
        );
        pen.text('in a box', 90, y + 36);
      });
    });
    expect(ledgers.map(({ table }) => texts(table).filter(([number]) => /\d/.test(number ?? '')).length)).toEqual([6]);
  });

  test('amounts with their sides are each of a record, also of the same day', async () => {
    const [[ledger] = []] = await ledgersOf((pen) => {
      const row = (y: number, day: string, text: string, amount: string, side: string, balance: string) => {
        pen.text(day, 60, y);
        pen.text(text, 140, y);
        pen.right(amount, 400, y);
        pen.text(side, 412, y);
        pen.right(balance, 520, y);
      };
      row(100, 'Date', 'Text', 'Amount', 'Side', 'Balance');
      row(120, '01.02.2024', 'Rent', '40,00', 'DR', '60,00');
      row(140, '02.02.2024', 'Salary', '200,00', 'CR', '');
      row(160, '', 'Fee', '10,00', 'DR', '250,00');
      row(180, '03.02.2024', 'Fee', '10,00', 'DR', '240,00');
      row(200, '04.02.2024', 'Fee', '10,00', 'DR', '230,00');
    });
    expect(ledger?.table.rowCount).toBe(6);
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
    const [[ledger] = []] = await ledgersOf((pen) => {
      header(pen, 100);
      bookings(pen, 120, days);
    });
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

  test('a page without a header takes its columns from the page before', async () => {
    const [first = [], second = []] = await ledgersOf(
      (pen) => {
        header(pen, 100);
        bookings(pen, 120, days);
      },
      (pen) => {
        pen.text('Account 30918264', 60, 50);
        pen.right('Current account statement', 540, 50);
        bookings(
          pen,
          100,
          days.filter(([, , , credit]) => credit === ''),
        );
      },
    );
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
        header(pen, 100);
        bookings(pen, 120, days);
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
    expect(rest === undefined ? [] : texts(rest.table)[0]).toEqual([
      '1 Mar 2024',
      'CARD PAYMENT',
      '20.00',
      '',
      '180.00',
    ]);
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
        header(pen, 100);
        bookings(pen, 120, days);
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
    const [first = [], second = []] = await ledgersOf(
      (pen) => {
        header(pen, 100);
        bookings(pen, 120, days);
      },
      (pen) => {
        pen.text('Balance of the account', 60, 60);
        pen.right('1,440.00', 540, 60);
        header(pen, 160);
        bookings(pen, 180, days);
      },
    );
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
        header(pen, 100);
        bookings(pen, 120, days);
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
        header(pen, 100);
        bookings(pen, 120, days);
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
});

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

describe('shaded rows', () => {
  test('are no grid where strips of their colour fill the gaps between the columns', async () => {
    const shade: [number, number, number] = [0.8, 0.93, 1];
    const rows = ['Opening', 'Income', 'Dividends', 'Shares', 'Plans', 'Effects', 'Closing'].map((label, row) => [
      label,
      ...[1, 2, 3, 4].map((column) => `${column}${row},1${column}5.5`),
    ]);
    const [ledgers = []] = await ledgersOf((pen) => {
      rows.forEach(([label = '', ...amounts], row) => {
        const y = 100 + 14 * row;
        if (row > 4)
          for (const [x0, x1] of [
            [60, 200],
            [200, 201.3],
            [201.3, 300],
            [300, 301.3],
            [301.3, 520],
            [520, 521.3],
          ] as const)
            pen.fill(x0, y, x1, y + 13.3, shade);
        if (row === 6) pen.line(60, y - 0.3, 520, y - 0.3);
        pen.text(label, 64, y + 10);
        amounts.forEach((amount, column) => {
          pen.right(amount, 290 + 70 * column, y + 10);
        });
      });
    });
    expect(ledgers.map(({ table }) => texts(table))).toEqual([rows]);
  });
});

describe('letterheads with numbers', () => {
  const letterhead = (pen: Pen) => {
    pen.text('Account number', 315, 60);
    pen.text('30918264', 440, 60);
    pen.text('Balance last time', 315, 72);
    pen.text('1,708.00', 440, 72);
    pen.text('Balance now', 315, 84);
    pen.text('1,440.00', 440, 84);
  };

  test('above a table without headings are no part of it', async () => {
    const [ledgers = []] = await ledgersOf((pen) => {
      letterhead(pen);
      bookings(pen, 120, days);
    });
    const rows = ledgers.map(({ table }) => texts(table)).find((own) => own.length === days.length) ?? [];
    expect(rows[0]).toEqual(['1 Mar 2024', 'CARD PAYMENT', '20.00', '', '180.00']);
    expect(columnOf(rows, '2,155.00')).toBe(3);
  });

  test('printed again on the next page are no rows of the table that goes on there', async () => {
    const [, second = []] = await ledgersOf(
      (pen) => {
        letterhead(pen);
        header(pen, 104);
        bookings(pen, 120, days);
      },
      (pen) => {
        letterhead(pen);
        bookings(pen, 112, days);
      },
    );
    expect(second).toHaveLength(1);
    expect(second[0]?.table.rowCount).toBe(days.length);
  });
});

test('one amount in a wide gap has a column of its own, with nothing cut through it', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Date', 60, 100, { bold: true });
    pen.text('Description', 130, 100, { bold: true });
    pen.right('Paid out (£)', 360, 100);
    pen.right('Paid in (£)', 450, 100);
    pen.right('Balance (£)', 540, 100);
    let y = 120;
    for (let index = 0; index < 30; index += 1) {
      pen.text(`${index + 1} Mar 2024`, 60, y);
      pen.text('CARD PAYMENT', 130, y);
      pen.right(index === 20 ? '1,528.15' : '20.00', index === 20 ? 450 : 360, y);
      pen.right(`${900 - index}.00`, 540, y);
      y += 14;
    }
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows[0]).toEqual(['Date', 'Description', 'Paid out (£)', 'Paid in (£)', 'Balance (£)']);
  expect(columnOf(rows, '1,528.15')).toBe(3);
});

describe('records', () => {
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

  test('the letterhead of a page that a table goes on on is no part of it, though numbers in it begin where amounts do', async () => {
    const size = 7;
    const letterhead = (pen: Pen) => {
      const labels = [
        'Account number',
        'Sort code',
        'Statement no.',
        'Balance last time',
        'Balance now',
        'Statement date',
      ];
      const values = ['30918264', '40-77-19', '117', '1 169,28', '11 251,06', '04.12.2024'];
      pen.text('Ms J Whitlock', 60, 73, { size });
      labels.forEach((label, index) => {
        pen.text(label, 315, 73 + 12 * index, { size });
        pen.text(values[index] ?? '', 440, 73 + 12 * index, { size });
      });
      pen.text('USD account 30918265', 60, 162, { size: 8.5 });
    };
    const entries = (pen: Pen, top: number, days: readonly (readonly [string, string])[]) => {
      days.forEach(([day, amount], index) => {
        pen.text(day, 63, top + 15 * index, { size });
        pen.text('PAGAMENTO POS LIBRERIA', 133, top + 15 * index, { size });
        pen.right(amount, 459.3, top + 15 * index, { size });
        pen.text(day, 465.3, top + 15 * index, { size });
      });
    };
    const [, second = []] = await ledgersOf(
      (pen) => {
        ['Data', 'Descrizione', 'Data valuta'].forEach((text, index) => {
          pen.text(text, [63, 133, 465.3][index] ?? 0, 186, { size });
        });
        pen.right('Importo', 459.3, 186, { size });
        entries(pen, 204, [
          ['07.11.2024', '172,75-'],
          ['07.11.2024', '41,12-'],
        ]);
      },
      (pen) => {
        letterhead(pen);
        entries(pen, 185, [
          ['10.11.2024', '41,37-'],
          ['11.11.2024', '1,47-'],
          ['12.11.2024', '212,74-'],
          ['15.11.2024', '87,61-'],
          ['16.11.2024', '2 744,79-'],
          ['16.11.2024', '209,73-'],
          ['17.11.2024', '387,64-'],
        ]);
      },
    );
    const rows = second.flatMap(({ table }) => texts(table));
    expect(rows[0]).toEqual(['10.11.2024', 'PAGAMENTO POS LIBRERIA', '41,37-', '10.11.2024']);
  });

  test('debits and credits beside headings set to the left of them are in their columns, in units without decimals', async () => {
    const entries = [
      ['', 'Brought forward', '', '', '2,359,035'],
      ['02/04/2024', 'DENKI 100', '79,977', '', '2,279,058'],
      ['03/04/2024', 'GAS 101', '86,485', '', '2,192,573'],
      ['03/04/2024', 'DENKI 102', '', '7,158', '2,199,731'],
      ['04/04/2024', 'DENKI 103', '9,962', '', '2,189,769'],
      ['06/04/2024', 'FURIKOMI 104', '85,796', '', '2,103,973'],
      ['07/04/2024', 'DENKI 105', '', '225,450', '2,329,423'],
      ['09/04/2024', 'FURIKOMI 106', '', '93,069', '2,422,492'],
      ['10/04/2024', 'GAS 107', '64,108', '', '2,358,384'],
    ];
    const [[ledger] = []] = await ledgersOf((pen) => {
      const starts = [77, 137, 305, 372, 440];
      const ends = [368, 436, 513];
      ['Date', 'Details', 'Withdrawal', 'Deposit', 'Balance'].forEach((text, column) => {
        pen.text(text, starts[column] ?? 0, 150, { size: 8 });
      });
      entries.forEach(([date, text, ...amounts], index) => {
        pen.text(date ?? '', 77, 166 + 13 * index, { size: 8 });
        pen.text(text ?? '', 137, 166 + 13 * index, { size: 8 });
        amounts.forEach((amount, column) => {
          pen.right(amount, ends[column] ?? 0, 166 + 13 * index, { size: 8 });
        });
      });
    });
    expect(ledger && texts(ledger.table).slice(1)).toEqual(entries);
  });

  test('accounts with amounts in other columns than the first are rows of one trial balance', async () => {
    const accounts = [
      ['1000', 'Sales', '', '', '36.705,09', '24.629,93', '12.075,16', ''],
      ['1035', 'Sales returns', '', '', '24.948,87', '', '24.948,87', ''],
      ['1070', 'Purchases', '34.012,55', '', '25.048,90', '31.247,90', '27.813,55', ''],
      ['1105', 'Carriage inwards', '67.670,57', '', '32.594,92', '', '100.265,49', ''],
      ['1140', 'Wages and salaries', '65.937,75', '', '3.829,67', '23.548,62', '46.218,80', ''],
      ['1210', 'Light and heat', '', '30.594,08', '22.280,28', '', '', '8.313,80'],
      ['1245', 'Motor expenses', '20.555,98', '', '8.862,53', '', '29.418,51', ''],
      ['1280', 'Office equipment', '', '60.909,75', '24.225,78', '26.091,95', '', '62.775,92'],
      ['', 'Total', '188.176,86', '91.503,83', '178.496,09', '105.518,30', '240.540,38', '71.089,72'],
    ];
    const [[ledger] = []] = await ledgersOf((pen) => {
      const size = 5.8;
      const starts = [229.1, 286.6, 343.4, 397.4, 452.8, 509.2];
      const ends = [264.4, 319.5, 376.4, 429.3, 485.6, 543.6];
      pen.text('Opening balance', 243.6, 99, { size });
      pen.text('Period', 368.7, 99, { size });
      pen.text('Closing balance', 469.7, 99, { size });
      pen.text('Account', 50.4, 106, { size });
      pen.text('Name', 85.8, 106, { size });
      starts.forEach((start, column) => {
        pen.text(column % 2 === 0 ? 'Debit' : 'Credit', start, 106, { size });
      });
      accounts.forEach(([account, name, ...amounts], index) => {
        pen.text(account ?? '', 50.4, 117 + 9 * index, { size });
        pen.text(name ?? '', 85.8, 117 + 9 * index, { size });
        amounts.forEach((amount, column) => {
          pen.right(amount, ends[column] ?? 0, 117 + 9 * index, { size });
        });
      });
    });
    expect(ledger && texts(ledger.table).slice(-accounts.length)).toEqual(accounts);
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

  test('two rows that both have amounts are never one, however their labels read on', async () => {
    const [[ledger] = []] = await ledgersOf((pen) => {
      ['Total paid in', 'Total paid out', 'Interest due'].forEach((label, index) => {
        pen.text(label, 60, 100 + index * 13);
        pen.right(`${index + 4},310.00`, 300, 100 + index * 13);
      });
    });
    expect(ledger?.table.rowCount).toBe(3);
  });
});

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

test('a letterhead right above a filled header is no part of it', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Ms J Whitlock', 60, 64);
    pen.text('Sort code', 330, 64);
    pen.text('40-77-19', 430, 64);
    pen.text('14 Larkspur Close', 60, 76);
    pen.text('Account', 330, 76);
    pen.text('30918264', 430, 76);
    pen.fill(55, 90, 545, 105, [0.9, 0.9, 0.5]);
    header(pen, 100);
    bookings(pen, 120, days);
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(ledger?.table.headerRows).toBe(1);
  expect(rows[0]).toEqual(['Date', 'Description', 'Paid out', 'Paid in', 'Balance']);
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
  const table = grid === undefined ? null : withClosingRows(grid, page.lines, []);
  expect(table === null ? [] : texts(table).at(-1)).toEqual(['Total', '61.50']);
  expect(table?.rowCount).toBe(4);
  expect(table?.rowCuts).toHaveLength(5);
});

test('the scales of a chart are no table', async () => {
  const [found = []] = await ledgersOf((pen) => {
    for (let step = 0; step < 8; step += 1) {
      pen.right(`${step * 50}`, 90, 100 + step * 12);
      pen.right(`${step * 50}`, 320, 100 + step * 12);
    }
  });
  expect(found).toEqual([]);
});

test('labels beside values and addresses outside tables are a block, running text and single lines are none', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      pen.text('Harrow Bank', 60, 60, { size: 14 });
      pen.text('Ms J Whitlock', 60, 100);
      pen.text('Sort code:', 330, 100, { bold: true });
      pen.text('40-77-19', 430, 100);
      pen.text('14 Larkspur Close', 60, 114);
      pen.text('Account no.:', 330, 114, { bold: true });
      pen.text('30918264', 430, 114);
    }),
  );
  const blocks = findFormBlocks(await document.readPage(1), []);
  await document.close();
  expect(blocks.map(texts)).toEqual([
    [
      ['Ms J Whitlock', 'Sort code:', '40-77-19'],
      ['14 Larkspur Close', 'Account no.:', '30918264'],
    ],
  ]);
});

test('sums to be paid are kept among other text', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      pen.text('Subtotal', 342, 100);
      pen.right('20.000 KD', 560, 100);
      ['Payment details', 'Transfer', 'Card'].forEach((text, index) => {
        pen.text(text, 84, 112 + index * 12);
      });
      pen.text('Tax', 342, 148);
      pen.right('0.000 KD', 560, 148);
      ['Settled', 'Receipt', 'Warranty'].forEach((text, index) => {
        pen.text(text, 84, 160 + index * 12);
      });
      pen.text('Terms', 30, 196);
      pen.text('Signature', 480, 196);
    }),
  );
  try {
    const blocks = findFormBlocks(await document.readPage(1), []);
    expect(blocks.map((table) => texts(table))).toEqual([
      [
        ['Subtotal', '20.000 KD'],
        ['Tax', '0.000 KD'],
      ],
    ]);
  } finally {
    await document.close();
  }
});

test('a label and its value are two cells where another pair begins at the same places', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      pen.text('Harbour Town', 60, 100);
      pen.text('No.', 330, 100);
      pen.text('2025-334', 360, 100);
      pen.text('12 Quay Street', 60, 114);
      pen.text('Datum', 330, 114, { size: 9 });
      pen.text('26.08.2025', 360, 114, { size: 9 });
    }),
  );
  const blocks = findFormBlocks(await document.readPage(1), []);
  await document.close();
  expect(blocks.map(texts)).toEqual([
    [
      ['Harbour Town', 'No.', '2025-334'],
      ['12 Quay Street', 'Datum', '26.08.2025'],
    ],
  ]);
});

test('leader dots typed right behind a label and before its amount are neither', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    ['Soup of the day', 'Garden salad', 'Roast chicken', 'Baked trout'].forEach((label, index) => {
      pen.text(`${label}${'.'.repeat(60)}`, 60, 100 + index * 14);
      pen.right(`${index + 5}.50`, 400, 100 + index * 14);
    });
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows).toContainEqual(['Garden salad', '6.50']);
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

test('lines in one stripe are one record, wrapped above or below its amounts', async () => {
  const cyan: [number, number, number] = [0.6, 1, 1];
  const [tables = []] = await ledgersOf((pen) => {
    pen.fill(60, 106, 545, 130, cyan);
    pen.fill(60, 156, 545, 182, cyan);
    for (const [index, heading] of ['Number', 'Name', 'Address'].entries()) pen.text(heading, 65 + index * 130, 100);
    pen.right('Fee', 540, 100);
    const record = (y: number, number: string, name: string, address: string, fee: string) => {
      pen.text(number, 65, y);
      pen.text(name, 195, y);
      pen.text(address, 325, y);
      pen.right(fee, 540, y);
    };
    pen.text('Eagle', 195, 115);
    record(126, '648765', 'Airlines Inc', '7100 Terminal Drive', '120.00');
    pen.text('Allegiant', 195, 141);
    record(152, '648766', 'Air', '7777 East Apache', '95.50');
    record(178, '82030', 'Delta', 'Box 59975', '310.25');
    record(204, '509462', 'Skywest', 'Oklahoma City', '75.00');
  });
  expect(tables.map(({ table }) => texts(table).slice(1))).toEqual([
    [
      ['648765', 'Eagle Airlines Inc', '7100 Terminal Drive', '120.00'],
      ['648766', 'Allegiant Air', '7777 East Apache', '95.50'],
      ['82030', 'Delta', 'Box 59975', '310.25'],
      ['509462', 'Skywest', 'Oklahoma City', '75.00'],
    ],
  ]);
});

test('a line on a band across all columns is the title of the table below it, and no heading', async () => {
  const [tables = []] = await ledgersOf((pen) => {
    pen.text('Report covering the week', 220, 94);
    pen.fill(60, 98, 545, 112, [0, 0, 0]);
    pen.text('Complaints', 280, 108, { color: [1, 1, 1] });
    pen.text('Week to date', 248, 124, { bold: true });
    pen.text('Year to date', 418, 124, { bold: true });
    for (const [index, heading] of ['2017', '2016', '2017', '2016'].entries())
      pen.right(heading, 260 + index * 85, 138);
    drawCounts(pen, [
      ['Murder', '0', '3', '16', '17'],
      ['Robbery', '16', '25', '540', '608'],
      ['Burglary', '20', '29', '621', '736'],
    ]);
  });
  expect(tables.map(({ title }) => title)).toEqual(['Complaints']);
  expect(tables.map(({ table }) => texts(table)[0])).toEqual([['', 'Week to date', '', 'Year to date', '']]);
});

function drawCounts(pen: Pen, rows: readonly (readonly string[])[]) {
  rows.forEach(([name = '', ...counts], index) => {
    pen.text(name, 65, 152 + index * 14);
    counts.forEach((count, column) => {
      pen.right(count, 260 + column * 85, 152 + index * 14);
    });
  });
}

describe('statements', () => {
  const accounts = [
    ['Cash and cash equivalents', '837', '775'],
    ['Trade receivables', '1,972', '1,935'],
    ['Inventories', '(1,205)', '(1,114)'],
    ['Margin', '(6.3)%', '(12.7)%'],
    ['Goodwill', '5,281', '5,285'],
  ] as const;
  const statement = (pen: Pen, top: number, periods: readonly [string, string], group?: string) => {
    if (group !== undefined) pen.text(group, 424, top - 12, { bold: true });
    pen.text('($ in millions, except share and per share data)', 60, top, { bold: true });
    periods.forEach((period, index) => {
      pen.right(period, 430 + index * 110, top);
    });
    pen.text('Assets', 150, top + 14, { bold: true });
    accounts.forEach(([label, ...amounts], row) => {
      pen.text(label, 60, top + 28 + row * 13);
      amounts.forEach((amount, index) => {
        pen.right(amount, 430 + index * 110, top + 28 + row * 13);
      });
    });
  };

  test('periods of two lines are headings, and those over them span them', async () => {
    const [[ledger] = []] = await ledgersOf((pen) => {
      pen.text('Six Months Ended', 427, 84);
      pen.right('July 30,', 430, 108);
      pen.right('July 31,', 540, 108);
      statement(pen, 120, ['2023', '2022']);
    });
    const rows = ledger === undefined ? [] : texts(ledger.table);
    expect(ledger?.table.cells.find(({ text }) => text === 'Six Months Ended')).toMatchObject({
      column: 1,
      columnSpan: 2,
    });
    expect(rows[1]?.slice(1)).toEqual(['July 30, 2023', 'July 31, 2022']);
  });

  test('days set far above their years are headings with them', async () => {
    const [[ledger] = []] = await ledgersOf((pen) => {
      for (const [index, day] of ['January 28,', 'January 29,'].entries()) {
        const middle = 395 + index * 110;
        pen.right(day, middle + 25, 98);
        pen.right(index === 0 ? '2023' : '2022', middle + 10, 120);
      }
      accounts.forEach(([label, ...amounts], row) => {
        pen.text(label, 60, 136 + row * 13);
        amounts.forEach((amount, index) => {
          pen.right(amount, 430 + index * 110, 136 + row * 13);
        });
      });
    });
    const rows = ledger === undefined ? [] : texts(ledger.table);
    expect(rows[0]?.slice(1)).toEqual(['January 28, 2023', 'January 29, 2022']);
  });

  test('years over the signs of amounts head them, above a long label as well', async () => {
    const [[ledger] = []] = await ledgersOf((pen) => {
      const years = ['2021', '2020', '2019'];
      years.forEach((year, index) => {
        pen.text(year, 330 + index * 85, 90, { bold: true });
      });
      pen.text('Net earnings, including earnings attributable to redeemable and', 20, 101);
      const row = (label: string, y: number, amounts: readonly string[]) => {
        pen.text(label, 20, y);
        amounts.forEach((amount, index) => {
          if (y < 125) pen.text('$', 320 + index * 85, y);
          pen.right(amount, 390 + index * 85, y);
        });
      };
      row('noncontrolling interests', 122, ['2,346', '2,210', '1,786']);
      row('Foreign currency translation', 133, ['175', '(169)', '(82)']);
      row('Net actuarial income', 144, ['353', '(224)', '(253)']);
      row('Total income', 155, ['2,946', '1,902', '1,545']);
    });
    const rows = ledger === undefined ? [] : texts(ledger.table);
    expect(rows[0]?.slice(1)).toEqual(['2021', '2020', '2019']);
    expect(rows[1]?.[0]).toBe('Net earnings, including earnings attributable to redeemable and');
  });

  test('a long label that begins where one far above does is no running text', async () => {
    const [ledgers = []] = await ledgersOf((pen) => {
      const row = (label: string, x: number, y: number, value: string) => {
        pen.text(label, x, y);
        if (value !== '') for (const right of [430, 540]) pen.right(value, right, y);
      };
      row('Cash', 70, 100, '837');
      for (let index = 1; index <= 6; index += 1) row(`Account ${index}`, 60, 100 + index * 13, `1,20${index}`);
      row('Stock of a par value of a half, as set out in it;', 70, 191, '');
      row('shares issued', 60, 204, '915');
      row('Total', 60, 217, '4,411');
    });
    expect(ledgers.flatMap(({ table }) => texts(table)).map(([label]) => label)).toContain('Total');
  });

  test('days over amounts head them, beside a remark however long', async () => {
    const [[ledger] = []] = await ledgersOf((pen) => {
      statement(pen, 120, ['December 31, 2022', 'June 30, 2022']);
    });
    expect(ledger?.table.headerRows).toBe(1);
    expect(ledger === undefined ? [] : texts(ledger.table)[0]?.slice(1)).toEqual([
      'December 31, 2022',
      'June 30, 2022',
    ]);
  });

  test('a heading in the middle of days spans them', async () => {
    const [[ledger] = []] = await ledgersOf((pen) => {
      statement(pen, 120, ['July 29, 2023', 'July 30, 2022'], 'Six Months');
    });
    const group = ledger?.table.cells.find(({ text }) => text === 'Six Months');
    expect(group).toMatchObject({ row: 0, column: 1, columnSpan: 2 });
  });

  test('percentages behind brackets are amounts', async () => {
    const [[ledger] = []] = await ledgersOf((pen) => {
      statement(pen, 120, ['2023', '2022']);
    });
    expect(ledger === undefined ? [] : texts(ledger.table)).toContainEqual(['Margin', '(6.3)%', '(12.7)%']);
  });

  test('with days of their own on the next page are another table', async () => {
    const [first = [], second = []] = await ledgersOf(
      (pen) => statement(pen, 120, ['December 31, 2022', 'June 30, 2022']),
      (pen) => statement(pen, 120, ['December 31, 2022', 'December 31, 2021']),
    );
    expect(first.map(({ chain }) => chain)).toEqual([null]);
    expect(second.map(({ chain }) => chain)).toEqual([null]);
  });

  test('a last line that counts the pages is no row', async () => {
    const [, second = []] = await ledgersOf(
      ...[6, 7].map((page) => (pen: Pen) => {
        bookings(pen, 100, days);
        pen.text('Financial Statements', 60, 300);
        pen.right(String(page), 540, 300);
      }),
    );
    expect(second.flatMap(({ table }) => texts(table)).flat()).not.toContain('Financial Statements');
  });

  test('are named by the line above a remark in brackets', async () => {
    const [[ledger] = []] = await ledgersOf((pen) => {
      pen.text('Balance Sheets', 260, 94, { bold: true });
      pen.text('(Unaudited)', 265, 107);
      statement(pen, 120, ['December 31, 2022', 'June 30, 2022']);
    });
    expect(ledger?.title).toBe('Balance Sheets');
  });
});

test('a date and the text right behind it are two columns where texts below begin there', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    days.forEach(([date, text, ...amounts], index) => {
      const y = 120 + index * 26;
      if (index % 2 === 0) pen.text(date, 60, y);
      pen.text(date, 130, y);
      pen.text(`${text} ${index}`, 189, y);
      pen.text(`REF ${index}`, 189, y + 11);
      amounts.forEach((amount, column) => {
        if (amount !== '') pen.right(amount, 380 + column * 80, y);
      });
    });
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows.map((row) => row.slice(0, 3))).toEqual(
    days.map(([date, text], index) => [index % 2 === 0 ? date : '', date, `${text} ${index} REF ${index}`]),
  );
});

test('an amount and the date right behind it, or the code of its tax, are in columns of their own', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Text', 60, 100);
    pen.right('Amount', 300, 100);
    pen.text('Value date', 303, 100);
    pen.right('Net', 430, 100);
    pen.text('Tax', 433, 100);
    [
      ['WATER', '20.00', '02/05/2024', '16.81', 'A'],
      ['TRAIN', '1,230.50', '03/05/2024', '1,150.00', 'B'],
      ['BOOKS', '7.25', '14/05/2024', '6.78', 'C'],
      ['RENT', '700.00', '17/05/2024', '700.00', 'A'],
    ].forEach(([text = '', amount = '', date = '', net = '', code = ''], index) => {
      const y = 120 + index * 14;
      pen.text(text, 60, y);
      pen.right(amount, 300, y);
      pen.text(date, 303, y);
      pen.right(net, 430, y);
      pen.text(code, 433, y);
    });
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(rows.slice(1).map((row) => row.slice(1))).toEqual([
    ['20.00', '02/05/2024', '16.81', 'A'],
    ['1,230.50', '03/05/2024', '1,150.00', 'B'],
    ['7.25', '14/05/2024', '6.78', 'C'],
    ['700.00', '17/05/2024', '700.00', 'A'],
  ]);
});

test('boxes with round corners beside each other make no common rows', async () => {
  const [ledgers = []] = await ledgersOf((pen) => {
    const box = (x: number, width: number) =>
      pen.page.drawSvgPath(
        `M 8 0 H ${width - 8} Q ${width} 0 ${width} 8 V 92 Q ${width} 100 ${width - 8} 100 H 8 Q 0 100 0 92 V 8 Q 0 0 8 0 Z`,
        { x, y: 842 - 100, borderWidth: 1 },
      );
    box(50, 240);
    box(310, 240);
    [
      ['Beginning balance', '$550.00'],
      ['Deposits', '3820.00'],
      ['Withdrawals', '-1639.32'],
      ['Ending balance', '$2417.96'],
    ].forEach(([label = '', amount = ''], row) => {
      pen.text(label, 60, 120 + row * 16);
      pen.right(amount, 280, 120 + row * 16);
    });
    ['Sample Company', 'New York account terms and conditions apply.', 'Number 123456789'].forEach((text, row) => {
      pen.text(text, 320, 122 + row * 21);
    });
  });
  expect(ledgers.flatMap(({ table }) => texts(table))).toContainEqual(['Beginning balance', '$550.00']);
  expect(ledgers.flatMap(({ table }) => texts(table)).flat()).not.toContain('Sample Company');
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

test('sums side by side under one rule are two tables', async () => {
  const [ledgers = []] = await ledgersOf((pen) => {
    pen.line(60, 570, 540, 570);
    [
      ['Exclusief BTW', '593,36', 582],
      ['BTW 21%', '124,61', 592],
      ['Totaal', '717,97', 607],
    ].forEach(([label, amount, y]) => {
      pen.right(String(label), 130, Number(y));
      pen.right(String(amount), 185, Number(y));
    });
    [
      ['Subtotaal', '717,97', 582],
      ['Totaal betaald', '717,97', 599],
      ['iDEAL op 21 april 2015', '717,97', 613],
      ['Afschrijvingskosten op 31 mei 2015', '-9,32', 624],
    ].forEach(([label, amount, y]) => {
      pen.right(String(label), 480, Number(y));
      pen.right(String(amount), 540, Number(y));
    });
  });
  expect(ledgers.flatMap(({ table }) => texts(table))).toEqual(
    expect.arrayContaining([
      ['Exclusief BTW', '593,36'],
      ['Afschrijvingskosten op 31 mei 2015', '-9,32'],
    ]),
  );
});

test('groups of columns under one rule, with rules of their own at other heights, are one table', async () => {
  const [ledgers = []] = await ledgersOf((pen) => {
    pen.line(60, 104, 540, 104);
    pen.line(150, 106, 280, 106);
    pen.line(380, 118, 540, 118);
    ['Alpha', 'Beta', 'Gamma', 'Delta'].forEach((label, row) => {
      const y = 116 + row * 14;
      pen.text(label, 60, y);
      [220, 280, 460, 540].forEach((x, column) => {
        pen.right(`1,${row}${column}5`, x, y);
      });
    });
    pen.line(150, 162, 280, 162);
    pen.line(380, 172, 540, 172);
  });
  expect(ledgers.map(({ table }) => texts(table)[0])).toEqual([['Alpha', '1,005', '1,015', '1,025', '1,035']]);
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

test('a label and its sum in one text, with nothing in line with it, are two', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      pen.text('Days paid: 22', 60, 100);
      pen.text('TOTALE COMPETENZE LORDE: 2.459,50 €', 300, 160);
      pen.text('This document was made for a demonstration.', 120, 220);
    }),
  );
  const blocks = findFormBlocks(await document.readPage(1), []);
  await document.close();
  expect(blocks.map(texts)).toEqual([[['TOTALE COMPETENZE LORDE:', '2.459,50 €']]]);
});

test('a label far from the sums that it is level with has a column of its own', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Owner:', 60, 100);
    [
      ['SUBTOTAL:', '$ 7,330.00'],
      ['GST:', '$ 733.00'],
      ['TOTAL:', '$ 8,063.00'],
      ['BALANCE:', '$ 8,063.00'],
    ].forEach(([label = '', sum = ''], row) => {
      pen.text(label, 380, 100 + row * 20);
      pen.right(sum, 540, 100 + row * 20);
    });
  });
  expect(ledger && texts(ledger.table).slice(0, 2)).toEqual([
    ['Owner:', 'SUBTOTAL:', '$ 7,330.00'],
    ['', 'GST:', '$ 733.00'],
  ]);
});

test('labels below each other with their values right behind them are a form', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      pen.text('Month: Jan-23', 60, 100);
      pen.text('Employee Name: PRATIK O', 60, 112);
      pen.text('Employee ID: AGO093', 60, 124);
      pen.text('Working Days: 31', 60, 136);
    }),
  );
  const blocks = findFormBlocks(await document.readPage(1), []);
  await document.close();
  expect(blocks.map(texts)).toEqual([
    [
      ['Month:', 'Jan-23'],
      ['Employee Name:', 'PRATIK O'],
      ['Employee ID:', 'AGO093'],
      ['Working Days:', '31'],
    ],
  ]);
});

test('a statement with labels where the page before has amounts is another table, though its own end where some there did', async () => {
  const [, [cash] = []] = await ledgersOf(
    (pen) => {
      ['Program', 'Admin', 'Total'].forEach((head, column) => {
        pen.right(head, 300 + 80 * column, 100);
      });
      pen.line(60, 104, 460, 104);
      ['Rent', 'Travel', 'Postage', 'Insurance'].forEach((label, row) => {
        pen.text(label, 60, 120 + 16 * row);
        [`1,${row}10`, `2${row}0`, `1,${row + 2}10`].forEach((amount, column) => {
          pen.right(amount, 300 + 80 * column, 120 + 16 * row);
        });
      });
    },
    (pen) => {
      pen.text('STATEMENT OF CASH FLOWS', 200, 80, { bold: true });
      pen.right('2016', 460, 100);
      [
        'Change in net assets',
        'Other assets of the foundation and of its friends in all states',
        'Cash at the end of the year, which was December 31, as before',
      ].forEach((label, row) => {
        pen.text(label, 60, 120 + 16 * row);
        pen.right(`${row + 3},210`, 460, 120 + 16 * row);
      });
    },
  );
  expect(cash?.chain).toBeNull();
  expect(cash === undefined ? [] : texts(cash.table)).toContainEqual(['Change in net assets', '3,210']);
});

describe('statements of periods', () => {
  type Line = readonly [label: string, ...amounts: string[]];

  /** Draws amounts that end at 420 and 520 beside labels, which are indented by a point for each space before them. */
  function statement(pen: Pen, top: number, lines: readonly Line[]) {
    lines.forEach(([label, ...amounts], row) => {
      const indent = label.length - label.trimStart().length;
      pen.text(label.trimStart(), 60 + indent, top + 12 * row);
      amounts.forEach((amount, column) => {
        pen.right(amount, 420 + 100 * column, top + 12 * row);
      });
    });
  }

  test('long lines of labels, further left or right than those before, are within the statement', async () => {
    const [ledgers = []] = await ledgersOf((pen) => {
      pen.text('Cash flows of the company', 200, 80, { bold: true });
      statement(pen, 110, [
        ['', '2019', '2018'],
        ['Net income', '1,786', '2,163'],
        ['Adjustments of net income that lead to cash from operations:'],
        ['        Depreciation of property and equipment, capitalized content and'],
        ['        operating leases', '620', '618'],
        ['        Deferred taxes', '93', '(504)'],
        ['Cash flows that were used by the investing activities'],
        ['        Purchases of land', '(537)', '(622)'],
      ]);
    });
    expect(ledgers).toHaveLength(1);
    const rows = ledgers.flatMap(({ table }) => texts(table));
    expect(rows.map(([label]) => label)).toEqual([
      '',
      'Net income',
      'Adjustments of net income that lead to cash from operations:',
      'Depreciation of property and equipment, capitalized content and operating leases',
      'Deferred taxes',
      'Cash flows that were used by the investing activities',
      'Purchases of land',
    ]);
  });

  const income: readonly Line[] = [
    ['Revenue', '9,000', '8,900'],
    ['Costs', '4,000', '3,800'],
    ['Taxes', '1,000', '1,100'],
    ['Net income', '4,000', '4,000'],
  ];

  test('a statement of other periods keeps its header and a first row that is in no column of the page before', async () => {
    const [, [balance] = []] = await ledgersOf(
      (pen) => statement(pen, 110, [['', '2019', '2018'], ...income]),
      (pen) => {
        // The long amounts begin where those of the page before do, the short ones nowhere near.
        const rows: readonly Line[] = [
          ['', 'May 26, 2019', 'May 27, 2018'],
          ['Cash', '450.5', '399.5'],
          ['Receivables', '1,679.5', '1,684.5'],
          ['Inventories', '1,559.5', '1,642.5'],
          ['Debt', '1,559.5', '1,642.5'],
          ['Equity', '3,995.5', '4,065.5'],
        ];
        rows.forEach(([label, ...amounts], row) => {
          pen.text(label, 60, 110 + 12 * row);
          amounts.forEach((amount, column) => {
            pen.right(amount, 428.3 + 100 * column, 110 + 12 * row);
          });
        });
      },
    );
    expect(balance?.chain).toBeNull();
    expect(balance === undefined ? [] : texts(balance.table).slice(0, 2)).toEqual([
      ['', 'May 26, 2019', 'May 27, 2018'],
      ['Cash', '450.5', '399.5'],
    ]);
  });

  test('amounts a little below their labels are in the rows of these', async () => {
    const [ledgers = []] = await ledgersOf((pen) => {
      statement(pen, 110, [['', '2019', '2018']]);
      [...income, ...income].forEach(([label, ...amounts], row) => {
        pen.text(label, 60, 128 + 14 * row);
        amounts.forEach((amount, column) => {
          pen.right(amount, 420 + 100 * column, 132 + 14 * row);
        });
      });
    });
    expect(ledgers.flatMap(({ table }) => texts(table))).toEqual([['', '2019', '2018'], ...income, ...income]);
  });

  test('a statement of the same periods under a title of its own is another table', async () => {
    const drawn = (title: string) => (pen: Pen) => {
      pen.text(title, 200, 96, { bold: true });
      statement(pen, 110, [['', '2019', '2018'], ...income]);
    };
    const pages = await ledgersOf(drawn('Statement of operations'), drawn('Statement of comprehensive income'));
    expect(pages.map((page) => page.map(({ chain }) => chain))).toEqual([[null], [null]]);
  });
});
