import { rgb } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { findTables, isPrintedSheet, type Table } from '../src/tables.ts';
import { drawSheet, type Pen } from './draw-pdf.ts';

async function sheetOf(draw: (pen: Pen) => void): Promise<Table> {
  const document = await openPageModel(await drawSheet(draw));
  try {
    const [table] = findTables(await document.readPage(1), { printedSheet: isPrintedSheet(document.info) });
    if (table === undefined) throw new Error('no table was found');
    return table;
  } finally {
    await document.close();
  }
}

/** The cells of each row as `column:text`, with `+n` where one is over n columns and `/n` where over n rows. */
function rowsOf({ rowCount, cells }: Table): string[] {
  return Array.from({ length: rowCount }, (_, row) =>
    cells
      .filter((cell) => cell.row === row && cell.text !== '')
      .map(({ column, columnSpan, rowSpan, text }) => {
        const span = `${columnSpan > 1 ? `+${columnSpan}` : ''}${rowSpan > 1 ? `/${rowSpan}` : ''}`;
        return `${column}${span}:${text.replaceAll('\n', ' ')}`;
      })
      .join(' | '),
  );
}

describe('a printed spreadsheet', () => {
  test('keeps a currency in the cell of its amount, or of the dash for none, on either side', async () => {
    const table = await sheetOf((pen) => {
      pen.text('Designer', 70, 100);
      pen.text('-', 200, 100);
      pen.text('€', 220, 100);
      pen.text('$', 250, 100);
      pen.right('1,200.00', 330, 100);
      pen.text('Builder', 70, 116);
      pen.right('1 400 €', 226, 116);
      pen.text('$', 250, 116);
      pen.text('-', 320, 116);
    });
    expect(rowsOf(table)).toEqual(['0:Designer | 1:- € | 2:$ 1,200.00', '0:Builder | 1:1 400 € | 2:$ -']);
  });

  test('has the two ends of a range, printed as cells with a dash between them, in one', async () => {
    const table = await sheetOf((pen) => {
      pen.text('Last Week', 196, 84);
      pen.text('Year Ago', 276, 84);
      [
        ['Iowa', '1.38', '1.43', '1.27', '1.35'],
        ['Nebraska', '1.36', '1.43', '1.27', '1.35'],
        ['Wisconsin', '', '2.85', '1.27', '1.34'],
      ].forEach(([place = '', ...prices], row) => {
        const y = 100 + 16 * row;
        pen.text(place, 70, y);
        for (const [index, x] of [216, 246, 296, 326].entries()) pen.right(prices[index] ?? '', x, y);
        for (const [index, x] of [220, 300].entries()) if (prices[2 * index] !== '') pen.text('-', x, y);
      });
    });
    expect(rowsOf(table)).toEqual([
      '1:Last Week | 2:Year Ago',
      '0:Iowa | 1:1.38 - 1.43 | 2:1.27 - 1.35',
      '0:Nebraska | 1:1.36 - 1.43 | 2:1.27 - 1.35',
      '0:Wisconsin | 1:2.85 | 2:1.27 - 1.34',
    ]);
  });

  test('has the dash of an empty amount in a column of its own, however narrow the columns are', async () => {
    const table = await sheetOf((pen) => {
      ['Iowa|4|-|6', 'Nebraska|5|7|8', 'Wisconsin|9|-|2'].forEach((line, row) => {
        line.split('|').forEach((text, column) => {
          pen.text(text, column === 0 ? 70 : 190 + 9 * column, 100 + 16 * row);
        });
      });
    });
    expect(rowsOf(table)).toEqual([
      '0:Iowa | 1:4 | 2:- | 3:6',
      '0:Nebraska | 1:5 | 2:7 | 3:8',
      '0:Wisconsin | 1:9 | 2:- | 3:2',
    ]);
  });

  test('has a column for each text placed by itself, however close a number and a word stand', async () => {
    const table = await sheetOf((pen) => {
      pen.text('Dose', 70, 100);
      pen.text('Drug', 111.5, 100);
      [
        ['25', 'Indocin'],
        ['50', 'Enebrel'],
        ['100', 'Dilantin'],
      ].forEach(([dose = '', drug = ''], index) => {
        pen.right(dose, 110, 115 + 15 * index);
        pen.text(drug, 111.5, 115 + 15 * index);
      });
    });
    expect(rowsOf(table)).toEqual(['0:Dose | 1:Drug', '0:25 | 1:Indocin', '0:50 | 1:Enebrel', '0:100 | 1:Dilantin']);
  });

  test('has the name of a section, centred between its outer borders, over all columns', async () => {
    const table = await sheetOf((pen) => {
      for (const x of [40, 400]) pen.line(x, 90, x, 160);
      for (const y of [90, 105, 120, 140, 160]) pen.line(40, y, 400, y);
      for (const [y0, y1] of [
        [90, 105],
        [120, 160],
      ] as const) {
        for (const x of [160, 280]) pen.line(x, y0, x, y1);
      }
      ['Title', 'Year', 'Price'].forEach((heading, column) => {
        pen.text(heading, 85 + 120 * column, 101);
      });
      pen.text('MAIN WALL', 191, 116);
      ['Oak', 'Elm'].forEach((title, row) => {
        pen.text(title, 90, 135 + 20 * row);
        pen.text('2024', 208, 135 + 20 * row);
        pen.text('7.00', 330, 135 + 20 * row);
      });
    });
    expect(rowsOf(table)[1]).toBe('0+3:MAIN WALL');
  });

  test('does not have the footer of its print, with the number of the page among other texts', async () => {
    const table = await sheetOf((pen) => {
      ['Oak', 'Elm', 'Ash'].forEach((name, row) => {
        pen.text(name, 70, 100 + 15 * row);
        pen.right(`${row + 7}.00`, 230, 100 + 15 * row);
      });
      pen.text('info@gallery.example', 40, 810);
      pen.text('1', 295, 810);
      pen.right('Gallery', 560, 810);
    });
    expect(rowsOf(table)).toEqual(['0:Oak | 1:7.00', '0:Elm | 1:8.00', '0:Ash | 1:9.00']);
  });

  test('has no border where numbers of equal width begin, after a title that runs on as far', async () => {
    const table = await sheetOf((pen) => {
      pen.text('Profit and loss by quarter', 70, 100);
      ['Q1', 'Q2'].forEach((heading, column) => {
        pen.text(heading, 170 + 60 * column, 115);
      });
      [
        ['Revenue', '19,543.20', '12,584.40'],
        ['Cost', '43,959.10', '23,054.70'],
        ['Result', '4,959.10', '2,054.70'],
      ].forEach(([name = '', ...amounts], row) => {
        pen.text(name, 70, 130 + 15 * row);
        amounts.forEach((amount, column) => {
          pen.right(amount, 225 + 60 * column, 130 + 15 * row);
        });
      });
    });
    expect(rowsOf(table).slice(1, 3)).toEqual(['1:Q1 | 2:Q2', '0:Revenue | 1:19,543.20 | 2:12,584.40']);
  });

  test('has a title that runs on over cells of the row below it in a row of its own', async () => {
    const table = await sheetOf((pen) => {
      pen.text('Results of the summer term 2024', 70, 100);
      ['Number', 'Name', 'Points'].forEach((heading, column) => {
        pen.text(heading, 70 + 60 * column, 115);
      });
      ['4711', '4712', '4713'].forEach((number, row) => {
        pen.text(number, 70, 130 + 15 * row);
        pen.text(`Candidate ${row + 1}`, 130, 130 + 15 * row);
        pen.right(`${20 + row}`, 230, 130 + 15 * row);
      });
    });
    expect(
      rowsOf(table)
        .slice(0, 3)
        .map((row) => row.replace(/^0\+\d:/, '0:')),
    ).toEqual(['0:Results of the summer term 2024', '0:Number | 1:Name | 2:Points', '0:4711 | 1:Candidate 1 | 2:20']);
  });

  test('has headings at the left edges of their columns over the numbers at the right edges', async () => {
    const table = await sheetOf((pen) => {
      // Columns from 70, 200, 240 and 320 on, each with an inset of 1.
      pen.text('Note', 201, 100);
      pen.text('2024', 241, 100);
      pen.text('2023', 321, 100);
      [
        ['Revenue', '4', '33,727,100', '84,198,200'],
        ['Cost of sales', '5', '15,574,100', '1,940,200'],
        ['Distribution', '', '69,247,100', '59,571,200'],
      ].forEach(([label = '', ...numbers], row) => {
        pen.text(label, 71, 115 + 15 * row);
        numbers.forEach((number, column) => {
          pen.right(number, [239, 319, 399][column] ?? 0, 115 + 15 * row);
        });
      });
    });
    expect(rowsOf(table)).toEqual([
      '1:Note | 2:2024 | 3:2023',
      '0:Revenue | 1:4 | 2:33,727,100 | 3:84,198,200',
      '0:Cost of sales | 1:5 | 2:15,574,100 | 3:1,940,200',
      '0:Distribution | 2:69,247,100 | 3:59,571,200',
    ]);
  });

  test('keeps short words of neighbouring rows apart', async () => {
    const table = await sheetOf((pen) => {
      ['First', 'E', 'D', 'C'].forEach((text, index) => {
        pen.text(text, 70, 100 + 15 * index);
        pen.right(index === 0 ? 'Size' : String(index), 150, 100 + 15 * index);
      });
    });
    expect(rowsOf(table)).toEqual(['0:First | 1:Size', '0:E | 1:1', '0:D | 1:2', '0:C | 1:3']);
  });

  test('lines drawn right below each other, before their neighbour, are one cell', async () => {
    const table = await sheetOf((pen) => {
      for (const [x, lines] of [
        [70, ['Item']],
        [120, ['Current', 'value']],
      ] as const) {
        lines.forEach((line, index) => {
          pen.text(line, x, 100 + 12 * index);
        });
      }
      for (const [index, name] of ['Ant', 'Bee', 'Cow'].entries()) {
        pen.text(name, 70, 130 + 15 * index);
        pen.right('12', 160, 130 + 15 * index);
      }
    });
    expect(rowsOf(table)).toEqual(['0:Item | 1:Current value', '0:Ant | 1:12', '0:Bee | 1:12', '0:Cow | 1:12']);
  });

  test('lines between two rules are one row, where rules are between all rows', async () => {
    const table = await sheetOf((pen) => {
      for (const y of [90, 110, 130, 170, 190, 210]) pen.line(66, y, 360, y);
      for (const x of [66, 140, 250, 360]) pen.line(x, 90, x, 210);
      const draw = (y: number, texts: readonly string[]) => {
        for (const [index, text] of texts.entries()) pen.text(text, [70, 144, 254][index] ?? 0, y);
      };
      draw(104, ['Name', 'Reason', 'Amount']);
      draw(124, ['Boaden', 'Taxi', '13.22']);
      // Cells set at the foot of their row, each line drawn by itself.
      pen.text('Boaden', 70, 164);
      pen.text('70.83', 254, 164);
      pen.text('Holiday Inn', 144, 142);
      pen.text('Media City', 160, 153);
      pen.text('Manchester', 144, 164);
      draw(184, ['Boaden', 'Rail', '76.00']);
      draw(204, ['Boaden', 'Rail', '36.40']);
    });
    expect(rowsOf(table).slice(1, 4)).toEqual([
      '0:Boaden | 1:Taxi | 2:13.22',
      '0:Boaden | 1:Holiday Inn Media City Manchester | 2:70.83',
      '0:Boaden | 1:Rail | 2:76.00',
    ]);
  });

  test('a column that few rows use is still a column', async () => {
    const table = await sheetOf((pen) => {
      for (let row = 0; row < 6; row += 1) {
        pen.text(`Topic ${row}`, 70, 100 + 15 * row);
        pen.text(row === 2 ? 'FY 22' : 'Nine quarters to June', 150, 100 + 15 * row);
        if (row === 2) pen.text('FY 23', 210, 100 + 15 * row);
        pen.right(String(row), 330, 100 + 15 * row);
      }
    });
    expect(rowsOf(table)[2]).toBe('0:Topic 2 | 1:FY 22 | 2:FY 23 | 3:2');
    expect(rowsOf(table)[3]).toBe('0:Topic 3 | 1:Nine quarters to June | 3:3');
  });

  test('what a chart says is of no cell', async () => {
    const table = await sheetOf((pen) => {
      for (let row = 0; row < 4; row += 1) {
        pen.text(`Ant ${row}`, 70, 100 + 15 * row);
        pen.right(String(row), 180, 100 + 15 * row);
      }
      pen.page.drawSvgPath('M 0 0 L 200 0 L 201 120 L 0 120 Z', { x: 220, y: 742, color: rgb(1, 1, 1) });
      for (const [index, label] of ['Ants', '3', '2', '1'].entries()) pen.text(label, 240, 120 + 25 * index);
    });
    expect(rowsOf(table)).toEqual(['0:Ant 0 | 1:0', '0:Ant 1 | 1:1', '0:Ant 2 | 1:2', '0:Ant 3 | 1:3']);
  });

  test('text in a shape over the sheet is of no cell', async () => {
    const table = await sheetOf((pen) => {
      for (let row = 0; row < 4; row += 1) {
        pen.text(`Ant ${row}`, 70, 100 + 15 * row);
        pen.right(String(row), 180, 100 + 15 * row);
      }
      pen.page.drawSvgPath('M 100 0 L 200 0 L 200 120 L 0 120 L 0 0 Z', { x: 220, y: 742, color: rgb(1, 1, 1) });
      pen.text('Figures may change', 240, 130);
      pen.text('without notice', 240, 145);
    });
    expect(rowsOf(table)).toEqual(['0:Ant 0 | 1:0', '0:Ant 1 | 1:1', '0:Ant 2 | 1:2', '0:Ant 3 | 1:3']);
  });

  test('text centred between borders is merged over the columns and rows between them', async () => {
    const table = await sheetOf((pen) => {
      for (const y of [90, 105]) pen.line(70, y, 270, y);
      for (const y of [120, 135]) pen.line(120, y, 270, y);
      pen.line(70, 150, 270, 150);
      for (const x of [70, 270]) pen.line(x, 90, x, 150);
      for (const x of [120, 195]) pen.line(x, 105, x, 150);
      pen.text('All of it', 152, 101);
      pen.text('Group', 74, 146);
      for (let row = 0; row < 3; row += 1) {
        pen.text(`Name ${row}`, 124, 116 + 15 * row);
        pen.right(`${row}.5`, 266, 116 + 15 * row);
      }
    });
    expect(rowsOf(table)).toEqual([
      '0+3:All of it',
      '0/3:Group | 1:Name 0 | 2:0.5',
      '1:Name 1 | 2:1.5',
      '1:Name 2 | 2:2.5',
    ]);
  });

  test('has the rows that rules separate, whose merged label is between two of them', async () => {
    const table = await sheetOf((pen) => {
      for (let row = 0; row <= 8; row += 1) pen.line(row % 4 === 0 ? 70 : 120, 105 + 15 * row, 270, 105 + 15 * row);
      for (const x of [70, 120, 195, 270]) pen.line(x, 105, x, 225);
      pen.text('North', 74, 138.5);
      pen.text('South', 74, 198.5);
      for (let row = 0; row < 8; row += 1) {
        pen.text(`Name ${row}`, 124, 116 + 15 * row);
        pen.right(`${row}.5`, 266, 116 + 15 * row);
      }
    });
    expect(rowsOf(table)).toEqual(
      Array.from({ length: 8 }, (_, row) => {
        const group = row === 0 ? '0/4:North | ' : row === 4 ? '0/4:South | ' : '';
        return `${group}1:Name ${row} | 2:${row}.5`;
      }),
    );
  });
});

test('a block below with columns of its own is another table', async () => {
  const document = await openPageModel(
    await drawSheet((pen) => {
      const block = (top: number, xs: readonly number[], rows: number) => {
        for (const x of xs) pen.line(x, top, x, top + 16 * rows);
        for (let row = 0; row <= rows; row += 1) pen.line(xs[0] ?? 0, top + 16 * row, xs.at(-1) ?? 0, top + 16 * row);
        for (let row = 0; row < rows; row += 1)
          for (const [index, x] of xs.slice(0, -1).entries()) pen.text(`t${index}${row}`, x + 3, top + 12 + 16 * row);
      };
      block(100, [50, 120, 190, 300, 400], 6);
      block(220, [50, 90, 160, 230, 270, 350, 450], 3);
    }),
  );
  try {
    const found = findTables(await document.readPage(1), { printedSheet: true });
    expect(found.map(({ columnCount, rowCount }) => [columnCount, rowCount])).toEqual([
      [4, 6],
      [6, 3],
    ]);
  } finally {
    await document.close();
  }
});

test('group headings of a sheet are over as many columns each, though they are centred over fewer as well', async () => {
  const table = await sheetOf((pen) => {
    const rights = [200, 260, 320, 380, 440, 500, 560, 620].map((right) => right - 60);
    pen.text('Domestic', 208, 100);
    pen.text('Abroad', 452, 100);
    rights.forEach((right, column) => {
      pen.right(column % 2 === 0 ? 'Plan' : 'Fact', right, 116);
    });
    ['North', 'South', 'West'].forEach((name, row) => {
      pen.text(name, 40, 132 + 16 * row);
      rights.forEach((right, column) => {
        pen.right(`${row + 1}${column},512`, right, 132 + 16 * row);
      });
    });
  });
  expect(rowsOf(table)[0]).toBe('1+4:Domestic | 5+4:Abroad');
});

test('a text that ends early, above a row, is the heading of a section and no part of it', async () => {
  const table = await sheetOf((pen) => {
    const rows = [
      ['Current assets'],
      ['Stock', '1,204', '998'],
      ['Receivables from companies of the group', '312', '77'],
      ['Fixed assets'],
      ['Machines', '48,771', '51,230'],
    ];
    rows.forEach(([label = '', ...amounts], row) => {
      pen.text(label, 60, 100 + 13 * row);
      amounts.forEach((amount, column) => {
        pen.right(amount, 400 + 80 * column, 100 + 13 * row);
      });
    });
  });
  expect(rowsOf(table)).toEqual([
    '0:Current assets',
    '0:Stock | 1:1,204 | 2:998',
    '0:Receivables from companies of the group | 1:312 | 2:77',
    '0:Fixed assets',
    '0:Machines | 1:48,771 | 2:51,230',
  ]);
});

test('a page with one column of numbers is a table, one with a column of words is none', async () => {
  const column = (texts: readonly string[]) =>
    sheetOf((pen) => {
      texts.forEach((text, row) => {
        pen.right(text, 130, 100 + 13 * row);
      });
    });
  expect(rowsOf(await column(['2022', '46,018', '77', '-', '46,095']))).toHaveLength(5);
  await expect(column(['Notes', 'Rounded', 'In thousands', 'Unaudited', '2022'])).rejects.toThrow('no table');
});
