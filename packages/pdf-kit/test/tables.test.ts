import { rgb } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { sharedArea } from '../src/geometry.ts';
import { openPageModel } from '../src/page-model.ts';
import { drawOverlay, findTables } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';
import { tablesOf, texts } from './tables-of.ts';

const countries = [
  ['Austria', '8,979', '14.5'],
  ['Belgium', '11,617', '3.2'],
  ['Denmark', '5,873', '7.9'],
  ['Finland', '5,548', '21.4'],
];

function drawRows(pen: Pen, rows: readonly (readonly string[])[], top: number, pitch = 16) {
  rows.forEach(([name = '', ...values], index) => {
    pen.text(name, 74, top + index * pitch);
    values.forEach((value, column) => {
      pen.right(value, 260 + column * 90, top + index * pitch);
    });
  });
}

describe('ruled tables', () => {
  test('a cell between drawn borders is one, though its words are parted where a border of the rows above is', async () => {
    const [table] = await tablesOf((pen) => {
      for (let row = 0; row <= 7; row += 1) pen.line(70, 100 + row * 20, 470, 100 + row * 20);
      for (const x of [70, 470]) pen.line(x, 100, x, 240);
      pen.line(129, 100, 129, 140);
      for (const x of [270, 370]) pen.line(x, 140, x, 240);
      ['Customer', 'Tax no.'].forEach((text, row) => {
        pen.text(text, 75, 114 + 20 * row);
        pen.text(['Obelix', '54857852'][row] ?? '', 135, 114 + 20 * row);
      });
      ['Item', 'Price', 'Amount'].forEach((text, column) => {
        pen.text(text, [75, 275, 375][column] ?? 0, 154);
      });
      ['North', 'South', 'East', 'West'].forEach((place, row) => {
        pen.text('Rent for the', 75, 174 + 20 * row);
        pen.text(place, 131, 174 + 20 * row);
        pen.right(`${row + 2}.50`, 365, 174 + 20 * row);
        pen.right(`${row + 4}2.00`, 465, 174 + 20 * row);
      });
    });
    expect(table && texts(table).slice(2, 4)).toEqual([
      ['Item', '', 'Price', 'Amount'],
      ['Rent for the North', '', '2.50', '42.00'],
    ]);
  });

  test('a full grid gives a cell for each position', async () => {
    const [table] = await tablesOf((pen) => {
      for (let row = 0; row <= 3; row += 1) pen.line(70, 100 + row * 20, 370, 100 + row * 20);
      for (let column = 0; column <= 3; column += 1) pen.line(70 + column * 100, 100, 70 + column * 100, 160);
      ['Name', 'Size', 'Weight', 'Ant', '1', '2', 'Bee', '3', '4'].forEach((text, index) => {
        pen.text(text, 75 + (index % 3) * 100, 114 + Math.floor(index / 3) * 20);
      });
    });
    expect(table?.kind).toBe('ruled');
    expect(table && texts(table)).toEqual([
      ['Name', 'Size', 'Weight'],
      ['Ant', '1', '2'],
      ['Bee', '3', '4'],
    ]);
  });

  test('cells without a border between them are one', async () => {
    const [table] = await tablesOf((pen) => {
      for (let row = 0; row <= 3; row += 1) pen.line(70, 100 + row * 20, 370, 100 + row * 20);
      for (const x of [70, 370]) pen.line(x, 100, x, 160);
      for (const x of [170, 270]) pen.line(x, 120, x, 160);
      pen.text('All insects', 190, 114);
      ['Ant', '1', '2', 'Bee', '3', '4'].forEach((text, index) => {
        pen.text(text, 75 + (index % 3) * 100, 134 + Math.floor(index / 3) * 20);
      });
    });
    expect(table?.cells[0]).toMatchObject({ row: 0, column: 0, columnSpan: 3, text: 'All insects' });
  });

  test('missing outer borders are completed', async () => {
    const [table] = await tablesOf((pen) => {
      for (let row = 0; row <= 3; row += 1) pen.line(70, 100 + row * 20, 370, 100 + row * 20);
      for (const x of [170, 270]) pen.line(x, 100, x, 160);
      ['Name', 'Size', 'Weight', 'Ant', '1', '2', 'Bee', '3', '4'].forEach((text, index) => {
        pen.text(text, 75 + (index % 3) * 100, 114 + Math.floor(index / 3) * 20);
      });
    });
    expect(table && texts(table)[2]).toEqual(['Bee', '3', '4']);
  });

  test('rows beyond two rules belong to the table if the border behind its labels goes on beside them', async () => {
    const [table] = await tablesOf((pen) => {
      for (const y of [116, 156]) pen.line(70, y, 370, y);
      pen.line(170, 101, 170, 172);
      const rows = [
        ['Method', 'Recall', 'Score', 'Speed'],
        ['Ant', '70.0', '86.0', '8.9'],
        ['Bee', '73.2', '83.0', '1.1'],
        ['Ours', '84.5', '86.6', '12.3'],
      ];
      rows.forEach((row, at) => {
        row.forEach((text, column) => {
          pen.text(text, [75, 185, 250, 320][column] ?? 0, [112, 131, 149, 168][at] ?? 0);
        });
      });
    });
    expect(table && texts(table)).toEqual([
      ['Method', 'Recall', 'Score', 'Speed'],
      ['Ant', '70.0', '86.0', '8.9'],
      ['Bee', '73.2', '83.0', '1.1'],
      ['Ours', '84.5', '86.6', '12.3'],
    ]);
  });

  test('a heading and the first value below it are two cells where other columns have a border between them', async () => {
    const rows = [
      ['Date', 'Reference', 'Details', 'Points', 'Amount'],
      ['21/03/2019', '4711', 'Fuel', '0', '0.75 CR'],
      ['22/03/2019', '4712', 'Books', '2', '510.00'],
    ];
    const [table] = await tablesOf((pen) => {
      for (const y of [100, 140, 160]) pen.line(70, y, 570, y);
      // The corners of the header are round, and drawn otherwise.
      pen.line(170, 120, 470, 120);
      for (let column = 0; column <= 5; column += 1) pen.line(70 + column * 100, 100, 70 + column * 100, 160);
      rows.forEach((row, index) => {
        row.forEach((text, column) => {
          pen.text(text, 75 + column * 100, 114 + index * 20);
        });
      });
    });
    expect(table && texts(table)).toEqual(rows);
  });

  test('rows of values between upright rules are rows of the table', async () => {
    const [table] = await tablesOf((pen) => {
      for (const y of [100, 120, 190]) pen.line(70, y, 370, y);
      for (const x of [70, 170, 270, 370]) pen.line(x, 100, x, 190);
      ['Country', 'People', 'Share'].forEach((text, index) => {
        pen.text(text, 75 + index * 100, 114);
      });
      countries.forEach((row, index) => {
        row.forEach((text, column) => {
          pen.text(text, 75 + column * 100, 134 + index * 16);
        });
      });
    });
    expect(table && texts(table)).toEqual([['Country', 'People', 'Share'], ...countries]);
  });

  test('columns of values that only white parts are columns of their own, under a heading over them', async () => {
    const [table] = await tablesOf((pen) => {
      for (const y of [84, 104, 170]) pen.line(70, y, 370, y);
      for (const x of [70, 170, 370]) pen.line(x, 84, x, 170);
      pen.text('Country', 75, 98);
      pen.text('In the year 2020', 230, 98);
      countries.forEach(([name = '', people = '', share = ''], index) => {
        pen.text(name, 75, 118 + index * 15);
        pen.right(people, 250, 118 + index * 15);
        pen.right(share, 350, 118 + index * 15);
      });
    });
    expect(table && texts(table)).toEqual([['Country', 'In the year 2020', ''], ...countries]);
    expect(table?.cells[1]?.columnSpan).toBe(2);
  });

  test('a table in a frame with round corners and ornaments is no chart', async () => {
    const [table] = await tablesOf((pen) => {
      for (const y of [100, 130, 160, 190]) {
        for (const x of [60, 460]) pen.page.drawCircle({ x, y: 842 - y, size: 4, borderWidth: 1 });
      }
      pen.page.drawSvgPath(
        'M 70 90 H 450 Q 455 90 455 95 V 195 Q 455 200 450 200 H 70 Q 65 200 65 195 V 95 Q 65 90 70 90',
        {
          x: 0,
          y: 842,
          borderWidth: 1,
        },
      );
      drawRows(pen, [['Country', 'People', 'Share'], ...countries, ...countries], 100, 12);
    });
    expect(table && texts(table)[1]).toEqual(countries[0]);
  });

  test('filled cells are a grid without any rule, and without borders', async () => {
    const [table] = await tablesOf((pen) => {
      for (let index = 0; index < 9; index += 1) {
        const x = 70 + (index % 3) * 100;
        const y = 100 + Math.floor(index / 3) * 20;
        pen.fill(x, y, x + 98, y + 18, [0.8, 0.9, 1]);
        pen.text(`cell ${index}`, x + 4, y + 13);
      }
    });
    expect(table).toMatchObject({ kind: 'ruled', rowCount: 3, columnCount: 3 });
    expect(table?.cells[0]?.fill).toBe('#cce6ff');
    expect(table?.cells[0]?.borders).toEqual({ top: false, right: false, bottom: false, left: false });
  });
});

describe('beside running text', () => {
  const prose = [
    'The countries of the north have grown',
    'more slowly than those of the south, as',
    'the table on the right shows for all the',
    'years for which figures could be found in',
    'the yearbooks of their own statisticians,',
    'who did not always agree on how to count',
    'those who lived abroad for half of a year',
    'or came home only for the winter months.',
  ];

  test('a table makes no rows with the prose', async () => {
    const [table, ...others] = await tablesOf((pen) => {
      prose.forEach((line, index) => {
        pen.text(line, 50, 100 + index * 12);
      });
      [['Country', 'People', 'Share'], ...countries].forEach(([name = '', people = '', share = ''], index) => {
        pen.text(name, 300, 108 + index * 14);
        pen.right(people, 430, 108 + index * 14);
        pen.right(share, 500, 108 + index * 14);
      });
    });
    expect(table && texts(table)).toEqual([['Country', 'People', 'Share'], ...countries]);
    expect(others).toEqual([]);
  });

  test('a numbered listing in the next column is no table', async () => {
    const tables = await tablesOf((pen) => {
      prose.forEach((line, index) => {
        pen.text(line, 50, 100 + index * 12);
        pen.text(String(index + 1), 300, 100 + index * 12);
        pen.text(`step ${'x'.repeat(index)} of the work`, 330, 100 + index * 12);
      });
    });
    expect(tables).toEqual([]);
  });
});

describe('tables without upright rules', () => {
  test('columns come from white, the header from the rule below it', async () => {
    const [table] = await tablesOf((pen) => {
      for (const y of [90, 108, 176]) pen.line(70, y, 370, y);
      drawRows(pen, [['Country', 'People', 'Share'], ...countries], 103, 17);
    });
    expect(table?.kind).toBe('half-ruled');
    expect(table?.headerRows).toBe(1);
    expect(table && texts(table)).toEqual([['Country', 'People', 'Share'], ...countries]);
  });

  test('rules above, under the header and below are borders of their cells, and nothing else is', async () => {
    const [table] = await tablesOf((pen) => {
      for (const y of [100, 122, 190]) pen.line(70, y, 450, y);
      drawRows(pen, [['Country', 'People', 'Growth'], ...countries], 116);
    });
    const ruled = table?.cells.filter(({ column }) => column === 1).map(({ borders }) => [borders.top, borders.bottom]);
    expect(ruled).toEqual([
      [true, true],
      [true, false],
      [false, false],
      [false, false],
      [false, true],
    ]);
    expect(table?.cells.some(({ borders }) => borders.left || borders.right)).toBe(false);
  });

  test('lines among the rows of rules that are narrower than the rows are in the same table', async () => {
    const dishes = ['Burrata', 'Carpaccio', 'Vitello', 'Spaghetti', 'Risotto'];
    const tables = await tablesOf((pen) => {
      // The dishes on the left are further apart than those on the right, whose rules are drawn.
      for (const y of [90, 250]) pen.line(320, y, 520, y);
      dishes.forEach((dish, index) => {
        const left = 104 + 42 * index;
        const right = 104 + 31 * index;
        pen.text(dish, 74, left);
        pen.right(`${10 + index}.50`, 280, left);
        pen.text(`${dish} with herbs and lemon`, 74, left + 13);
        pen.text(`and oil of ${dish}`, 74, left + 26);
        pen.text(`Grilled ${dish}`, 320, right);
        pen.right(`${20 + index}.00`, 520, right);
      });
    });
    const told = tables.flatMap(({ cells }) => cells.flatMap(({ text }) => text.split('\n')));
    const isInside = (y: number) => tables.some(({ box }) => box.y0 < y && box.y1 > y);
    const lines = dishes.flatMap((dish, index) => {
      const y = 100 + 42 * index;
      return [dish, `${dish} with herbs and lemon`, `and oil of ${dish}`].filter((_, line) => isInside(y + 13 * line));
    });
    expect(told).toEqual(expect.arrayContaining(lines));
    expect(tables.filter((table) => tables.some((o) => o !== table && sharedArea(o.box, table.box) > 0))).toEqual([]);
  });

  test('no rule at all is needed for columns of values', async () => {
    const [table] = await tablesOf((pen) => drawRows(pen, [['Country', 'People', 'Share'], ...countries], 100));
    expect(table?.kind).toBe('unruled');
    expect(table && texts(table)).toEqual([['Country', 'People', 'Share'], ...countries]);
  });

  test('a wrapped label stays in one row', async () => {
    const [table] = await tablesOf((pen) => {
      drawRows(pen, [['Country', 'People', 'Share'], ...countries.slice(0, 2)], 100);
      pen.text('Bosnia and', 74, 148);
      pen.right('3,271', 260, 148);
      pen.right('2.2', 350, 148);
      pen.text('Herzegovina', 80, 160);
      drawRows(pen, countries.slice(2), 176);
    });
    expect(table && texts(table)[3]).toEqual(['Bosnia and Herzegovina', '3,271', '2.2']);
    expect(table?.rowCount).toBe(6);
  });

  test('a label with a colon and its value are no header', async () => {
    const [table] = await tablesOf((pen) => {
      ['Issued:', 'Sold:', 'Due:', 'Order:'].forEach((label, row) => {
        pen.text(label, 75, 112 + 18 * row, { bold: row === 0 });
        pen.text(row === 3 ? '273110' : `2026-01-${12 + row}`, 160, 112 + 18 * row, { bold: true });
        pen.line(70, 117 + 18 * row, 260, 117 + 18 * row);
      });
    });
    expect(table?.headerRows).toBe(0);
    expect(table && texts(table)[0]).toEqual(['Issued:', '2026-01-12']);
  });

  test('labels with their values, several in a line or each in one of its own, are no header', async () => {
    const [table] = await tablesOf((pen) => {
      const rows = [
        ['Name:', 'Speed'],
        ['', '', 'Place:', 'Leith'],
        ['Street:', 'West Bow', 'Paid by:', 'transfer'],
        ['Number:', '100430113', 'Due:', '15.03.2023'],
        ['File:', '06319963', 'Of:', '28.02.2023'],
      ];
      rows.forEach((row, index) => {
        row.forEach((text, column) => {
          pen.text(text, [70, 140, 300, 400][column] ?? 0, 100 + 14 * index);
        });
      });
      pen.line(65, 160, 480, 160);
    });
    expect(table?.headerRows).toBe(0);
    expect(table && texts(table)[0]?.slice(0, 2)).toEqual(['Name:', 'Speed']);
  });

  test('a heading above a sub-rule spans the columns below it', async () => {
    const [table] = await tablesOf((pen) => {
      pen.line(70, 86, 370, 86);
      pen.text('In 2020', 270, 98);
      pen.line(215, 102, 352, 102);
      pen.line(70, 120, 370, 120);
      pen.line(70, 194, 370, 194);
      drawRows(pen, [['Country', 'People', 'Share'], ...countries], 115, 18);
    });
    expect(table?.cells.find(({ text }) => text === 'In 2020')).toMatchObject({ row: 0, column: 1, columnSpan: 2 });
    expect(table?.headerRows).toBe(2);
  });
});

describe('what is no table', () => {
  const sentence = 'The committee met twice and found that most of the evidence had been read before';

  test('frames that cannot be seen, with lists in them', async () => {
    const white = rgb(1, 1, 1);
    const items = ['first idea', 'second idea', 'third idea', 'fourth idea', 'fifth idea', 'last idea'];
    const tables = await tablesOf((pen) => {
      const hidden = (x0: number, y0: number, x1: number, y1: number) =>
        pen.page.drawLine({ start: { x: x0, y: 842 - y0 }, end: { x: x1, y: 842 - y1 }, thickness: 0.7, color: white });
      for (const y of [80, 300]) hidden(60, y, 540, y);
      for (const x of [60, 300, 540]) hidden(x, 80, x, 300);
      for (const x of [70, 310]) {
        pen.text('What the working group was asked to do', x, 100);
        pen.text('and what it found in its first year:', x, 112);
        items.forEach((item, index) => {
          pen.text('-', x + 8, 130 + index * 14);
          pen.text(`the ${item} that was put forward`, x + 24, 130 + index * 14);
        });
      }
    });
    expect(tables).toEqual([]);
  });

  test('numbered lines of a program', async () => {
    const code = ['let total = 0', 'for each row', 'add its cells', 'end of loop', 'print total', 'done'];
    const tables = await tablesOf((pen) => {
      code.forEach((line, index) => {
        pen.text(String(index + 1), 70, 100 + index * 12);
        pen.text(line, 100, 100 + index * 12);
      });
    });
    expect(tables).toEqual([]);
  });

  test('the address and the bank at the foot of a letter', async () => {
    const rows = [
      ['Example Ltd', 'Board: A. Person', 'Bank of the Town'],
      ['Long Street', 'Chair: B. Person', 'Account and code'],
      ['Small Town', 'Register of Town', 'The other account'],
      ['The Country', 'Number and letter', 'Its code as well'],
    ];
    const tables = await tablesOf((pen) => {
      pen.text('Dear reader', 70, 200);
      rows.forEach((row, line) => {
        row.forEach((text, column) => {
          pen.text(text, 70 + column * 150, 770 + line * 11, { size: 8 });
        });
      });
    });
    expect(tables).toEqual([]);
  });

  test('running text', async () => {
    expect(
      await tablesOf((pen) => {
        for (let line = 0; line < 12; line += 1) pen.text(sentence, 72, 100 + line * 12);
      }),
    ).toEqual([]);
  });

  test('two columns of running text', async () => {
    expect(
      await tablesOf((pen) => {
        for (let line = 0; line < 12; line += 1) {
          pen.text(sentence.slice(0, 44), 60, 100 + line * 12);
          pen.text(sentence.slice(20, 64), 320, 100 + line * 12);
        }
      }),
    ).toEqual([]);
  });

  test('a list with bullets', async () => {
    expect(
      await tablesOf((pen) => {
        for (let line = 0; line < 6; line += 1) {
          pen.text('•', 72, 100 + line * 14);
          pen.text('one more thing to do', 90, 100 + line * 14);
        }
      }),
    ).toEqual([]);
  });

  test('a table of contents', async () => {
    expect(
      await tablesOf((pen) => {
        ['Introduction', 'Methods', 'Results', 'Discussion', 'References'].forEach((title, index) => {
          pen.text(`${title} ${'.'.repeat(60)}`, 72, 100 + index * 14);
          pen.right(`${index * 7 + 3}`, 520, 100 + index * 14);
        });
      }),
    ).toEqual([]);
  });

  test('bars of a chart with their numbers', async () => {
    const bars = [
      [32, 11, 22],
      [23, 17, 28],
      [12, 31, 33],
      [3, 38, 41],
    ];
    expect(
      await tablesOf((pen) => {
        pen.line(134, 156, 134, 308);
        pen.line(131, 308, 414, 308);
        bars.forEach((shares, index) => {
          const x = 155 + index * 70;
          let y = 308;
          for (const share of shares) {
            pen.text(`${share}`, x + 10, y - share * 0.75 + 3, { size: 8 });
            y -= share * 1.5;
            pen.line(x, y, x + 28, y);
          }
          for (const side of [x, x + 28]) pen.line(side, y, side, 308);
        });
      }),
    ).toEqual([]);
  });

  test('a frame round text', async () => {
    expect(
      await tablesOf((pen) => {
        for (const y of [90, 180]) pen.line(60, y, 540, y);
        for (const x of [60, 540]) pen.line(x, 90, x, 180);
        for (let line = 0; line < 5; line += 1) pen.text(sentence, 72, 110 + line * 14);
      }),
    ).toEqual([]);
  });
});

test('a table set sideways is read as its reader turns the page', async () => {
  const [table] = await tablesOf((pen) => {
    [['Country', 'People', 'Share'], ...countries].forEach((row, index) => {
      row.forEach((text, column) => {
        pen.text(text, 100 + index * 16, 700 - column * 120, { turn: 90 });
      });
    });
  });
  expect(table?.angle).toBe(270);
  expect(table && texts(table)).toEqual([['Country', 'People', 'Share'], ...countries]);
  expect((table?.box.y1 ?? 0) - (table?.box.y0 ?? 0)).toBeGreaterThan(200);
});

test('an overlay draws the table over the page', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => drawRows(pen, [['Country', 'People', 'Share'], ...countries], 100)),
  );
  const page = await document.readPage(1);
  await document.close();
  const svg = drawOverlay(page, findTables(page));
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 595 842"/);
  expect(svg).toContain('unruled');
});

test('a text that wraps in its column between two others is no prose, and does not end the table', async () => {
  const rows = [
    ['1', 'Report on the yearly accounts', 'Region', 'For notice'],
    ['2', 'Decision on the third and last part', 'Council', 'For notice'],
    ['', 'of the agreement with the region', '', ''],
    ['', 'about the roads to the harbour', '', ''],
    ['3', 'Letter about the taxes of the towns', 'Mayor', 'For notice'],
    ['4', 'Question about the swimming baths', 'Party', 'For answer'],
    ['', 'and the opening hours in summer', '', ''],
    ['5', 'Plan for the old market square', 'Board', 'For notice'],
  ];
  const [table, ...others] = await tablesOf((pen) => {
    rows.forEach((row, index) => {
      row.forEach((text, column) => {
        const top = 100 + index * 12 + 5 * rows.slice(0, index + 1).filter(([label]) => label !== '').length;
        pen.text(text, [70, 95, 300, 400][column] ?? 0, top);
      });
    });
  });
  expect(others).toEqual([]);
  expect(table && texts(table)).toEqual([
    rows[0],
    [
      '2',
      'Decision on the third and last part of the agreement with the region about the roads to the harbour',
      'Council',
      'For notice',
    ],
    rows[4],
    ['4', 'Question about the swimming baths and the opening hours in summer', 'Party', 'For answer'],
    rows[7],
  ]);
});

test('panels in the colour of the page have no borders', async () => {
  const [table, ...others] = await tablesOf((pen) => {
    const grey: [number, number, number] = [0.87, 0.87, 0.86];
    pen.fill(0, 0, 595, 842, grey);
    pen.fill(40, 60, 220, 260, grey);
    for (let row = 0; row <= 3; row += 1) pen.line(70, 100 + row * 20, 370, 100 + row * 20);
    for (let column = 0; column <= 3; column += 1) pen.line(70 + column * 100, 100, 70 + column * 100, 160);
    ['Name', 'Size', 'Weight', 'Ant', '1', '2', 'Bee', '3', '4'].forEach((text, index) => {
      pen.text(text, 75 + (index % 3) * 100, 114 + Math.floor(index / 3) * 20);
    });
  });
  expect(others).toEqual([]);
  expect(table && texts(table)).toEqual([
    ['Name', 'Size', 'Weight'],
    ['Ant', '1', '2'],
    ['Bee', '3', '4'],
  ]);
});

test('shaded rows right below those of another width are another table, with columns of its own', async () => {
  const shaded = (pen: Pen, top: number, ends: readonly number[], rows: readonly string[]) => {
    const end = ends.at(-1) ?? 0;
    rows.forEach((label, row) => {
      const y = top + 18 * row;
      if (row % 2 === 0) pen.fill(55, y, end + 4, y + 18, [0.9, 0.9, 0.9]);
      pen.text(label, 58, y + 12);
      for (const [column, x] of ends.entries())
        pen.right(row === 0 ? `${2010 + column}` : `${row}${column},140`, x, y + 12);
    });
  };
  const found = await tablesOf((pen) => {
    shaded(pen, 100, [200, 250, 300, 350, 400, 450], ['Index', 'Income', 'Output', 'Labour', 'Change', 'Costs']);
    shaded(pen, 226, [180, 224, 270, 328, 372, 424, 478], ['Average', 'Capital', 'Schools', 'Profit', 'Debt']);
  });
  expect(found.map(({ rowCount, columnCount }) => [rowCount, columnCount])).toEqual([
    [6, 7],
    [5, 8],
  ]);
});

test('the last line of a text that wraps in its column is a line of the last row', async () => {
  const [table] = await tablesOf((pen) => {
    const rows = [
      ['No', 'Project', 'Office', '2024', '2025'],
      ['H-1', 'Network', 'Traffic agency', '405', '95'],
      ['H-2', 'Training', 'Labour office', '57', '46'],
      ['H-3', 'Road debt', 'Road agency', '31', '25'],
    ];
    rows.forEach((row, index) => {
      row.forEach((text, column) => {
        pen.text(text, [70, 110, 220, 340, 400][column] ?? 0, 103 + 18 * index);
      });
    });
    pen.text('of the lower', 110, 168);
    pen.text('and others', 220, 168);
    pen.text('network', 110, 179);
  });
  expect(table && texts(table).at(-1)).toEqual([
    'H-3',
    'Road debt of the lower network',
    'Road agency and others',
    '31',
    '25',
  ]);
});

test('lines below the last row of a statement are its own, and count for no other', async () => {
  const tables = await tablesOf((pen) => {
    const entries = [
      ['27.05.2024', 'Card payment', '51,07', 'Branch in the new town'],
      ['29.05.2024', 'Salary', '318,77', 'Fine optics', 'Pay of May'],
      ['30.05.2024', 'Card payment', '70,34', 'Petrol station'],
      ['31.05.2024', 'Closing', '4,90', 'Account fee'],
    ];
    let top = 103;
    for (const [date = '', text = '', amount = '', ...more] of entries) {
      pen.text(date, 70, top);
      pen.text(text, 150, top);
      pen.text(amount, 420, top);
      more.forEach((line, index) => {
        pen.text(line, 150, top + 11 * (index + 1));
      });
      top += 11 * more.length + 20;
    }
  });
  expect(tables.map((table) => texts(table))).toEqual([
    [
      ['27.05.2024', 'Card payment Branch in the new town', '51,07'],
      ['29.05.2024', 'Salary Fine optics Pay of May', '318,77'],
      ['30.05.2024', 'Card payment Petrol station', '70,34'],
      ['31.05.2024', 'Closing Account fee', '4,90'],
    ],
  ]);
});

test('texts that wrap above the line of their row, which is aligned at the bottom, are in that row', async () => {
  let last = 100;
  const [table] = await tablesOf((pen) => {
    [
      ['K-5551', 'Schools with water for the|whole of the coast', 'Fishing', '438.40'],
      ['BX-8776', 'Index of the water per demand|of the towns with all their|materials', 'Services', '472.60'],
      ['K-4596', 'Rent for the hospitals and the|farms of the average', 'Supply', '573.30'],
      ['A-6776', 'Change of the trade with the|region and its exports', 'Housing', '837.70'],
      ['A-3305', 'Stock rate of the houses', 'Debt', '770.40'],
    ].forEach(([code = '', text = '', kind = '', amount = '']) => {
      const lines = text.split('|');
      last += 16 + 11 * (lines.length - 1);
      lines.forEach((line, index) => {
        pen.text(line, 130, last - 11 * (lines.length - 1 - index));
      });
      pen.text(code, 70, last);
      pen.text(kind, 320, last);
      pen.right(amount, 460, last);
    });
  });
  const rows = table === undefined ? [] : texts(table);
  expect(rows).toContainEqual([
    'BX-8776',
    'Index of the water per demand of the towns with all their materials',
    'Services',
    '472.60',
  ]);
});
