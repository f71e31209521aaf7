import { StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { ledgersOf } from './ledger-page.ts';
import { texts } from './tables-of.ts';

const note = [
  'We thank you for your order and bill for the delivery',
  'and the repair of your courts in spring as agreed:',
];
const description = [
  '- Taking up the old sand from the courts to a',
  'depth of two or three millimetres, with the',
  'transport of what was taken up to the border',
  'of the court, into containers of the builder',
  '- Loosening of the ground below with a slider',
  'where it has become too hard to take water',
  '- Even spreading of the new sand by hand that',
  'was delivered, in a layer of two millimetres',
  '- Watering of the court, and then rolling of',
  'it in both directions, with the water of the',
  'builder, until the ground is as hard as rules',
];

test('an item keeps its description of many lines, and the table its header above a note of two', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    const row = (y: number, [number = '', text = '', quantity = '', price = '', amount = '']: readonly string[]) => {
      pen.text(number, 60, y);
      pen.text(text, 110, y);
      pen.text(quantity, 340, y);
      pen.right(price, 470, y);
      pen.right(amount, 540, y);
    };
    row(100, ['No.', 'Service', 'Quantity', 'Price', 'Amount']);
    pen.line(60, 105, 540, 105);
    for (const [index, line] of note.entries()) pen.text(line, 110, 122 + 12 * index, { bold: true });
    row(156, ['01', 'Journey of the workers and machines', '1 piece', '95.00', '95.00']);
    row(178, ['02', 'Repair of the courts', '4 courts', '535.00', '2,140.00']);
    for (const [index, line] of description.entries())
      pen.text(line, line.startsWith('-') ? 110 : 115, 190 + 12 * index);
    row(334, ['03', 'Sand', '8 t', '114.00', '912.00']);
  });
  expect(ledger && texts(ledger.table)).toEqual([
    ['No.', 'Service', 'Quantity', 'Price', 'Amount'],
    ...note.map((line) => ['', line, '', '', '']),
    ['01', 'Journey of the workers and machines', '1 piece', '95.00', '95.00'],
    ['02', `Repair of the courts ${description.join(' ')}`, '4 courts', '535.00', '2,140.00'],
    ['03', 'Sand', '8 t', '114.00', '912.00'],
  ]);
});

test('a further line of a text in fixed-pitch type stays in its column, though its spaces are wide', async () => {
  const items = [
    ['4711', 'WA997', '100,00 KWh', '0,05', '5,00'],
    ['', 'Delivered in the first half of the month', '', '', ''],
    ['4712', 'OS250', '100,00 KWh', '0,02', '2,00'],
    ['', 'Delivered in week 38 of the year 2013', '', '', ''],
    ['4713', 'FB051', '350,00 Stk', '0,01', '3,50'],
  ];
  const [[ledger] = []] = await ledgersOf((pen) => {
    const courier = pen.page.doc.embedStandardFont(StandardFonts.Courier);
    const type = (text: string, x: number, top: number) =>
      pen.page.drawText(text, { x, y: 842 - top, size: 10, font: courier });
    const starts = [60, 120, 240, 360, 440];
    ['Code', 'Item', 'Quantity', 'Price', 'Sum'].forEach((text, column) => {
      type(text, starts[column] ?? 0, 100);
    });
    pen.line(55, 106, 505, 106);
    items.forEach((row, index) => {
      row.forEach((text, column) => {
        type(text, starts[column] ?? 0, 120 + 12 * index);
      });
    });
  });
  expect(ledger && texts(ledger.table).slice(1)).toEqual([
    ['4711', 'WA997 Delivered in the first half of the month', '100,00 KWh', '0,05', '5,00'],
    ['4712', 'OS250 Delivered in week 38 of the year 2013', '100,00 KWh', '0,02', '2,00'],
    ['4713', 'FB051', '350,00 Stk', '0,01', '3,50'],
  ]);
});

test('an item keeps all lines of a description whose first lines are short, and the first page its rest', async () => {
  const lines = description.slice(0, 8);
  const row = (pen: Pen, y: number, [date = '', text = '', amount = '', balance = '']: readonly string[]) => {
    pen.text(date, 60, y);
    pen.text(text, 130, y);
    pen.right(amount, 470, y);
    pen.right(balance, 540, y);
  };
  const below = (pen: Pen, y: number, rest: readonly string[]) => {
    for (const [index, line] of rest.entries()) pen.text(line, 130, y + 12 * index);
  };
  const headings = ['Date', 'Details', 'Amount', 'Balance'];
  const ledgers = await ledgersOf(
    (pen) => {
      row(pen, 60, headings);
      row(pen, 90, ['01/02/2025', 'Courts', '95.00', '4,195.00']);
      below(pen, 102, ['sand', ...lines]);
      row(pen, 240, ['02/02/2025', 'Paint', '35.00', '4,160.00']);
      row(pen, 270, ['03/02/2025', 'Fence', '60.00', '4,100.00']);
      row(pen, 750, ['04/02/2025', 'Repair of the courts', '100.00', '4,000.00']);
      below(pen, 762, lines.slice(0, 4));
    },
    (pen) => {
      row(pen, 60, headings);
      below(pen, 86, lines.slice(4, 7));
      row(pen, 134, ['05/02/2025', 'Nets', '50.00', '3,950.00']);
      row(pen, 160, ['06/02/2025', 'Posts', '40.00', '3,910.00']);
    },
  );
  const read = ledgers.flat().flatMap(({ table }) => texts(table).map(([, text]) => text));
  expect(read).toContain(`Courts sand ${lines.join(' ')}`);
  expect(read.join(' ')).toContain(lines.slice(4, 7).join(' '));
});
