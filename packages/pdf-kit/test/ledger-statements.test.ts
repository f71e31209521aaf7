import { describe, expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { bookings, days, ledgersOf } from './ledger-page.ts';
import { texts } from './tables-of.ts';

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
