import { setWordSpacing } from 'pdf-lib';
import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { findFormBlocks } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';
import { texts } from './tables-of.ts';

async function blocksOf(draw: (pen: Pen) => void): Promise<string[][][]> {
  const document = await openPageModel(await drawPdf(draw));
  try {
    return findFormBlocks(await document.readPage(1), []).map((table) => texts(table));
  } finally {
    await document.close();
  }
}

test('lines of justified text in two columns are no block, however wide the spaces between their words', async () => {
  const blocks = await blocksOf((pen) => {
    [60, 320].forEach((left) => {
      [0, 1, 2, 3, 4, 5, 6, 7, 8].forEach((index) => {
        const isWide = index === 2 || index === 3;
        pen.page.pushOperators(setWordSpacing(isWide ? 7 : 0));
        const text = isWide ? 'boats that wait below until noon' : 'the keeper of the lock is paid by every boat';
        pen.text(text, left, 100 + index * 12);
      });
    });
  });
  expect(blocks).toEqual([]);
});

test('letters in more columns than a page has room for are no block', async () => {
  const blocks = await blocksOf((pen) => {
    // Each row of the second half is aligned with one of the first.
    for (let row = 0; row < 24; row += 1) {
      for (let piece = 0; piece < 8; piece += 1) {
        pen.text('abc'[row % 3] ?? '', 30 + piece * 66 + (row % 12) * 5.5, 60 + row * 6, { size: 4 });
      }
    }
  });
  expect(blocks).toEqual([]);
});

test('labels beside values and addresses outside tables are a block, running text and single lines are none', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      pen.text('Harrow Bank', 60, 60, { size: 14 });
      pen.text('Ms J Whitlock', 60, 100);
      pen.text('Sort code:', 330, 100, { bold: true });
      pen.text('40-77-19', 430, 100);
      pen.text('14 Larkspur Close', 60, 114);
      pen.text('Account no.:', 330, 114, { bold: true });
      pen.text('30918264', 430, 114);
    }),
  );
  const blocks = findFormBlocks(await document.readPage(1), []);
  await document.close();
  expect(blocks.map(texts)).toEqual([
    [
      ['Ms J Whitlock', 'Sort code:', '40-77-19'],
      ['14 Larkspur Close', 'Account no.:', '30918264'],
    ],
  ]);
});

test('sums to be paid are kept among other text', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      pen.text('Subtotal', 342, 100);
      pen.right('20.000 KD', 560, 100);
      ['Payment details', 'Transfer', 'Card'].forEach((text, index) => {
        pen.text(text, 84, 112 + index * 12);
      });
      pen.text('Tax', 342, 148);
      pen.right('0.000 KD', 560, 148);
      ['Settled', 'Receipt', 'Warranty'].forEach((text, index) => {
        pen.text(text, 84, 160 + index * 12);
      });
      pen.text('Terms', 30, 196);
      pen.text('Signature', 480, 196);
    }),
  );
  try {
    const blocks = findFormBlocks(await document.readPage(1), []);
    expect(blocks.map((table) => texts(table))).toEqual([
      [
        ['Subtotal', '20.000 KD'],
        ['Tax', '0.000 KD'],
      ],
    ]);
  } finally {
    await document.close();
  }
});

test('a label and its value are two cells where another pair begins at the same places', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      pen.text('Harbour Town', 60, 100);
      pen.text('No.', 330, 100);
      pen.text('2025-334', 360, 100);
      pen.text('12 Quay Street', 60, 114);
      pen.text('Datum', 330, 114, { size: 9 });
      pen.text('26.08.2025', 360, 114, { size: 9 });
    }),
  );
  const blocks = findFormBlocks(await document.readPage(1), []);
  await document.close();
  expect(blocks.map(texts)).toEqual([
    [
      ['Harbour Town', 'No.', '2025-334'],
      ['12 Quay Street', 'Datum', '26.08.2025'],
    ],
  ]);
});

test('labels below each other with their values right behind them are a form', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      pen.text('Month: Jan-23', 60, 100);
      pen.text('Employee Name: PRATIK O', 60, 112);
      pen.text('Employee ID: AGO093', 60, 124);
      pen.text('Working Days: 31', 60, 136);
    }),
  );
  const blocks = findFormBlocks(await document.readPage(1), []);
  await document.close();
  expect(blocks.map(texts)).toEqual([
    [
      ['Month:', 'Jan-23'],
      ['Employee Name:', 'PRATIK O'],
      ['Employee ID:', 'AGO093'],
      ['Working Days:', '31'],
    ],
  ]);
});

test('in a block each label with a colon and its value are two cells', async () => {
  const blocks = await blocksOf((pen) => {
    pen.text('Sex: F', 60, 100);
    pen.text('Age: 50 years', 160, 100);
    pen.text('Sent: 12 May', 300, 100);
    pen.text('Sample: blood', 160, 114);
    pen.text('State: good', 300, 114);
  });
  expect(blocks).toEqual([
    [
      ['Sex:', 'F', 'Age:', '50 years', 'Sent:', '12 May'],
      ['', '', 'Sample:', 'blood', 'State:', 'good'],
    ],
  ]);
});

test('texts of list items and lines of sentences are whole, colons or not', async () => {
  const blocks = await blocksOf((pen) => {
    const items = ['Made of steel', 'No fan', 'Power: 85 mA when in use'];
    items.forEach((text, row) => {
      pen.text('o', 60, 100 + 14 * row);
      pen.text(text, 100, 100 + 14 * row);
    });
  });
  expect(blocks).toEqual([
    [
      ['o', 'Made of steel'],
      ['o', 'No fan'],
      ['o', 'Power: 85 mA when in use'],
    ],
  ]);
  const [sides] = await blocksOf((pen) => {
    ['Leith', 'Harrow', 'Oban'].forEach((text, row) => {
      pen.text(text, 60, 100 + 14 * row);
    });
    pen.text('major companies have followed suit: Philip', 160, 100);
    pen.text('Fee: 20.00', 160, 114);
    pen.text('Held by: Morris', 160, 128);
  });
  expect(sides?.[0]).toContain('major companies have followed suit: Philip');
  expect(sides?.[2]).toEqual(['Oban', 'Held by:', 'Morris']);
});

test('headings that are centred over their values have the columns of these', async () => {
  const blocks = await blocksOf((pen) => {
    const row = (texts: readonly string[], centres: readonly number[], y: number) => {
      texts.forEach((text, index) => {
        pen.text(text, (centres[index] ?? 0) - 2.5 * text.length, y);
      });
    };
    ['From:', 'To:', 'Carrier:'].forEach((label, index) => {
      pen.text(label, 60, 100 + 14 * index);
      pen.text('CZ 30145 Lanzhot', 125, 100 + 14 * index);
    });
    row(['Weight', 'Length', 'Wagons', 'Kind', 'Top speed'], [75, 118, 158, 220, 300], 142);
    row(['763', '562', '26', 'Freight train', '100'], [75, 118, 158, 220, 300], 156);
  });
  const [heads = [], values = []] = blocks[0]?.slice(-2) ?? [];
  const under = heads.flatMap((head, column) => (head === '' ? [] : [[head, values[column]]]));
  expect(under).toEqual([
    ['Weight', '763'],
    ['Length', '562'],
    ['Wagons', '26'],
    ['Kind', 'Freight train'],
    ['Top speed', '100'],
  ]);
});

test('a name is one cell where a word of it begins as a value right behind a colon does', async () => {
  const blocks = await blocksOf((pen) => {
    pen.text('Finance Technologies', 60, 100);
    pen.text('Jane Street', 330, 100);
    pen.text('Tax no:', 60, 114);
    pen.text('Z022018', 98.35, 114);
    pen.text('12 Hill Road', 330, 114);
    pen.text('Bank no:', 60, 128);
    pen.text('3001', 104.5, 128);
    pen.text('London', 330, 128);
  });
  const rows = blocks.flat().map((row) => row.filter((text) => text !== ''));
  expect(rows).toEqual([
    ['Finance Technologies', 'Jane Street'],
    ['Tax no:', 'Z022018', '12 Hill Road'],
    ['Bank no:', '3001', 'London'],
  ]);
});

test('colons below each other are in the cells of the values behind them', async () => {
  const blocks = await blocksOf((pen) => {
    ['Process', 'Currency', 'Delivery'].forEach((label, index) => {
      pen.text(label, 60, 100 + 14 * index);
      pen.text(`: ${['Building', 'EUR', '06.03.2018'][index] ?? ''}`, 180, 100 + 14 * index);
    });
  });
  expect(blocks).toEqual([
    [
      ['Process', ': Building'],
      ['Currency', ': EUR'],
      ['Delivery', ': 06.03.2018'],
    ],
  ]);
});

test('values below their labels are a block, without the signs of the sum that they are', async () => {
  const blocks = await blocksOf((pen) => {
    ['Opening balance', 'New credits', 'New debits', 'Closing balance'].forEach((text, index) => {
      pen.right(text, 120 + 110 * index, 100, { size: 6 });
    });
    ['40,803.31', '40,804.00', '56,857.18', '56,856.49'].forEach((text, index) => {
      pen.right(text, 125 + 110 * index, 116);
    });
    ['-', '+', '='].forEach((sign, index) => {
      pen.text(sign, 132 + 110 * index, 116);
    });
    pen.text('This page says what was paid and what is left', 60, 150);
    pen.text('to pay at the end of the month of the statement', 60, 162);
  });
  expect(blocks).toEqual([
    [
      ['Opening balance', 'New credits', 'New debits', 'Closing balance'],
      ['40,803.31', '40,804.00', '56,857.18', '56,856.49'],
    ],
  ]);
});
