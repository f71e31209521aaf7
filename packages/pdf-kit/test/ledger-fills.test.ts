import { describe, expect, test } from 'vitest';
import { drawCounts, ledgersOf } from './ledger-page.ts';
import { texts } from './tables-of.ts';

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

test('the scales of a chart are no table', async () => {
  const [found = []] = await ledgersOf((pen) => {
    for (let step = 0; step < 8; step += 1) {
      pen.right(`${step * 50}`, 90, 100 + step * 12);
      pen.right(`${step * 50}`, 320, 100 + step * 12);
    }
  });
  expect(found).toEqual([]);
});

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
