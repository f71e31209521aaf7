import { describe, expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { tablesOf, texts } from './tables-of.ts';

const blue: [number, number, number] = [0.8, 0.94, 1];
const edges = [70, 110, 290, 370, 430, 530];

/** Headings, each in a filled box of its own with white between. */
function drawHeader(pen: Pen, headings: readonly string[], top: number) {
  headings.forEach((heading, index) => {
    pen.fill((edges[index] ?? 0) + 1, top, (edges[index + 1] ?? 0) - 1, top + 20, blue);
    pen.text(heading, (edges[index] ?? 0) + 5, top + 13);
  });
}

describe('headings in boxes over rows without rules', () => {
  test('columns are as wide as the boxes, however few rows there are', async () => {
    const [table] = await tablesOf((pen) => {
      drawHeader(pen, ['Pos', 'Description', 'Price', 'Tax', 'Amount'], 100);
      pen.text('1', 75, 135);
      pen.text('Mounting of a projector', 115, 135);
      pen.right('43.20', 365, 135);
      pen.text('19 %', 380, 135);
      // Set lower than what it belongs to.
      pen.right('129.60', 525, 143);
      pen.text('Payment terms', 60, 230, { size: 14, bold: true });
    });
    expect(table && texts(table)).toEqual([
      ['Pos', 'Description', 'Price', 'Tax', 'Amount'],
      ['1', 'Mounting of a projector', '43.20', '19 %', '129.60'],
    ]);
    expect(table?.headerRows).toBe(1);
  });

  test('a sentence below the name of an item is part of it, one below the labels is a note', async () => {
    const drawItems = (pen: Pen, remarkX: number) => {
      drawHeader(pen, ['Pos', 'Description', 'Price', 'Tax', 'Amount'], 100);
      ['Artificial turf', 'Pork steak', 'Mineral water'].forEach((name, row) => {
        pen.text(String(row + 1), 75, 135 + 30 * row);
        pen.text(name, 115, 135 + 30 * row);
        pen.right('43.20', 365, 135 + 30 * row);
        pen.right('19 %', 425, 135 + 30 * row);
        pen.right('129.60', 525, 135 + 30 * row);
      });
      pen.text('Of the five boxes that were ordered only those that are here already are invoiced', remarkX, 147);
    };
    const [items] = await tablesOf((pen) => {
      drawItems(pen, 115);
    });
    expect(items && texts(items).map(([pos, name]) => [pos, name])).toEqual([
      ['Pos', 'Description'],
      ['1', 'Artificial turf Of the five boxes that were ordered only those that are here already are invoiced'],
      ['2', 'Pork steak'],
      ['3', 'Mineral water'],
    ]);
    const [noted] = await tablesOf((pen) => {
      drawItems(pen, 75);
    });
    expect(noted && texts(noted).flat().join(' ')).not.toContain('Of the five');
  });

  test('a table below them with several columns under one box is another', async () => {
    const [bookings, taxes] = await tablesOf((pen) => {
      drawHeader(pen, ['Date', 'Room', 'Charge', 'Credit', 'Balance'], 100);
      ['01', '02', '03', '04', '05', '06', '07', '08'].forEach((day, row) => {
        pen.text(`${day} Aug`, 75, 135 + 15 * row);
        pen.text('Room charge', 115, 135 + 15 * row);
        pen.right('9.00', 365, 135 + 15 * row);
        pen.right(`${row + 1}9.00`, 525, 135 + 15 * row);
      });
      [
        ['VAT', 'Net', 'Tax', 'Gross'],
        ['20%', '368.50', '73.70', '442.20'],
        ['10%', '6.60', '0.66', '7.26'],
      ].forEach((texts, row) => {
        texts.forEach((text, column) => {
          pen.right(text, 95 + 50 * column, 275 + 15 * row);
        });
      });
    });
    expect(bookings?.rowCount).toBe(9);
    expect(taxes && texts(taxes)[1]).toEqual(['20%', '368.50', '73.70', '442.20']);
  });

  test('a line that runs on in a grid beside them keeps its part, and nothing below their frame is theirs', async () => {
    const [payments, deductions] = await tablesOf((pen) => {
      const columns = [60, 160, 250, 330];
      ['Payments', 'Units', 'Amount'].forEach((heading, index) => {
        pen.fill(columns[index] ?? 0, 100, columns[index + 1] ?? 0, 120, blue);
        pen.text(heading, (columns[index] ?? 0) + 4, 113);
      });
      for (const x of [60, 330]) pen.line(x, 100, x, 202);
      pen.line(60, 202, 330, 202);
      [
        ['Basic pay', '173.33', '2,461.29'],
        ['Overtime', '6.00', '127.80'],
        ['Total payments', '', '2,589.09'],
      ].forEach(([label = '', units = '', amount = ''], row) => {
        pen.text(label, 64, 140 + 28 * row);
        pen.right(units, 246, 140 + 28 * row);
        pen.right(amount, 327, 140 + 28 * row);
      });
      for (const x of [334, 450, 530]) pen.line(x, 100, x, 202);
      for (const y of [100, 134, 168, 202]) pen.line(334, y, 530, y);
      [
        ['Tax', '318.40'],
        ['Pension', '139.39'],
        ['Total deductions', '457.79'],
      ].forEach(([label = '', amount = ''], row) => {
        const y = row === 2 ? 196 : 120 + 34 * row;
        pen.text(label, 336, y);
        pen.right(amount, 526, y);
      });
      pen.text('Gross to date', 64, 222);
      pen.right('19,511.43', 246, 222);
    });
    expect(payments && texts(payments)).toEqual([
      ['Payments', 'Units', 'Amount'],
      ['Basic pay', '173.33', '2,461.29'],
      ['Overtime', '6.00', '127.80'],
      ['Total payments', '', '2,589.09'],
    ]);
    expect(deductions?.rowCount).toBe(3);
  });

  test('headings between two rules and the uprights between them need no outer borders', async () => {
    const [table] = await tablesOf((pen) => {
      for (const y of [100, 120]) pen.line(70, y, 530, y);
      for (const x of edges.slice(1, -1)) pen.line(x, 100, x, 120);
      ['Pos', 'Description', 'Price', 'Tax', 'Amount'].forEach((heading, index) => {
        pen.text(heading, (edges[index] ?? 0) + 5, 113);
      });
      pen.text('10', 75, 135);
      pen.text('Notebook', 115, 135);
      pen.right('4,320.96', 365, 135);
      pen.text('19 %', 380, 135);
      pen.right('4,320.96', 525, 135);
      ['with a display', 'and a keyboard'].forEach((detail, index) => {
        pen.text(detail, 115, 147 + 12 * index);
      });
    });
    expect(table && texts(table)).toEqual([
      ['Pos', 'Description', 'Price', 'Tax', 'Amount'],
      ['10', 'Notebook with a display and a keyboard', '4,320.96', '19 %', '4,320.96'],
    ]);
  });

  test('rows that are shaded in turns, the first right below the headings, are one table down to the last', async () => {
    const rows = Array.from({ length: 6 }, (_, index) => [
      `0${index}`,
      `Part ${index}`,
      '5.00',
      '19 %',
      `${index + 1}5.00`,
    ]);
    const tables = await tablesOf((pen) => {
      const box = (top: number, color: [number, number, number]) => {
        edges.slice(1).forEach((x1, column) => {
          pen.fill(edges[column] ?? 0, top, x1, top + 20, color);
        });
      };
      box(100, [0.1, 0.5, 0.7]);
      ['Pos', 'Description', 'Price', 'Tax', 'Amount'].forEach((heading, column) => {
        pen.text(heading, (edges[column] ?? 0) + 5, 113);
      });
      rows.forEach((row, index) => {
        const top = 120 + 20 * index;
        if (index % 2 === 0) box(top, [0.9, 0.9, 0.9]);
        row.forEach((text, column) => {
          if (column < 2) pen.text(text, (edges[column] ?? 0) + 5, top + 13);
          else pen.right(text, (edges[column + 1] ?? 0) - 5, top + 13);
        });
      });
    });
    expect(tables.map((table) => texts(table).slice(1))).toEqual([rows]);
  });

  test('boxes in every other row of a table that is shaded in turns head nothing', async () => {
    const sides = [70, 180, 430, 530];
    const rows = Array.from({ length: 7 }, (_, index) => [
      `0${index + 1}:15 - 0${index + 2}:00`,
      `Talk ${index}`,
      'Hall',
    ]);
    const tables = await tablesOf((pen) => {
      rows.forEach((row, index) => {
        const top = 100 + 30 * index;
        pen.line(70, top, 530, top);
        row.forEach((text, column) => {
          const [x0, x1] = [sides[column] ?? 0, sides[column + 1] ?? 0];
          if (index % 2 === 1) pen.fill(x0, top, x1, top + 30, blue);
          pen.text(text, x0 + 10, top + 18);
        });
      });
    });
    expect(tables.map((table) => texts(table))).toEqual([rows]);
  });

  test('no shaded row heads the rows below it, whatever the others hold and however high the white ones are', async () => {
    const sides = [70, 180, 300, 530];
    const settings = ['engine', 'limits', 'links', 'health', 'metrics', 'logger', 'clock'];
    const rows = [
      ['Option', 'Default', 'Meaning'],
      ...settings.map((name, index) => [name, index === 3 ? 'none' : `${index}00`, 'what it is for']),
    ];
    const tables = await tablesOf((pen) => {
      let top = 100;
      for (const [index, row] of rows.entries()) {
        const heightPt = index === 3 ? 29 : 20;
        row.forEach((text, column) => {
          const [x0, x1] = [sides[column] ?? 0, sides[column + 1] ?? 0];
          if (index === 0) pen.fill(x0, top, x1, top + heightPt, [0.1, 0.3, 0.5]);
          else if (index % 2 === 0) pen.fill(x0, top, x1, top + heightPt, blue);
          pen.text(text, x0 + 6, top + 13);
        });
        top += heightPt;
      }
    });
    expect(tables.map((table) => texts(table))).toEqual([rows]);
  });

  test('two such tables below each other stay two', async () => {
    const tables = await tablesOf((pen) => {
      drawHeader(pen, ['Pos', 'Description', 'Price', 'Tax', 'Amount'], 100);
      pen.text('Paper', 115, 135);
      pen.right('7.00', 365, 135);
      pen.text('Taxes', 70, 165, { bold: true });
      drawHeader(pen, ['Kind', 'Name', 'Base', 'Rate', 'Tax'], 180);
      pen.text('S', 75, 215);
      pen.right('7.00', 365, 215);
    });
    expect(tables.map((table) => texts(table).at(-1))).toEqual([
      ['', 'Paper', '7.00', '', ''],
      ['S', '', '7.00', '', ''],
    ]);
  });

  test('labels beside the boxes are the first column, where the rule under the headings runs over them', async () => {
    const [table] = await tablesOf((pen) => {
      pen.text('All flights', 65, 113);
      ['2022', 'Plan', 'Change'].forEach((heading, index) => {
        pen.fill(200 + index * 90, 100, 288 + index * 90, 120, blue);
        pen.text(heading, 220 + index * 90, 113);
      });
      pen.line(60, 120, 468, 120);
      [
        ['Passengers', '12,184', '16,033', '32%'],
        ['Seats', '16,693', '20,946', '25%'],
      ].forEach(([label = '', ...values], row) => {
        pen.text(label, 65, 134 + row * 15);
        values.forEach((value, index) => {
          pen.text(value, 220 + index * 90, 134 + row * 15);
        });
      });
    });
    expect(table && texts(table)).toEqual([
      ['All flights', '2022', 'Plan', 'Change'],
      ['Passengers', '12,184', '16,033', '32%'],
      ['Seats', '16,693', '20,946', '25%'],
    ]);
  });

  test('boxes with running text under them are no table', async () => {
    const tables = await tablesOf((pen) => {
      drawHeader(pen, ['Home', 'About', 'Prices', 'News', 'Contact'], 100);
      for (let line = 0; line < 6; line += 1)
        pen.text(
          'In this house we have sold hats to people of all kinds since the year of its foundation',
          70,
          140 + 13 * line,
        );
    });
    expect(tables).toEqual([]);
  });
});

test('headings of two lines in a grid have the rows below it, which no upright rules part', async () => {
  const xs = [60, 160, 260, 340, 420, 500];
  const [table, ...others] = await tablesOf((pen) => {
    for (const y of [100, 140]) pen.line(60, y, 500, y);
    pen.line(260, 120, 420, 120);
    for (const x of xs) pen.line(x, x === 340 ? 120 : 100, x, 140);
    pen.text('Meter', 80, 124);
    pen.text('Period', 180, 124);
    pen.text('For month', 315, 114);
    pen.text('Demand', 270, 134);
    pen.text('Factor', 350, 134);
    pen.text('Used', 430, 124);
    pen.text('VC0024', 80, 160);
    pen.text('Jan - Feb', 180, 160);
    pen.text('253.00', 280, 160);
    pen.text('0.84', 360, 160);
    pen.text('142.01', 440, 160);
    pen.text('The charges for these items are based on what was used, and adjusted for losses.', 60, 200);
  });
  expect(others).toEqual([]);
  expect(table && texts(table)).toEqual([
    ['Meter', 'Period', 'For month', '', 'Used'],
    ['', '', 'Demand', 'Factor', ''],
    ['VC0024', 'Jan - Feb', '253.00', '0.84', '142.01'],
  ]);
  expect(table?.headerRows).toBe(2);
});

describe('a rule below each row', () => {
  const sides = [70, 140, 240, 320, 400, 530];
  const rows = [100, 116, 132, 148];

  /** A grid of headings in two rows under a bar with their name, wider than they are. */
  function drawGrid(pen: Pen) {
    pen.text('Movements', 75, 112);
    for (const y of [rows[0] ?? 0, rows[1] ?? 0]) pen.line(70, y, 560, y);
    for (const x of [70, 560]) pen.line(x, 100, x, 116);
    pen.line(240, 132, 400, 132);
    pen.line(70, 148, 530, 148);
    for (const x of sides) pen.line(x, x === 320 ? 132 : 116, x, 148);
    pen.text('Time', 75, 135);
    pen.text('Booked', 145, 135);
    pen.text('Amount', 290, 128);
    pen.text('In', 270, 144);
    pen.text('Out', 350, 144);
    pen.text('Details', 430, 135);
  }

  test('shows what is one, whatever lines its cells have', async () => {
    const [table, ...more] = await tablesOf((pen) => {
      drawGrid(pen);
      ['DNS shop', 'Corner cafe'].forEach((name, index) => {
        const top = 148 + 44 * index;
        pen.text('31.07.2024', 75, top + 20);
        pen.text('10:19:54', 75, top + 32);
        pen.text('03.08.2024', 145, top + 26);
        pen.right('0.00', 315, top + 26);
        pen.right(`${199 + index}.00`, 395, top + 26);
        pen.text(`Payment at ${name}`, 405, top + 14);
        pen.text('by card, paid in', 405, top + 26);
        pen.text('advance', 405, top + 38);
        pen.line(70, top + 44, 530, top + 44);
      });
    });
    expect(more).toEqual([]);
    expect(table && texts(table).slice(1)).toEqual([
      ['', '', 'In', 'Out', ''],
      ['31.07.2024 10:19:54', '03.08.2024', '0.00', '199.00', 'Payment at DNS shop by card, paid in advance'],
      ['31.07.2024 10:19:54', '03.08.2024', '0.00', '200.00', 'Payment at Corner cafe by card, paid in advance'],
    ]);
  });

  test('shows none where several are between two', async () => {
    const [table] = await tablesOf((pen) => {
      drawHeader(pen, ['Pos', 'Description', 'Price', 'Tax', 'Amount'], 100);
      ['Paper', 'Ink', 'Pens', 'Glue'].forEach((name, index) => {
        const y = 135 + 16 * index;
        pen.text(`${index + 1}`, 75, y);
        pen.text(name, 115, y);
        pen.right(`${index + 3}.00`, 365, y);
        pen.text('19 %', 380, y);
        pen.right(`${index + 7}.00`, 525, y);
        if (index % 2 === 1) pen.line(70, y + 5, 530, y + 5);
      });
    });
    expect(table && texts(table).map(([, name]) => name)).toEqual(['Description', 'Paper', 'Ink', 'Pens', 'Glue']);
  });
});

test('boxes below a group heading and the boxes beside them that are as high as both head one table', async () => {
  const [table] = await tablesOf((pen) => {
    const columns: readonly (readonly [string, number, number])[] = [
      ['Code', 70, 80],
      ['Name', 110, 80],
      ['Pack', 290, 80],
      ['Chrome', 370, 100],
      ['Black', 430, 100],
      ['Gold', 490, 100],
    ];
    columns.forEach(([heading, left, top], index) => {
      pen.fill(left, top, columns[index + 1]?.[1] ?? 550, 120, blue);
      pen.text(heading, left + 5, top === 80 ? 104 : 114);
    });
    pen.fill(370, 80, 550, 100, blue);
    pen.text('Finish', 445, 93);
    ['K-1', 'K-2', 'K-3'].forEach((code, row) => {
      [code, 'Basin tap', '4', '10.50', '11.20', '12.90'].forEach((text, column) => {
        pen.text(text, (columns[column]?.[1] ?? 0) + 5, 138 + 18 * row);
      });
    });
  });
  expect(table && texts(table)).toEqual([
    ['Code', 'Name', 'Pack', 'Chrome', 'Finish Black', 'Gold'],
    ['K-1', 'Basin tap', '4', '10.50', '11.20', '12.90'],
    ['K-2', 'Basin tap', '4', '10.50', '11.20', '12.90'],
    ['K-3', 'Basin tap', '4', '10.50', '11.20', '12.90'],
  ]);
});
