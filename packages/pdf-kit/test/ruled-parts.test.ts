import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { collectEdges } from '../src/tables/edges.ts';
import { ruledPair } from '../src/tables/ruled-pair.ts';
import { drawPdf } from './draw-pdf.ts';
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
