import { describe, expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { findPageTables } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';
import { texts } from './tables-of.ts';

/** The tables of one page, headers above grids with them. */
async function pageTablesOf(draw: (pen: Pen) => void) {
  const document = await openPageModel(await drawPdf(draw));
  try {
    return findPageTables(await document.readPage(1)).tables;
  } finally {
    await document.close();
  }
}

describe('grids', () => {
  const lines = (pen: Pen, xs: readonly number[], ys: readonly number[]) => {
    for (const y of ys) pen.line(xs[0] ?? 0, y, xs.at(-1) ?? 0, y);
    for (const x of xs) pen.line(x, ys[0] ?? 0, x, ys.at(-1) ?? 0);
  };

  test('without rules between their rows have a row for each line with a text in each column', async () => {
    const people = [
      ['Alice', 'Paris', 'Author'],
      ['Bob', 'Rome', 'Editor'],
      ['Carol', 'Oslo', 'Printer'],
    ];
    const [table] = await pageTablesOf((pen) => {
      lines(pen, [70, 130, 190, 250], [90, 108, 162]);
      [['Name', 'City', 'Role'], ...people].forEach((row, index) => {
        row.forEach((text, column) => {
          pen.text(text, 75 + 60 * column, 103 + 18 * index);
        });
      });
    });
    expect(table === undefined ? [] : texts(table).slice(1)).toEqual(people);
  });

  test('keep their last row where another one is below', async () => {
    const boxes = [
      [
        ['Receipt', 'A-7'],
        ['Branch', 'Leith'],
        ['Sold', '10/25/2022'],
      ],
      [
        ['Buyer', '204353'],
        ['Name', 'Harrow'],
        ['Licence', 'B-9'],
      ],
    ];
    const tables = await pageTablesOf((pen) => {
      boxes.forEach((rows, box) => {
        const top = 90 + 61 * box;
        lines(
          pen,
          [70, 150, 290],
          [0, 18, 36, 54].map((y) => top + y),
        );
        rows.forEach(([label = '', value = ''], index) => {
          pen.text(label, 75, top + 13 + 18 * index);
          pen.text(value, 155, top + 13 + 18 * index);
        });
      });
    });
    expect(tables.map(texts)).toEqual(boxes);
  });

  test('keep texts that wrap side by side in one row', async () => {
    const [table] = await pageTablesOf((pen) => {
      lines(pen, [70, 170, 270, 370], [90, 108, 162]);
      ['Term', 'Meaning', 'Source'].forEach((text, column) => {
        pen.text(text, 75 + 100 * column, 103);
        ['A short text', 'that wraps over', 'three lines'].forEach((line, index) => {
          pen.text(line, 75 + 100 * column, 121 + 16 * index);
        });
      });
    });
    expect(table?.rowCount).toBe(2);
  });

  test('keep the label of a group over its rows, also where these have no rules between them', async () => {
    const [table] = await pageTablesOf((pen) => {
      lines(pen, [70, 130, 200, 270], [90, 108]);
      lines(pen, [70, 130, 200, 270], [90, 180]);
      pen.line(130, 162, 270, 162);
      ['Routes', 'Pax'].forEach((text, column) => {
        pen.text(text, 135 + 70 * column, 103);
      });
      pen.text('Air group', 75, 148);
      ['Pacific', 'Europe', 'Guam', 'Total'].forEach((text, row) => {
        pen.text(text, 135, 121 + 18 * row);
        pen.text(`${row + 1}57,642`, 205, 121 + 18 * row);
      });
    });
    const label = table?.cells.find(({ text }) => text === 'Air group');
    expect(label).toMatchObject({ row: 1, rowSpan: 4 });
    expect(table === undefined ? [] : texts(table).map((row) => row.slice(1))).toEqual([
      ['Routes', 'Pax'],
      ['Pacific', '157,642'],
      ['Europe', '257,642'],
      ['Guam', '357,642'],
      ['Total', '457,642'],
    ]);
  });

  test('without uprights have labels over the rows whose rules leave them out', async () => {
    const [table] = await pageTablesOf((pen) => {
      for (const y of [90, 108, 162, 198]) pen.line(60, y, 480, y);
      for (const y of [126, 144, 180]) pen.line(160, y, 480, y);
      ['Vessel', 'Name', 'Duty', 'Berth'].forEach((text, column) => {
        pen.text(text, 65 + 105 * column, 102);
      });
      pen.text('Alcyone', 65, 138);
      pen.text('Borealis', 65, 183);
      const crew = [
        ['Marta Reis', 'Master', 'A1'],
        ['Ole Dahl', 'First mate', 'A2'],
        ['Ines Roy', 'Engineer', 'A3'],
        ['Pat Quill', 'Master', 'B1'],
        ['Sue Tran', 'Cook', 'B4'],
      ];
      crew.forEach((row, index) => {
        row.forEach((text, column) => {
          pen.text(text, 170 + 105 * column, 120 + 18 * index);
        });
      });
    });
    const labels = table?.cells.filter(({ row, column, text }) => row > 0 && column === 0 && text !== '');
    expect(labels?.map(({ text, row, rowSpan }) => [text, row, rowSpan])).toEqual([
      ['Alcyone', 1, 3],
      ['Borealis', 4, 2],
    ]);
    expect(labels?.every(({ borders }) => borders.top && borders.bottom)).toBe(true);
    expect(table?.rowCount).toBe(6);
  });

  test('have the headings up to the rule above as a header, also those in the middle of two lines', async () => {
    const [table, ...others] = await pageTablesOf((pen) => {
      pen.line(70, 90, 470, 90);
      pen.text('Region', 75, 109);
      ['January', 'February'].forEach((text, column) => {
        pen.text(text, 190 + column * 100, 109);
      });
      pen.text('Weekly', 392, 104);
      pen.text('average', 390, 115);
      lines(pen, [70, 170, 270, 370, 470], [122, 142, 162, 182]);
      ['Liguria', 'Lazio', 'Puglia'].forEach((text, row) => {
        pen.text(text, 75, 136 + row * 20);
        for (let column = 0; column < 3; column += 1)
          pen.right(`${row + 2}.${column}5`, 265 + column * 100, 136 + row * 20);
      });
    });
    expect(others).toEqual([]);
    expect(table?.headerRows).toBe(1);
    expect(table === undefined ? [] : texts(table)[0]).toEqual(['Region', 'January', 'February', 'Weekly average']);
  });

  test('have the headings in a box of their own above them, apart from them, as a header', async () => {
    const [table, ...others] = await pageTablesOf((pen) => {
      lines(pen, [70, 470], [72, 112]);
      pen.text('Offence', 75, 96);
      pen.text('Article', 175, 96);
      pen.text('Longest', 275, 90);
      pen.text('term', 275, 102);
      pen.text('Fine', 375, 96);
      lines(pen, [70, 170, 270, 370, 470], [126, 146, 166, 186]);
      ['Trespass', 'Nuisance', 'Fraud'].forEach((text, row) => {
        [text, `§ ${row + 4}`, `${row + 2} years`, `${row + 1},500`].forEach((cell, column) => {
          pen.text(cell, 75 + column * 100, 140 + row * 20);
        });
      });
    });
    expect(others).toEqual([]);
    expect(table?.headerRows).toBe(1);
    expect(table === undefined ? [] : texts(table)[0]).toEqual(['Offence', 'Article', 'Longest term', 'Fine']);
  });

  test('have the headings between borders above them, with no rule over those, as a header', async () => {
    const [table, ...others] = await pageTablesOf((pen) => {
      const xs = [70, 170, 270, 370, 470];
      pen.text('Your bill', 75, 76);
      for (const x of xs) pen.line(x, 80, x, 114);
      pen.line(70, 114, 470, 114);
      lines(pen, xs, [119, 139, 159, 179]);
      pen.text('Supply', 75, 110);
      ['Previous', 'Present'].forEach((text, column) => {
        pen.right(text, 265 + column * 100, 93);
      });
      ['reading', 'reading', 'Units'].forEach((text, column) => {
        pen.right(text, 265 + column * 100, 110);
      });
      ['Day rate', 'Night rate', 'Water'].forEach((text, row) => {
        pen.text(text, 75, 133 + row * 20);
        for (let column = 0; column < 3; column += 1)
          pen.right(`${row + 2}3${column}5`, 265 + column * 100, 133 + row * 20);
      });
    });
    expect(others).toEqual([]);
    expect(table?.headerRows).toBe(1);
    expect(table?.rowCount).toBe(4);
    expect(table === undefined ? [] : texts(table)[0]).toEqual([
      'Supply',
      'Previous reading',
      'Present reading',
      'Units',
    ]);
  });

  test('keep lines of a row whole with its amount on the last of them', async () => {
    const xs = [60, 130, 330, 400, 480];
    const [table] = await pageTablesOf((pen) => {
      lines(pen, xs, [100, 140, 180, 220]);
      for (let row = 0; row < 3; row += 1) {
        const y = 112 + 40 * row;
        for (const line of [0, 1]) pen.text(`0${row + 1}.05.2024`, 65, y + 12 * line);
        [`Card payment ${row}`, '2711 4020 0403', `VAT ${row}/18`].forEach((text, line) => {
          pen.text(text, 135, y + 12 * line);
        });
        pen.right(`${row + 1}7.09`, 396, y + 24);
        pen.right(`${row + 1}26.27`, 476, y + 24);
      }
    });
    expect(table?.rowCount).toBe(3);
  });

  test('have rows of small type between uprights that begin above the first rule', async () => {
    const xs = [70, 170, 270, 370, 470];
    const [table] = await pageTablesOf((pen) => {
      for (const y of [106, 112, 118]) pen.line(70, y, 470, y);
      for (const x of xs) pen.line(x, 100, x, 118);
      ['Gehalt', 'Fahrgeld', 'Zulage'].forEach((text, row) => {
        pen.text(text, 75, 104.5 + 6 * row, { size: 4 });
        for (let column = 0; column < 3; column += 1)
          pen.right(`${row + 2}3${column}5`, 265 + column * 100, 104.5 + 6 * row, { size: 4 });
      });
    });
    expect(table === undefined ? [] : texts(table).map(([name]) => name)).toEqual(['Gehalt', 'Fahrgeld', 'Zulage']);
  });

  test('have sums in a box of their own below them, and no table goes on around them', async () => {
    const xs = [60, 130, 330, 400, 480];
    const drawn = await pageTablesOf((pen) => {
      const head = (y: number) =>
        ['Date', 'Details', 'In', 'Out'].forEach((text, column) => {
          pen.text(text, (xs[column] ?? 0) + 4, y);
        });
      for (const top of [100, 260]) {
        if (top > 100) pen.text('EUR account', 64, top - 46);
        lines(pen, xs, [top - 30, top - 14]);
        head(top - 18);
        lines(pen, xs, [top, top + 20, top + 40, top + 60]);
        for (let row = 0; row < 3; row += 1) {
          pen.text(`0${row + 1}.05.2024`, 65, top + 14 + row * 20);
          pen.text(`Payment ${row}`, 135, top + 14 + row * 20);
          pen.right(`${row + 1}7.09`, row === 1 ? 476 : 396, top + 14 + row * 20);
        }
        lines(pen, xs, [top + 70, top + 90]);
        pen.text('Total', 135, top + 84);
        pen.right('54.18', 396, top + 84);
        pen.right('27.09', 476, top + 84);
      }
    });
    expect(drawn.filter(({ box }) => box.y0 < 160 && box.y1 > 300)).toEqual([]);
  });

  test('part two numbers that only a rule is between', async () => {
    const [table] = await pageTablesOf((pen) => {
      lines(pen, [70, 170, 230, 300], [100, 120, 140, 160]);
      ['Item', 'Pieces', 'Value'].forEach((text, column) => {
        pen.text(text, [75, 175, 235][column] ?? 0, 114);
      });
      [
        ['Tablets', '90.', '13502.64'],
        ['Syrup', '8.', '412.10'],
      ].forEach(([item = '', pieces = '', value = ''], row) => {
        pen.text(item, 75, 134 + row * 20);
        pen.right(pieces, 230, 134 + row * 20);
        pen.text(value, 230, 134 + row * 20);
      });
    });
    expect(table === undefined ? [] : texts(table)).toContainEqual(['Tablets', '90.', '13502.64']);
  });

  test('keep the rows of a block without rules inside in the columns of its header and total', async () => {
    const xs = [60, 120, 200, 260, 320, 400];
    const [table] = await pageTablesOf((pen) => {
      lines(pen, xs, [100, 120]);
      ['Region', 'Town', 'Large', 'Small', 'Voters'].forEach((text, column) => {
        pen.text(text, (xs[column] ?? 0) + 4, 114);
      });
      for (const x of [120, 400]) pen.line(x, 120, x, 160);
      [
        ['Corvara', '', '1', '510'],
        ['Farindola', '', '1', '1578'],
        ['Moscufo', '1', '', '2851'],
      ].forEach((row, index) => {
        row.forEach((text, column) => {
          if (text !== '') pen.text(text, (xs[column + 1] ?? 0) + 4, 130 + index * 13);
        });
      });
      lines(pen, xs.slice(1), [160, 180]);
      ['Total', '1', '2', '4939'].forEach((text, column) => {
        pen.text(text, (xs[column + 1] ?? 0) + 4, 174);
      });
    });
    expect(table === undefined ? [] : texts(table)).toContainEqual(['', 'Farindola', '', '1', '1578']);
  });

  test('leave cells without rules between them empty beside a lone value', async () => {
    const xs = [60, 160, 220, 280, 340, 400];
    const [table] = await pageTablesOf((pen) => {
      lines(pen, xs, [100, 120]);
      ['Type', 'Total', 'Owned', 'Leased', 'Seats'].forEach((text, column) => {
        pen.text(text, (xs[column] ?? 0) + 14, 114);
      });
      for (const x of [60, 220, 400]) pen.line(x, 120, x, 200);
      for (const y of [140, 160, 180, 200]) pen.line(60, y, 400, y);
      [
        ['A330', '34', '16', '18', '14.0'],
        ['A350', '14', '', '14', '4.6'],
        ['B777', '8', '8', '', '3.1'],
        ['B787', '20', '', '20', ''],
      ].forEach((row, index) => {
        row.forEach((text, column) => {
          if (text !== '') pen.text(text, (xs[column] ?? 0) + 24, 134 + index * 20);
        });
      });
    });
    expect(table === undefined ? [] : texts(table)).toEqual([
      ['Type', 'Total', 'Owned', 'Leased', 'Seats'],
      ['A330', '34', '16', '18', '14.0'],
      ['A350', '14', '', '14', '4.6'],
      ['B777', '8', '8', '', '3.1'],
      ['B787', '20', '', '20', ''],
    ]);
    expect(table?.cells.every(({ columnSpan }) => columnSpan === 1)).toBe(true);
  });

  test('of headings alone are the header of the rows right below', async () => {
    const xs = [60, 180, 260, 340, 420, 500];
    const tables = await pageTablesOf((pen) => {
      lines(pen, [180, 340, 500], [100, 118]);
      lines(pen, xs.slice(1), [118, 136]);
      pen.line(60, 136, 500, 136);
      pen.text('Landings', 235, 113);
      pen.text('Passengers', 390, 113);
      ['2022', '2023', '2022', '2023'].forEach((year, index) => {
        pen.text(year, (xs[index + 1] ?? 0) + 26, 131);
      });
      [
        ['Extra', '2,934', '3,646', '267,011', '324,151'],
        ['Charter', '11,553', '5,798', '2,127,406', '1,711,522'],
        ['Pilgrims', '849', '3,819', '91,109', '486,467'],
      ].forEach(([label = '', ...values], row) => {
        pen.text(label, 64, 149 + row * 15);
        values.forEach((value, index) => {
          pen.text(value, (xs[index + 1] ?? 0) + 20, 149 + row * 15);
        });
        pen.line(60, 153 + row * 15, 500, 153 + row * 15);
      });
    });
    expect(tables).toHaveLength(1);
    const rows = tables[0] === undefined ? [] : texts(tables[0]);
    expect(rows[1]?.slice(1)).toEqual(['2022', '2023', '2022', '2023']);
    expect(rows[4]).toEqual(['Pilgrims', '849', '3,819', '91,109', '486,467']);
    expect(tables[0]?.headerRows).toBe(2);
  });

  test('whose boxes begin with captions have those in a row above what was filled in', async () => {
    const [table] = await pageTablesOf((pen) => {
      lines(pen, [70, 200, 330, 460], [100, 130, 160]);
      [
        ['BASE OF TAX', 'TAX', 'TOTAL'],
        ['FREIGHT', 'INSURANCE', 'NET'],
      ].forEach((captions, row) => {
        captions.forEach((caption, column) => {
          pen.text(caption, 73 + column * 130, 109 + row * 30, { size: 6 });
          const isEmpty = row === 1 && column === 1;
          if (!isEmpty) pen.text(`${row + 1}${column}.50`, 160 + column * 130, 124 + row * 30, { size: 8 });
        });
      });
    });
    expect(table && texts(table)).toEqual([
      ['BASE OF TAX', 'TAX', 'TOTAL'],
      ['10.50', '11.50', '12.50'],
      ['FREIGHT', 'INSURANCE', 'NET'],
      ['20.50', '', '22.50'],
    ]);
  });

  test('whose boxes have captions of any type over values have those in a row of their own', async () => {
    const [table] = await pageTablesOf((pen) => {
      lines(pen, [70, 200, 330, 460], [100, 130, 160]);
      ['Document', 'Due on', 'Amount'].forEach((caption, column) => {
        pen.text(caption, 73 + column * 130, 112);
      });
      pen.text('24/05/2014', 203, 126);
      pen.text('R$ 298.76', 333, 126);
      pen.text('Payer: Filipe Monteiro', 73, 149);
    });
    expect(table && texts(table).slice(0, 2)).toEqual([
      ['Document', 'Due on', 'Amount'],
      ['', '24/05/2014', 'R$ 298.76'],
    ]);
  });

  test('whose headings are of two lines, a year below, are left whole', async () => {
    const [table] = await pageTablesOf((pen) => {
      lines(pen, [70, 200, 330, 460], [100, 130, 150]);
      ['Sales', 'Sales'].forEach((heading, column) => {
        pen.text(heading, 203 + column * 130, 112);
        pen.text(`${2024 - column}`, 203 + column * 130, 126);
        pen.text(`${5 - column}.50`, 203 + column * 130, 144);
      });
      pen.text('Shirts', 73, 144);
    });
    expect(table && texts(table)).toEqual([
      ['', 'Sales 2024', 'Sales 2023'],
      ['Shirts', '5.50', '4.50'],
    ]);
  });

  test('have a heading of several columns apart from those of each of them on the last line of its cell', async () => {
    const [table] = await pageTablesOf((pen) => {
      const sides = [70, 200, 240, 280, 320, 400];
      for (const y of [100, 130, 150, 170, 190]) pen.line(70, y, 400, y);
      for (const x of [70, 200, 400]) pen.line(x, 100, x, 190);
      for (const x of sides) pen.line(x, 130, x, 190);
      pen.text('Item', 75, 118);
      pen.text('Quantity in stock', 220, 112);
      ['S', 'M', 'L'].forEach((size, index) => {
        pen.text(size, 217 + 40 * index, 125);
      });
      pen.text('Price', 345, 118);
      ['Shirt', 'Coat', 'Hat'].forEach((name, row) => {
        const y = 145 + 20 * row;
        pen.text(name, 75, y);
        for (const column of [0, 1, 2]) pen.text(`${row + column}`, 217 + 40 * column, y);
        pen.right(`${row + 9}.50`, 390, y);
      });
    });
    expect(table && texts(table).slice(0, 3)).toEqual([
      ['Item', 'Quantity in stock', '', '', 'Price'],
      ['', 'S', 'M', 'L', ''],
      ['Shirt', '0', '1', '2', '9.50'],
    ]);
  });

  test('have one row for a record whose values are level with the middle of its text', async () => {
    const [table] = await pageTablesOf((pen) => {
      lines(pen, [50, 70, 300, 370, 440, 520], [100, 120, 180]);
      ['No', 'Item', 'Rate', 'Tax', 'Amount'].forEach((text, column) => {
        pen.text(text, [52, 75, 310, 380, 450][column] ?? 0, 114);
      });
      pen.text('1', 55, 132);
      pen.text('A casserole of stainless steel,', 75, 132);
      pen.text('blue (B0CGX)', 75, 144);
      pen.text('HSN:39241010', 75, 156);
      ['9%', '33.71', '442.00'].forEach((text, column) => {
        pen.text(text, [310, 380, 450][column] ?? 0, 144);
      });
      ['9%', '33.72'].forEach((text, column) => {
        pen.text(text, [310, 380][column] ?? 0, 174);
      });
    });
    expect(table && texts(table)).toEqual([
      ['No', 'Item', 'Rate', 'Tax', 'Amount'],
      ['1', 'A casserole of stainless steel, blue (B0CGX) HSN:39241010', '9%', '33.71', '442.00'],
      ['', '', '9%', '33.72', ''],
    ]);
  });

  test('have a row for each label of a cell that holds labels with their values', async () => {
    const [table] = await pageTablesOf((pen) => {
      lines(pen, [60, 320, 520], [100, 160, 220]);
      ['Supplier of electrical goods Ltd', '701 Long Street with its full name', 'Brno'].forEach((text, row) => {
        pen.text(text, 65, 114 + row * 18);
      });
      pen.text('For office use', 330, 114);
      [
        ['Issued:', '05.09.2025'],
        ['Due:', '05.10.2025'],
        ['Paid by:', 'transfer'],
      ].forEach(([label = '', value = ''], row) => {
        pen.text(label, 65, 174 + row * 18);
        pen.right(value, 315, 174 + row * 18);
      });
    });
    expect(
      table &&
        texts(table)
          .slice(-3)
          .map((row) => row.slice(0, 2)),
    ).toEqual([
      ['Issued:', '05.09.2025'],
      ['Due:', '05.10.2025'],
      ['Paid by:', 'transfer'],
    ]);
  });

  test('have a label and its value in two cells where these are alone in theirs', async () => {
    const [table] = await pageTablesOf((pen) => {
      lines(pen, [60, 320, 520], [100, 120, 140, 160]);
      ['Payable by:', 'Payee', 'Leith Mills Ltd'].forEach((text, row) => {
        pen.text(text, 65, 114 + row * 20);
      });
      pen.text('15.02.2020', 200, 114);
      ['Amount due', 'Means of payment', 'Transfer'].forEach((text, row) => {
        pen.text(text, 330, 114 + row * 20);
      });
    });
    expect(table && texts(table)[0]).toEqual(['Payable by:', '15.02.2020', 'Amount due']);
  });

  test('have a column for each of several values on one line of a cell, and others over all of these', async () => {
    const [table] = await pageTablesOf((pen) => {
      lines(pen, [60, 100, 300, 400], [100, 120, 140, 160, 200]);
      ['No', 'Item', 'Amount'].forEach((text, column) => {
        pen.text(text, [65, 105, 305][column] ?? 0, 114);
      });
      ['Chain', 'Lock'].forEach((text, row) => {
        pen.text(`${row + 1}`, 65, 134 + row * 20);
        pen.text(text, 105, 134 + row * 20);
        pen.right(`${row + 2}0.50`, 395, 134 + row * 20);
      });
      [
        ['Net', '50.50'],
        ['Tax', '4.50'],
        ['Freight', '6.20'],
      ].forEach(([label = '', value = ''], column) => {
        pen.text(label, 105 + column * 60, 174, { size: 6 });
        pen.text(value, 105 + column * 60, 192);
      });
    });
    const rows = table && texts(table);
    expect(rows?.[1]).toEqual(['1', 'Chain', '', '', '20.50']);
    expect(rows?.at(-1)?.slice(1, 4)).toEqual(['50.50', '4.50', '6.20']);
  });

  test('have a column for each label and value of a line that has several', async () => {
    const [table] = await pageTablesOf((pen) => {
      lines(pen, [60, 200, 400], [100, 120]);
      lines(pen, [60, 400], [120, 140]);
      pen.text('Item', 65, 114);
      pen.text('Price', 205, 114);
      ['Discount:', '10.00', 'Net:', '100.00', 'Sum:', '90.00'].forEach((text, column) => {
        pen.text(text, 65 + column * 56, 134);
      });
    });
    expect(table && texts(table).at(-1)).toEqual(['Discount:', '10.00', 'Net:', '100.00', 'Sum:', '90.00']);
  });

  test('keep a line of values whole that a text of another line runs under', async () => {
    const [table] = await pageTablesOf((pen) => {
      lines(pen, [60, 300, 400], [100, 120, 160]);
      pen.text('Item', 65, 114);
      pen.text('Price', 305, 114);
      pen.text('12.50', 65, 134);
      pen.text('13.50', 165, 134);
      pen.text('both with the discount of last year', 65, 150);
      pen.text('26.00', 305, 134);
    });
    expect(table?.columnCount).toBe(2);
  });
});

test('texts that end in a value on their second line are no captions in a column of entries', async () => {
  const [table] = await pageTablesOf((pen) => {
    const ys = [90, 108, 140, 172, 204, 236];
    for (const y of ys) pen.line(70, y, 370, y);
    for (const x of [70, 170, 270, 370]) pen.line(x, 90, x, 236);
    ['Mine', 'Owner', 'Start'].forEach((text, column) => {
      pen.text(text, 75 + 100 * column, 103);
    });
    const rows = [
      [['Jimblebar'], ['BHP (85%)'], ['2013']],
      [
        ['Pilbara', 'railways'],
        ['Rio Tinto', '(100%)'],
        ['Phase I by', '12.2013'],
      ],
      [['Guinea'], ['BHP (41.3%)'], ['NA']],
      [['Samarco'], ['Vale (50%)'], ['2014']],
    ];
    rows.forEach((cells, row) => {
      cells.forEach((lines, column) => {
        lines.forEach((line, index) => {
          pen.text(line, 75 + 100 * column, 121 + 32 * row + 13 * index);
        });
      });
    });
  });
  expect(table && texts(table)[2]).toEqual(['Pilbara railways', 'Rio Tinto (100%)', 'Phase I by 12.2013']);
});

test('a text that a spreadsheet cuts off at its border is split from the one of the next cell', async () => {
  const [table] = await pageTablesOf((pen) => {
    for (const y of [90, 108, 126, 144, 162]) pen.line(70, y, 270, y);
    for (const x of [70, 150, 270]) pen.line(x, 90, x, 162);
    const rows = [
      ['Name', 'Address'],
      ['Ann', '62 Main Street'],
      ['Melvin Willeth', '405 Western Ave'],
      ['Bob', '18 Hague Road'],
    ];
    rows.forEach(([name = '', address = ''], row) => {
      if (name.length > 10) pen.right(name, 151.6, 103 + 18 * row);
      else pen.text(name, 75, 103 + 18 * row);
      pen.text(address, 151.8, 103 + 18 * row);
    });
  });
  expect(table && texts(table)[2]).toEqual(['Melvin Willeth', '405 Western Ave']);
});

test('group headings right above the header of a grid, outside its rules, are over their columns', async () => {
  const [table] = await pageTablesOf((pen) => {
    const xs = [70, 130, 180, 230, 280, 330];
    const ys = [90, 108, 126, 144, 162];
    for (const y of ys) pen.line(70, y, 330, y);
    for (const x of xs) pen.line(x, 90, x, 162);
    pen.text('2001', 168, 86);
    pen.text('2002', 268, 86);
    [
      ['Fish', 'Tons', 'Share', 'Tons', 'Share'],
      ['Cod', '663', '2.5%', '478', '1.9%'],
      ['Hake', '232', '0.9%', '241', '0.9%'],
      ['Sole', '89', '0.4%', '78', '0.3%'],
    ].forEach((row, index) => {
      row.forEach((text, column) => {
        if (column === 0) pen.text(text, 75, 103 + 18 * index);
        else pen.right(text, (xs[column + 1] ?? 0) - 4, 103 + 18 * index);
      });
    });
  });
  const spans = table?.cells.filter(({ row, text }) => row === 0 && text !== '');
  expect(spans?.map(({ text, column, columnSpan }) => [text, column, columnSpan])).toEqual([
    ['2001', 1, 2],
    ['2002', 3, 2],
  ]);
  expect(table?.headerRows).toBe(2);
});
