import { expect, test } from 'vitest';
import { type Line, openPageModel, type Page } from '../src/page-model.ts';
import { accountValues, findTables, freeLines, withoutRepeats } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';

const dues = ['Rent', 'Water', 'Heating', 'Lift', 'Garden'].map((label, row) => [
  label,
  `${row + 1}10.00`,
  `${row}5.50`,
]);

/** A table of amounts from y = 300. */
function table(pen: Pen) {
  const rows = [['Item', 'Due', 'Paid'], ...dues];
  rows.forEach(([label = '', due = '', paid = ''], row) => {
    pen.text(label, 60, 300 + 16 * row);
    pen.right(due, 300, 300 + 16 * row);
    pen.right(paid, 400, 300 + 16 * row);
  });
}

async function accountOf(draw: (pen: Pen) => void) {
  const document = await openPageModel(await drawPdf(draw));
  try {
    const page = await document.readPage(1);
    const tables = findTables(page);
    const { rows, leftOut } = accountValues(page, tables, new Set());
    return { page, tables, leftOut, rows: rows.map(({ pieces }) => pieces.map(({ text }) => text)) };
  } finally {
    await document.close();
  }
}

test('amounts, dates and identifiers outside tables are rows, in the order of the page', async () => {
  const { rows, leftOut } = await accountOf((pen) => {
    pen.text('Statement of 5 March 2024', 60, 60);
    pen.text('Total due', 60, 100);
    pen.right('1,650.00', 400, 100);
    pen.text('Thank you', 60, 120);
    table(pen);
    pen.text('NL00333599698', 60, 700);
  });
  expect(rows).toEqual([['Statement of 5 March 2024'], ['Total due', '1,650.00'], ['NL00333599698']]);
  expect(leftOut).toEqual([]);
});

test('a label with a colon and its value are two texts, also beside others, but not a caption', async () => {
  const { rows } = await accountOf((pen) => {
    table(pen);
    pen.text('Lease: 63419', 60, 600);
    pen.text('Plate: FB-LE 99', 300, 600);
    pen.text('Paid by: Net 45 after 12 May 2024', 60, 640);
    pen.text('Table 1-1: Fees', 60, 680);
    pen.text('1,650.00', 60, 694);
  });
  expect(rows).toEqual([
    ['Lease:', '63419', 'Plate:', 'FB-LE 99'],
    ['Paid by:', 'Net 45 after 12 May 2024'],
    ['Table 1-1: Fees'],
    ['1,650.00'],
  ]);
});

test('the rest of a wrapped text is kept with its record, a line below a label and its value is not', async () => {
  const { rows } = await accountOf((pen) => {
    table(pen);
    pen.text('Projector', 60, 600);
    pen.text('19 % VAT', 240, 600);
    pen.right('122.50', 480, 600);
    pen.text('mounting', 60, 612);
    pen.text('plate', 60, 624);
    pen.text('Sum', 60, 680);
    pen.right('122.50', 480, 680);
    pen.text('Thank you', 60, 692);
  });
  expect(rows).toEqual([['Projector', '19 % VAT', '122.50'], ['mounting'], ['plate'], ['Sum', '122.50']]);
});

test('rows that no table took in the place of its rows are kept, those of titles and notes are not', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      pen.text('Dues by item', 60, 284);
      table(pen);
      pen.text('Cleaning', 60, 396);
      pen.right('none', 300, 396);
      pen.right('none', 400, 396);
      pen.right('refunded', 400, 412);
      pen.text('Dues are those of the year', 60, 428);
    }),
  );
  const page = await document.readPage(1);
  await document.close();
  const [whole] = findTables({ ...page, lines: page.lines.filter(({ box }) => box.y0 > 288 && box.y1 < 385) });
  if (whole === undefined) throw new Error('no table was found');
  const { rows } = accountValues(page, [whole], new Set());
  expect(rows.map(({ pieces }) => pieces.map(({ text }) => text))).toEqual([
    ['Cleaning', 'none', 'none'],
    ['refunded'],
  ]);
});

test('a value that is printed higher or lower than its label is in one row with it', async () => {
  const { rows, leftOut } = await accountOf((pen) => {
    pen.text('New Balance', 60, 60);
    pen.right('$2,461.81', 300, 55);
    pen.text('Minimum Payment Due', 60, 78);
    pen.right('$24.62', 300, 82);
    pen.text('Payment Due Date', 60, 96);
    pen.right('12/02/2024', 300, 92);
    pen.text('Telephone', 60, 114);
    pen.text('+49 (0)89 123 456', 240, 110);
    table(pen);
  });
  expect(rows).toEqual([
    ['New Balance', '$2,461.81'],
    ['Minimum Payment Due', '$24.62'],
    ['Payment Due Date', '12/02/2024'],
    ['Telephone', '+49 (0)89 123 456'],
  ]);
  expect(leftOut).toEqual([]);
});

test('values of sentences are left out by name', async () => {
  const { rows, leftOut } = await accountOf((pen) => {
    table(pen);
    pen.text(
      'Please transfer the amount of 1,650.00 before 31 March 2024 to the account that is named above.',
      60,
      600,
    );
  });
  expect(rows).toEqual([]);
  expect(leftOut).toEqual(['31 March 2024', '1,650.00']);
});

test.each([
  [
    'the rest of a sentence',
    ['The value of the seizures that were made in the year of the report', 'was about $58,000'],
    ['$58,000'],
  ],
  ['a value inside a phrase', ['Confirmed cases per 100,000 population'], ['100,000']],
  ['a caption', ['Figure 14 (data until 2 July 2010)'], ['2 July 2010']],
  ['a statistic', ['N = 61.24, p < 0.05'], ['61.24', '0.05']],
  ['a note that is a sentence', ['Decision of 13 December 1994.'], ['13 December 1994']],
])('%s states no value', async (_, lines, values) => {
  const { rows, leftOut } = await accountOf((pen) => {
    pen.text('Report', 60, 40);
    table(pen);
    lines.forEach((text, index) => {
      pen.text(text, 60, 600 + 12 * index);
    });
  });
  expect(rows).toEqual([]);
  expect(leftOut).toEqual(values);
});

test.each([
  ['Total due: 1,650.00 EUR'],
  ['Total incl. VAT 1,650.00'],
  ['Price 18.40 per hour'],
  ['Balance 1,204.77 CR'],
  ['Account no. 300-55127'],
  ['Delivery note No. 4021'],
  ['Packing list 88123'],
  ['Invoice #1042'],
  ['Loaded: 12-05-2025 09:40 by van'],
])('%s states a value', async (text) => {
  const { rows, leftOut } = await accountOf((pen) => {
    table(pen);
    pen.text(text, 60, 600);
    pen.text('Thank you', 60, 640);
  });
  expect(rows.map((pieces) => pieces.join(' '))).toEqual([text]);
  expect(leftOut).toEqual([]);
});

test('a whole number beside a label is a count, in the last row of a page the number of the page', async () => {
  const { rows } = await accountOf((pen) => {
    table(pen);
    pen.text('Flats in the house', 60, 600);
    pen.right('12', 400, 600);
    pen.text('Yearbook of the house', 60, 800);
    pen.right('53', 400, 800);
  });
  expect(rows).toEqual([['Flats in the house', '12']]);
});

test('few figures in a header or footer number a series, more of them an order', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      pen.text('Working papers No. 1299', 60, 40);
      pen.text('Order No. 55210', 60, 60);
      table(pen);
    }),
  );
  const page = await document.readPage(1);
  await document.close();
  const running = new Set(page.lines.filter(({ box }) => box.y1 < 80));
  const { rows, leftOut } = accountValues(page, findTables(page), running);
  expect(rows.map(({ pieces }) => pieces.map(({ text }) => text))).toEqual([['Order No. 55210']]);
  expect(leftOut).toEqual(['1299']);
});

test('the number of a section that looks like a day states none', async () => {
  const { rows, leftOut } = await accountOf((pen) => {
    table(pen);
    pen.text('5.4.10', 60, 560);
    pen.text('Uncertainty of the estimate', 120, 560);
    pen.text('05.04.10', 60, 600);
    pen.text('Meeting of the owners', 120, 600);
  });
  expect(rows).toEqual([['05.04.10', 'Meeting of the owners']]);
  expect(leftOut).toEqual(['5.4.10']);
});

test('amounts without a label are rows below a label, with that, and in the column of a table alone', async () => {
  const { rows, leftOut } = await accountOf((pen) => {
    table(pen);
    pen.right('2,310.50', 400, 420);
    pen.text('Reserve', 60, 600);
    pen.text('9,100.00', 60, 612);
    pen.text('13.25', 200, 700);
    pen.text('0.65', 260, 700);
  });
  expect(rows).toEqual([['2,310.50'], ['Reserve'], ['9,100.00']]);
  expect(leftOut).toEqual(['13.25', '0.65']);
});

test('numbers at even distances label an axis', async () => {
  const { rows, leftOut } = await accountOf((pen) => {
    table(pen);
    ['2,000', '1,500', '1,000', '500', '0'].forEach((tick, row) => {
      pen.right(tick, 90, 500 + 30 * row);
    });
  });
  expect(rows).toEqual([]);
  expect(leftOut).toEqual(['2,000', '1,500', '1,000']);
});

test('numbers of two charts with a common edge label two axes', async () => {
  const { rows, leftOut } = await accountOf((pen) => {
    table(pen);
    ['2.40', '2.20', '2.00', '1.80'].forEach((tick, index) => {
      pen.right(tick, 500, 440 + 20 * index);
    });
    pen.text('cents a pound', 440, 570);
    ['44.00', '42.00', '40.00', '38.00'].forEach((tick, index) => {
      pen.right(tick, 500, 580 + 20 * index);
    });
  });
  expect(rows).toEqual([]);
  expect(leftOut).toHaveLength(8);
});

test('of two tables with the same row the first keeps it', async () => {
  const { page, tables } = await accountOf(table);
  const [first] = tables;
  if (first === undefined) throw new TypeError('There is a table');
  const cells = first.cells.filter(({ row }) => row > 3).map((cell) => ({ ...cell, row: cell.row - 4 }));
  const lower = { ...first, rowCount: 2, rowCuts: first.rowCuts.slice(4), headerRows: 0, cells };
  const upper = {
    ...first,
    rowCount: 5,
    rowCuts: first.rowCuts.slice(0, 6),
    cells: first.cells.filter(({ row }) => row < 5),
  };
  const [, rest] = withoutRepeats([upper, lower]);
  expect(rest?.cells.map(({ text }) => text)).toEqual(['Garden', '510.00', '45.50']);
  expect(rest?.rowCuts).toEqual(lower.rowCuts.slice(1));
  expect(withoutRepeats([first, { ...first }])).toEqual([first, null]);
  expect(freeLines(page, [upper]).map(({ text }) => text)).toEqual(['Garden', '510.00', '45.50']);
});

test('a header stays with its table, whatever above it was found with the same row', async () => {
  const { tables } = await accountOf(table);
  const [own] = tables;
  if (own === undefined) throw new TypeError('There is a table');
  const cells = own.cells.filter(({ row }) => row === 0);
  const title = { ...own, rowCount: 1, rowCuts: own.rowCuts.slice(0, 2), headerRows: 0, cells };
  expect(own.headerRows).toBe(1);
  expect(withoutRepeats([title, own])).toEqual([null, own]);
});

test('the words of the headers of many pages are gathered once', () => {
  let reads = 0;
  const header = Object.defineProperty({}, 'words', {
    get: () => {
      reads += 1;
      return [];
    },
  }) as unknown as Line;
  const blank = { number: 1, widthPt: 100, heightPt: 100, lines: [], rules: [], fills: [], images: [], drawings: [] };
  const running = new Set([header]);
  for (let page = 0; page < 5; page += 1) accountValues(blank as unknown as Page, [], running);
  expect(reads).toBe(1);
});
