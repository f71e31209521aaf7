import { expect, test } from 'vitest';
import { type Fill, openPageModel, type Page } from '../src/page-model.ts';
import { collectEdges } from '../src/tables/rules/edges.ts';
import { ruledPair } from '../src/tables/rules/ruled-pair.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';
import { tablesOf, texts } from './tables-of.ts';

test('groups of columns whose rules are level are one table, though only one of them is shaded to a grid', async () => {
  const found = await tablesOf((pen) => {
    for (let row = 0; row <= 6; row += 1) {
      const y = 100 + 16 * row;
      pen.line(60, y, 260, y);
      pen.line(272, y, 400, y);
      if (row === 6) break;
      pen.fill(160, y, 210, y + 16, [0.95, 0.95, 0.95]);
      pen.fill(210, y, 260, y + 16, [0.95, 0.95, 0.95]);
      pen.text(`Region ${'ABCDEF'[row]}`, 64, y + 12);
      pen.right(String(1200 + row), 205, y + 12);
      pen.right(String(300 + row), 255, y + 12);
      pen.right(`(${40 + row})`, 330, y + 12);
      pen.right(String(7 * row), 395, y + 12);
    }
  });
  expect(found.map((table) => texts(table)[2])).toEqual([['Region C', '1202', '302', '(42)', '14']]);
});

test('tables side by side whose rules stand at heights of their own are two, with cells of several lines', async () => {
  const found = await tablesOf((pen) => {
    for (const y of [100, 118, 136, 154, 184]) pen.line(40, y, 270, y);
    for (const y of [100, 118, 160, 178, 196]) pen.line(310, y, 540, y);
    const write = (x: number, rows: readonly (readonly [number, string, ...string[]])[]) => {
      for (const [y, label, ...lines] of rows) {
        pen.text(label, x, y);
        for (const [index, line] of lines.entries()) pen.text(line, x + 80, y + 12 * index);
      }
    };
    write(44, [
      [112, 'Trade', 'Where it counts'],
      [130, 'Grocers', 'all of the larger ones'],
      [148, 'Fuel', 'every pump'],
      [166, 'On line', 'those whose names are known well', 'and some that are new'],
    ]);
    write(314, [
      [112, 'Trade', 'Where it counts'],
      [130, 'Coffee', 'in the houses of the large chains,', 'in those by the stations too,', 'and on the ships'],
      [172, 'Bread', 'two bakers'],
      [190, 'Corner', 'most shops'],
    ]);
  });
  expect(found.map(({ rowCount, columnCount }) => [rowCount, columnCount])).toEqual([
    [4, 2],
    [4, 2],
  ]);
});

test('rows that only a rule below each closes begin above the first rule', async () => {
  const [table] = await tablesOf((pen) => {
    ['Sum of items', 'Charges', 'Net', 'Tax', 'Gross'].forEach((label, row) => {
      pen.text(label, 200, 100 + 30 * row);
      pen.right(`${(row + 3) * 121}.50`, 500, 100 + 30 * row);
      pen.line(200, 112 + 30 * row, 340, 112 + 30 * row);
      pen.line(342, 112 + 30 * row, 505, 112 + 30 * row);
    });
  });
  expect(table === undefined ? [] : texts(table)[0]).toEqual(['Sum of items', '363.50']);
});

test('a box of labels with their values makes no rows with an address in the box beside it', async () => {
  const found = await tablesOf((pen) => {
    const frame = (x0: number, y0: number, x1: number, y1: number) => {
      pen.line(x0, y0, x1, y0);
      pen.line(x0, y1, x1, y1);
      pen.line(x0, y0, x0, y1);
      pen.line(x1, y0, x1, y1);
    };
    frame(40, 80, 280, 200);
    ['Lieferant GmbH', 'Hofstrasse 20', '80333 Neustadt', 'Germany', 'Attn. Ms Muster'].forEach((line, row) => {
      pen.text(line, 50, 96 + 17 * row);
    });
    frame(320, 80, 560, 200);
    ['Number', 'Date', 'Reference', 'Customer', 'Currency'].forEach((label, row) => {
      pen.text(label, 324, 98 + 24 * row);
      pen.right(`${471102 + row}`, 556, 100 + 24 * row);
      pen.line(320, 104 + 24 * row, 560, 104 + 24 * row);
    });
  });
  expect(found.map((table) => texts(table)[2])).toEqual([['Reference', '471104']]);
});

test('lists between upright rules are parted into rows by their numbers', async () => {
  const found = await tablesOf((pen) => {
    for (const x of [40, 210, 380, 550]) pen.line(x, 100, x, 300);
    pen.line(40, 100, 550, 100);
    pen.line(40, 300, 550, 300);
    for (let row = 0; row < 12; row += 1) {
      const y = 115 + 15 * row;
      if (row % 4 === 3) continue;
      for (const [index, x] of [44, 214, 384].entries()) {
        pen.text(row % 4 === 0 ? `MEASURE ${index}${row}` : (['YES', 'NO'][(row % 4) - 1] ?? ''), x, y);
        if (row % 4 !== 0) pen.right(String(100 + 10 * row + index), x + 160, y);
      }
    }
  });
  const rows = found.flatMap(texts);
  expect(rows.filter((row) => row.includes('110') && row.includes('111') && row.includes('112'))).toHaveLength(1);
  expect(rows.every((row) => !row.some((text) => /YES.*NO/.test(text)))).toBe(true);
});

test('two headings between upright rules are two columns, though one row alone fills both', async () => {
  const [table] = await tablesOf((pen) => {
    for (const x of [40, 240, 310, 430, 540]) pen.line(x, 100, x, 180);
    for (let row = 0; row <= 4; row += 1) pen.line(40, 100 + 20 * row, 540, 100 + 20 * row);
    const rows = [
      ['Description', 'Quantity', 'Unit Price', 'Disc.', 'Amount'],
      ['Nougat', '8', '4.55', '10%', '32.76'],
      ['Biscuits', '20', '3.20', '', '64.00'],
      ['Oil', '100', '19.80', '', '1,980.00'],
    ];
    rows.forEach((texts, row) => {
      [44, 250, 320, 390, 480].forEach((x, column) => {
        pen.text(texts[column] ?? '', x, 114 + 20 * row);
      });
    });
  });
  expect(table === undefined ? [] : texts(table).slice(0, 3)).toEqual([
    ['Description', 'Quantity', 'Unit Price', 'Disc.', 'Amount'],
    ['Nougat', '8', '4.55', '10%', '32.76'],
    ['Biscuits', '20', '3.20', '', '64.00'],
  ]);
});

test('two dates below each other, with one amount beside them, are of one row between its rules', async () => {
  const [found] = await tablesOf((pen) => {
    for (let row = 0; row <= 5; row += 1) pen.line(60, 100 + 30 * row, 400, 100 + 30 * row);
    for (const x of [60, 130, 300, 400]) pen.line(x, 100, x, 250);
    for (let row = 0; row < 5; row += 1) {
      const y = 112 + 30 * row;
      pen.text(`0${row + 1}.05.2024`, 64, y);
      pen.text(`0${row + 2}.05.2024`, 64, y + 12);
      pen.text(`TRANSFER ${row}`, 134, y);
      pen.text(`REF 77${row}`, 134, y + 12);
      pen.right(`${row + 12}.50`, 395, y);
    }
  });
  expect(found === undefined ? [] : texts(found)[2]).toEqual(['03.05.2024 04.05.2024', 'TRANSFER 2 REF 772', '14.50']);
  expect(found?.rowCount).toBe(5);
});

test('columns of amounts, each with the rule of its total, are no two tables', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      ['153,431.06', '972,947.45', '476,471.51', '798,121.53'].forEach((sum, row) => {
        const y = 120 + 40 * row;
        pen.text('Agent:', 60, y - 14);
        pen.right(sum, 250, y);
        pen.line(190, y + 8, 250, y + 8);
        pen.right('1,865.20', 400, y);
        pen.line(350, y + 12, 400, y + 12);
      });
    }),
  );
  const page = await document.readPage(1);
  await document.close();
  const { horizontal } = collectEdges(page);
  expect(horizontal).toHaveLength(8);
  expect(ruledPair(page.lines, horizontal)).toBeNull();
});

test('fills of fields on top of each other count once, and leave those after them', () => {
  const fill = (x0: number, color: string): Fill => ({ box: { x0, y0: 100, x1: x0 + 80, y1: 140 }, color });
  const stack = Array.from({ length: 5_000 }, (_, index) => fill(60, index % 2 === 0 ? '#dddddd' : '#eeeeee'));
  const page = { widthPt: 595, heightPt: 842, lines: [], rules: [] } as Partial<Page> as Page;
  const once = collectEdges({ ...page, fills: [fill(60, '#dddddd'), fill(60, '#eeeeee'), fill(200, '#dddddd')] });
  expect(once.vertical.map(({ at }) => at)).toEqual([60, 140, 200, 280]);
  expect(collectEdges({ ...page, fills: [...stack, fill(200, '#dddddd')] })).toEqual(once);
});

test('boxes whose corners are curves of no size are a grid', async () => {
  const [table] = await tablesOf((pen) => {
    ['Name', 'Base', 'Ann Maria', '600,00', 'Bo', '500,00'].forEach((text, index) => {
      const [x, y] = [60 + 100 * (index % 2), 100 + 30 * Math.floor(index / 2)];
      const corner = (px: number, py: number) => `L ${px} ${py} C ${px} ${py} ${px} ${py} ${px} ${py}`;
      const corners = [corner(100, 0), corner(100, 30), corner(0, 30), corner(0, 0)].join(' ');
      pen.page.drawSvgPath(`M 0 0 ${corners} Z`, { x, y: 842 - y, borderWidth: 1 });
      text.split(' ').forEach((line, at) => {
        pen.text(line, x + 4, y + 12 + 12 * at);
      });
    });
  });
  expect(table?.kind).toBe('ruled');
  expect(table === undefined ? [] : texts(table)).toEqual([
    ['Name', 'Base'],
    ['Ann Maria', '600,00'],
    ['Bo', '500,00'],
  ]);
});

test('labels in line with boxes beside them are in the rows of those, a text over several rows is in none', async () => {
  const rowsBeside = async (lines: readonly string[]) => {
    const [table] = await tablesOf((pen) => {
      for (const x of [60, 200, 260, 320]) pen.line(x, 100, x, 200);
      for (const y of [100, 200]) pen.line(60, y, 320, y);
      lines.forEach((line, row) => {
        pen.line(200, 120 + 20 * row, 320, 120 + 20 * row);
        pen.text(line, 64, 114 + 20 * row);
        pen.right(`${row + 1},200.`, 256, 116 + 20 * row);
        pen.right(`${row + 1},100.`, 316, 116 + 20 * row);
      });
    });
    return table === undefined ? [] : texts(table);
  };
  const form = await rowsBeside(['1 Wages ~~~~~~', '2 Taxes', 'a Fees', '3 Rent', '4 Other']);
  expect(form[0]).toEqual(['1 Wages', '1,200.', '1,100.']);
  expect(form[2]).toEqual(['a Fees', '3,200.', '3,100.']);
  const note = [
    'The wages and taxes of',
    'all who work here, with',
    'what they pay for food',
    'and rent in the year',
    'before',
  ];
  const merged = await rowsBeside(note);
  expect(merged[0]).toEqual([note.join(' '), '1,200.', '1,100.']);
});

test('rows of a band that only upright rules part are rows beside a note in a box of its own below them, too', async () => {
  const [table] = await tablesOf((pen) => {
    const xs = [60, 140, 300, 400, 500];
    for (const y of [100, 120, 360]) pen.line(60, y, 500, y);
    for (const x of xs) pen.line(x, 100, x, 360);
    for (const y of [260, 320]) pen.line(140, y, 300, y);
    ['Order', 'Article', 'Price', 'Amount'].forEach((text, column) => {
      pen.text(text, (xs[column] ?? 0) + 4, 114);
    });
    ['A-17', 'A-18', 'B-02'].forEach((order, row) => {
      pen.text(order, 64, 136 + 14 * row);
      pen.text(`Label of kind ${row + 1}`, 144, 136 + 14 * row);
      pen.right(`0.2${row}`, 396, 136 + 14 * row);
      pen.right(`6${row}2.00`, 496, 136 + 14 * row);
    });
    pen.text('Deliver in the middle', 144, 280);
    pen.text('of the month', 144, 294);
  });
  expect(table === undefined ? [] : texts(table).slice(1, 4)).toEqual([
    ['A-17', 'Label of kind 1', '0.20', '602.00'],
    ['A-18', 'Label of kind 2', '0.21', '612.00'],
    ['B-02', 'Label of kind 3', '0.22', '622.00'],
  ]);
});

test('numbers below each other in a cell beside ruled rows are in those rows, with the labels level with them', async () => {
  const [table] = await tablesOf((pen) => {
    const xs = [60, 180, 260, 380, 460];
    for (const y of [100, 120, 200, 220]) pen.line(60, y, 460, y);
    for (const y of [140, 160, 180]) pen.line(60, y, 180, y);
    for (const x of xs) pen.line(x, 100, x, 220);
    ['Name', 'Tax', 'Deduction', 'Sum'].forEach((text, column) => {
      pen.text(text, (xs[column] ?? 0) + 4, 114);
    });
    ['Lively, Robert', '*6132', 'Weekly', 'Single'].forEach((text, row) => {
      pen.text(text, 64, 134 + 20 * row);
      pen.right(`${73 - 20 * row}.12`, 256, 134 + 20 * row);
    });
    ['Savings', 'Dentist'].forEach((text, row) => {
      pen.text(text, 264, 134 + 20 * row);
      pen.right(`${23 + row}.70`, 456, 134 + 20 * row);
    });
    pen.text('Totals', 64, 214);
    pen.right('172.48', 256, 214);
    pen.right('48.40', 456, 214);
  });
  expect(table === undefined ? [] : texts(table).slice(1)).toEqual([
    ['Lively, Robert', '73.12', 'Savings', '23.70'],
    ['*6132', '53.12', 'Dentist', '24.70'],
    ['Weekly', '33.12', '', ''],
    ['Single', '13.12', '', ''],
    ['Totals', '172.48', '', '48.40'],
  ]);
});

test('a heading of two lines beside one in their middle shows two columns, though one row alone fills both', async () => {
  const [table] = await tablesOf((pen) => {
    const xs = [60, 240, 400, 500];
    for (const y of [100, 136, 156, 176]) pen.line(60, y, 500, y);
    for (const x of xs) pen.line(x, 100, x, 176);
    pen.text('Article', 64, 122);
    pen.right('Unit', 300, 115);
    pen.right('price', 300, 129);
    pen.right('Disc.', 390, 122);
    pen.right('Amount', 496, 122);
    [
      ['Olive oil', '4.55', '10%', '20.48'],
      ['Biscuits', '19.80', '', '198.00'],
    ].forEach(([article = '', price = '', discount = '', amount = ''], row) => {
      pen.text(article, 64, 150 + 20 * row);
      pen.right(price, 300, 150 + 20 * row);
      if (discount !== '') pen.right(discount, 390, 150 + 20 * row);
      pen.right(amount, 496, 150 + 20 * row);
    });
  });
  expect(table === undefined ? [] : texts(table)).toEqual([
    ['Article', 'Unit price', 'Disc.', 'Amount'],
    ['Olive oil', '4.55', '10%', '20.48'],
    ['Biscuits', '19.80', '', '198.00'],
  ]);
});

test('amounts level with the middle of two dates and two lines of text are of one row of a grid', async () => {
  const [table] = await tablesOf((pen) => {
    for (const x of [50, 130, 350, 450]) pen.line(x, 90, x, 250);
    for (const y of [90, 130, 170, 210, 250]) pen.line(50, y, 450, y);
    ['-20.00', '1,350.10', '-7.00', '-5.10'].forEach((amount, index) => {
      const y = 105 + index * 40;
      pen.text(`2024-07-1${index}`, 60, y);
      pen.text(`2024-07-2${index}`, 60, y + 14);
      pen.text('TRANSFER OUT', 140, y);
      pen.text(`61 1090 1014 000${index}`, 140, y + 14);
      pen.right(amount, 440, y + 7);
    });
  });
  expect(table === undefined ? [] : texts(table).map((row) => row[2])).toEqual([
    '-20.00',
    '1,350.10',
    '-7.00',
    '-5.10',
  ]);
});

test('a number that ends a wrapped text is in the row of that text where only upright rules part the columns', async () => {
  const names = ['POS 4160 MARKET', 'NEFT ACME LTD', 'UPI RIVER CAFE', 'IMPS KUMAR', 'ACH INSURANCE', 'POS 4160 FUEL'];
  const [table] = await tablesOf((pen) => {
    for (const x of [50, 130, 350, 450, 550]) pen.line(x, 90, x, 280);
    for (const y of [90, 110, 280]) pen.line(50, y, 550, y);
    ['Date', 'Narration', 'Paid', 'Balance'].forEach((text, column) => {
      pen.text(text, [60, 140, 360, 460][column] ?? 0, 104);
    });
    names.forEach((name, index) => {
      const y = 124 + index * 26;
      pen.text(`0${index + 1}/04/2023`, 60, y);
      pen.text(name, 140, y);
      if (index % 3 === 0) pen.text(`${41200 + index}`, 140, y + 11);
      pen.right(`${index + 1}20.00`, 440, y);
      pen.right(`9,${index}80.50`, 540, y);
    });
  });
  expect(table === undefined ? [] : texts(table).slice(1)).toEqual(
    names.map((name, index) => [
      `0${index + 1}/04/2023`,
      index % 3 === 0 ? `${name} ${41200 + index}` : name,
      `${index + 1}20.00`,
      `9,${index}80.50`,
    ]),
  );
});

test('labels of totals in one cell are in the rows of the amounts beside them', async () => {
  const [table] = await tablesOf((pen) => {
    const rows = [100, 118, 136, 154, 172, 190];
    for (const y of rows.slice(0, 4)) pen.line(70, y, 400, y);
    for (const y of rows.slice(4)) pen.line(330, y, 400, y);
    for (const x of [70, 250]) pen.line(x, 100, x, 154);
    for (const x of [330, 400]) pen.line(x, 100, x, 190);
    pen.line(70, 154, 70, 190);
    pen.line(70, 190, 400, 190);
    ['Description', 'Count', 'Amount'].forEach((heading, column) => {
      pen.text(heading, [75, 255, 335][column] ?? 0, 113);
    });
    ['Hearing aid', 'Charger'].forEach((name, index) => {
      pen.text(name, 75, 131 + 18 * index);
      pen.text('1', 255, 131 + 18 * index);
      pen.right(`${340 + index}.00`, 395, 131 + 18 * index);
    });
    pen.right('Subtotal', 325, 167);
    pen.right('Total', 325, 185);
    pen.right('681.00', 395, 167);
    pen.right('681.00', 395, 185);
  });
  expect(table && texts(table).slice(-2)).toEqual([
    ['Subtotal', '', '681.00'],
    ['Total', '', '681.00'],
  ]);
});

/** A narrow and a wide column, each line of one beside a line of the other. */
function drawResume(pen: Pen) {
  const column = (x: number, width: number, headings: readonly string[]) => {
    headings.forEach((heading, part) => {
      const y = 260 + 90 * part;
      pen.text(heading, x, y, { size: 16 });
      pen.line(x, y + 6, x + width, y + 6);
      for (const line of [0, 1, 2]) pen.text(`Entry ${line + 1} below`, x, y + 24 + 15 * line);
    });
  };
  column(30, 150, ['Skills', 'Languages', 'Hobbies']);
  column(240, 320, ['Experience', 'Education', 'References']);
}

test('rules that underline the headings of two columns of text make no table', async () => {
  expect(await tablesOf(drawResume)).toEqual([]);
});

test('panels in the corners of a page are no cells', async () => {
  const found = await tablesOf((pen) => {
    pen.fill(0, 0, 200, 842, [0.85, 0.85, 0.85]);
    pen.fill(0, 0, 595, 200, [0.85, 0.85, 0.85]);
    pen.fill(0, 170, 595, 210, [0.3, 0.3, 0.3]);
    pen.text('Name of a person', 150, 195, { size: 20, color: [1, 1, 1] });
    drawResume(pen);
  });
  expect(found).toEqual([]);
});
