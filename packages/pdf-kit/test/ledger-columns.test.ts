import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { findFormBlocks } from '../src/tables.ts';
import { drawPdf } from './draw-pdf.ts';
import { columnOf, days, ledgersOf } from './ledger-page.ts';
import { texts } from './tables-of.ts';

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

test('amounts level with the middle of two lines, far from them, are in one table with these', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Dates', 70, 84);
    pen.text('Details', 140, 84);
    pen.right('Amount', 420, 84);
    pen.right('Balance', 500, 84);
    ['Rent', 'Water', 'Energy', 'Waste', 'Books', 'Shoes'].forEach((label, index) => {
      const y = 100 + 42 * index;
      pen.text(`${index + 1} May 2024`, 70, y);
      pen.text(`${index + 2} May 2024`, 70, y + 14);
      pen.text(label, 140, y);
      pen.text(`account ${index}`, 140, y + 14);
      pen.right(`${index}2.50`, 420, y + 7);
      pen.right(`1${index}4.50`, 500, y + 7);
    });
  });
  expect(ledger === undefined ? [] : texts(ledger.table)).toContainEqual([
    '2 May 2024 3 May 2024',
    'Water account 1',
    '12.50',
    '114.50',
  ]);
});

test('signs in a column of their own are of the amounts that they are nearer to', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    const rows = [
      ['15/10/2024', 'TRANSFER', '1,100.42', '+', '17,400.52'],
      ['16/10/2024', 'RENT', '893.99', '-', '16,506.53'],
      ['17/10/2024', 'BOOKS', '666.90', '-', '15,839.63'],
      ['18/10/2024', 'REFUND', '613.15', '+', '16,452.78'],
    ];
    ['Date', 'Text', 'Amount', 'Balance'].forEach((text, index) => {
      pen.text(text, [60, 150, 335, 500][index] ?? 0, 100);
    });
    rows.forEach(([day = '', text = '', amount = '', sign = '', balance = ''], index) => {
      const y = 120 + 16 * index;
      pen.text(day, 60, y);
      pen.text(text, 150, y);
      pen.right(amount, 372, y);
      pen.text(sign, 378, y);
      pen.right(balance, 540, y);
    });
  });
  expect(ledger === undefined ? [] : texts(ledger.table)[2]).toEqual(['16/10/2024', 'RENT', '893.99 -', '16,506.53']);
});
