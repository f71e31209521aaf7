import { expect, test } from 'vitest';
import { uniteBoxes } from '../src/page-model/box.ts';
import type { Word } from '../src/page-model/types.ts';
import type { Chunk } from '../src/tables/chunk.ts';
import type { TextRow } from '../src/tables/text-rows.ts';
import { separateValues } from '../src/tables/whitespace/separate-values.ts';

/** Words of 10 pt, each from its left edge and 5 pt a letter wide, on a line `y` above the ground. */
function chunkOf(words: readonly (readonly [left: number, text: string])[], y: number, monospace = false): Chunk {
  const placed = words.map(
    ([left, text]) =>
      ({
        text,
        box: { x0: left, y0: y, x1: left + 5 * text.length, y1: y + 10 },
        glyphs: [...text].map((letter, index) => ({ text: letter, origin: { x: left + 5 * index, y } })),
        style: { font: { monospace } },
      }) as unknown as Word,
  );
  return {
    words: placed,
    box: uniteBoxes(placed.map(({ box }) => box)),
    text: placed.map(({ text }) => text).join(' '),
    sizePt: 10,
    baseline: y,
    bold: false,
  };
}

function rowsOf(...rows: readonly (readonly (readonly [left: number, text: string])[])[]): TextRow[] {
  return rows.map((words, index) => {
    const chunk = chunkOf(words, 500 - 12 * index);
    return { chunks: [chunk], box: chunk.box, baseline: chunk.baseline, sizePt: 10 };
  });
}

function textsOf(rows: readonly TextRow[]): string[][] {
  return separateValues(rows).map(({ chunks }) => chunks.map(({ text }) => text));
}

test('the number of a booking and the date close behind it are two columns', () => {
  const rows = rowsOf(
    [
      [10, '36'],
      [24, '21-May-2024'],
    ],
    [
      [10, '37'],
      [24, '22-May-2024'],
    ],
  );
  expect(textsOf(rows)).toEqual([
    ['36', '21-May-2024'],
    ['37', '22-May-2024'],
  ]);
  const days = rowsOf(
    [
      [10, '21'],
      [24, 'May'],
      [44, '2024'],
    ],
    [
      [10, '22'],
      [24, 'May'],
      [44, '2024'],
    ],
  );
  expect(textsOf(days)).toEqual([['21 May 2024'], ['22 May 2024']]);
});

test('an amount and the date close behind it are two columns where another row has the like', () => {
  const rows = rowsOf(
    [
      [100, '31,85'],
      [128, '02.01.2024'],
    ],
    [
      [95, '131,85'],
      [128, '09.01.2024'],
    ],
  );
  expect(textsOf(rows)).toEqual([
    ['31,85', '02.01.2024'],
    ['131,85', '09.01.2024'],
  ]);
  expect(textsOf(rows.slice(0, 1))).toEqual([['31,85 02.01.2024']]);
});

test('an amount and the code of its tax are two columns', () => {
  const rows = rowsOf(
    [
      [100, '31,85'],
      [128, 'A'],
    ],
    [
      [100, '40,00'],
      [128, 'B'],
    ],
  );
  expect(textsOf(rows)).toEqual([
    ['31,85', 'A'],
    ['40,00', 'B'],
  ]);
});

test('letters that may be sides of amounts are codes beside a letter that is none', () => {
  const rows = (letters: readonly string[]) =>
    rowsOf(...letters.map((letter) => [[100, '31,85'] as const, [128, letter] as const]));
  expect(textsOf(rows(['A', 'D', 'C']))).toEqual([
    ['31,85', 'A'],
    ['31,85', 'D'],
    ['31,85', 'C'],
  ]);
  expect(textsOf(rows(['D', 'C', 'D']))).toEqual([['31,85 D'], ['31,85 C'], ['31,85 D']]);
});

test('texts at one place are apart from amounts of one width where the gap is far wider than the space before the currency', () => {
  const rows = (currencyAt: number) =>
    rowsOf(
      ...['Market', 'Rent', 'Water'].map((text) => [
        [100, '204,93'] as const,
        [currencyAt, 'TL'] as const,
        [currencyAt + 16, text] as const,
      ]),
    );
  expect(textsOf(rows(132))).toEqual([
    ['204,93 TL', 'Market'],
    ['204,93 TL', 'Rent'],
    ['204,93 TL', 'Water'],
  ]);
  expect(textsOf(rows(135))).toEqual([['204,93 TL Market'], ['204,93 TL Rent'], ['204,93 TL Water']]);
});

test.each([
  ['no number of letters apart are two columns', 57, 2],
  ['a space apart are one text', 58, 1],
])('amounts of one width and texts in fixed pitch that are %s', (_, left, count) => {
  const rows = ['1.200,30', '4.750,20', '2.311,05'].map((amount, index): TextRow => {
    const words = [
      [13, amount],
      [left, 'Fatura'],
    ] as const;
    const chunk = chunkOf(words, 500 - 12 * index, true);
    return { chunks: [chunk], box: chunk.box, baseline: chunk.baseline, sizePt: 10 };
  });
  expect(textsOf(rows).map(({ length }) => length)).toEqual([count, count, count]);
});

test('a dash where amounts end is an empty amount, elsewhere the sign of what follows', () => {
  const balances = rowsOf(
    [
      [145, '-'],
      [153, '1007374,09'],
      [206, 'Dr'],
    ],
    [
      [120, '657,11'],
      [153, '1006773,48'],
      [206, 'Dr'],
    ],
    [
      [115, '2047,35'],
      [153, '1005343,00'],
      [206, 'Dr'],
    ],
  );
  expect(textsOf(balances)[0]).toEqual(['-', '1007374,09 Dr']);
  const signs = rowsOf(
    [
      [145, '-'],
      [153, '12,50'],
    ],
    [[153, '40,00']],
    [[153, '31,85']],
  );
  expect(textsOf(signs)[0]).toEqual(['- 12,50']);
});

test('values with hardly a space between them stay one text', () => {
  const thousands = rowsOf(
    [
      [100, '1'],
      [106, '234,50'],
    ],
    [
      [100, '2'],
      [106, '250,75'],
    ],
  );
  expect(textsOf(thousands)).toEqual([['1 234,50'], ['2 250,75']]);
});

test('a number and its unit are two where numbers end there and two headings are parted at the same place', () => {
  const heads = [
    [100, 'Antal'],
    [131, 'Enh'],
  ] as const;
  const timed = [
    [110, '145'],
    [131, 'Tim'],
  ] as const;
  const counts = [[120, '1']] as const;
  expect(textsOf(rowsOf(heads, timed, counts, counts))).toEqual([['Antal', 'Enh'], ['145', 'Tim'], ['1'], ['1']]);
  // One number that ends there is any number.
  expect(textsOf(rowsOf(heads, timed))).toEqual([['Antal Enh'], ['145 Tim']]);
});

test('numbers of one width and their units are two where two headings are parted at the same places', () => {
  const rows = (heading: readonly (readonly [number, string])[]) =>
    rowsOf(
      heading,
      [
        [90, '25'],
        [105, 'hrs'],
      ],
      [
        [90, '28'],
        [105, 'pcs'],
      ],
      [
        [90, '22'],
        [105, 'hrs'],
      ],
    );
  const parted = [
    [75, 'Count'],
    [105, 'Unit'],
  ] as const;
  expect(textsOf(rows(parted))).toEqual([
    ['Count', 'Unit'],
    ['25', 'hrs'],
    ['28', 'pcs'],
    ['22', 'hrs'],
  ]);
  expect(textsOf(rows([[75, 'Quantity']]))).toEqual([['Quantity'], ['25 hrs'], ['28 pcs'], ['22 hrs']]);
});

test('times and decimals a word space apart are columns where three rows have them at the same places', () => {
  const departures = [
    [
      [105, '6.58'],
      [128, '14.30'],
      [156, '15.30'],
    ],
    [
      [105, '7.01'],
      [128, '14.33'],
      [156, '15.33'],
    ],
    [
      [100, '13.24'],
      [128, '15.24'],
      [156, '17.24'],
    ],
  ] as const;
  expect(textsOf(rowsOf(...departures))).toEqual([
    ['6.58', '14.30', '15.30'],
    ['7.01', '14.33', '15.33'],
    ['13.24', '15.24', '17.24'],
  ]);
  expect(textsOf(rowsOf(...departures.slice(0, 2)))).toEqual([['6.58 14.30 15.30'], ['7.01 14.33 15.33']]);
});

test('a currency before amounts that begin at one place is one text with each', () => {
  const rows = rowsOf(
    ...['27.58', '41.37', '55.16', '5.16'].map((amount) => [[100, 'R'] as const, [108, amount] as const]),
    ...['227.58', '141.37', '275.16'].map((amount) => [[200, 'EUR'] as const, [218, amount] as const]),
  );
  expect(textsOf(rows).flat()).toEqual([
    'R 27.58',
    'R 41.37',
    'R 55.16',
    'R 5.16',
    'EUR 227.58',
    'EUR 141.37',
    'EUR 275.16',
  ]);
});

test('a text behind amounts of one width begins a column where no other space is as wide', () => {
  const rows = (gap: number) =>
    rowsOf(
      ...['Market', 'Maas', 'Kira'].map((text, index) => [
        [100, `${index + 2}7,21`] as const,
        [125 + gap, text] as const,
        [129 + gap + 5 * text.length, 'Mayis'] as const,
      ]),
    );
  expect(textsOf(rows(8))).toEqual([
    ['27,21', 'Market Mayis'],
    ['37,21', 'Maas Mayis'],
    ['47,21', 'Kira Mayis'],
  ]);
  expect(textsOf(rows(5))).toEqual([['27,21 Market Mayis'], ['37,21 Maas Mayis'], ['47,21 Kira Mayis']]);
});

test('amounts that texts in fixed pitch begin with, one space before them, are a column where they begin at several places', () => {
  const typed = (amounts: readonly string[]) =>
    rowsOf().concat(
      amounts.map((amount, index) => {
        const words = [
          [200 - 5 * amount.length, amount],
          [205, 'Tax'],
        ] as const;
        const chunk = chunkOf(words, 500 - 12 * index, true);
        return { chunks: [chunk], box: chunk.box, baseline: chunk.baseline, sizePt: 10 };
      }),
    );
  expect(textsOf(typed(['977,34', '1.401,92', '36,10']))).toEqual([
    ['977,34', 'Tax'],
    ['1.401,92', 'Tax'],
    ['36,10', 'Tax'],
  ]);
  expect(textsOf(typed(['77,34', '14,92', '36,10']))).toEqual([['77,34 Tax'], ['14,92 Tax'], ['36,10 Tax']]);
});

test('amounts of one width in fixed pitch are a column where a date is right before each of them', () => {
  const typed = (keys: readonly string[]) =>
    keys.map((key, index) => {
      const y = 500 - 12 * index;
      const booking = chunkOf(
        [
          [200, `${index + 1}7.21`],
          [230, 'TRANSFER'],
        ],
        y,
        true,
      );
      const chunks = [chunkOf([[100, key]], y, true), booking];
      return { chunks, box: booking.box, baseline: y, sizePt: 10 };
    });
  expect(textsOf(typed(['12/13', '12/16', '12/20']))).toEqual([
    ['12/13', '17.21', 'TRANSFER'],
    ['12/16', '27.21', 'TRANSFER'],
    ['12/20', '37.21', 'TRANSFER'],
  ]);
  expect(textsOf(typed(['Ann', 'Ben', 'Cleo']))[0]).toEqual(['Ann', '17.21 TRANSFER']);
});

test('a date and the text behind it are two columns where a gap wider than a word space is below one in their heading', () => {
  const rows = rowsOf(
    [
      [40, 'Date'],
      [64.5, 'Particulars'],
    ],
    ...['Cash', 'Bank', 'Sales'].map((text, index) => [[10, `0${index + 1}-04-2023`] as const, [64.5, text] as const]),
  );
  expect(textsOf(rows)).toEqual([
    ['Date', 'Particulars'],
    ['01-04-2023', 'Cash'],
    ['02-04-2023', 'Bank'],
    ['03-04-2023', 'Sales'],
  ]);
});

test('two amounts with their currency are two where the first ends as others do', () => {
  const sums = [
    [200, '12'],
    [212, '856,21'],
    [244.5, 'EUR'],
    [262, '1'],
    [269, '347,95'],
    [301.5, 'EUR'],
  ] as const;
  const amount = [
    [212, '865,99'],
    [244.5, 'EUR'],
  ] as const;
  expect(textsOf(rowsOf(amount, amount, sums))[2]).toEqual(['12 856,21 EUR', '1 347,95 EUR']);
  expect(textsOf(rowsOf(sums))[0]).toHaveLength(1);
});

test('an amount right before a text is in a column of its own where other texts begin at the place of that', () => {
  const text = [[200, 'RENT']] as const;
  const total = [
    [150, '6.064,57'],
    [200, 'Total'],
  ] as const;
  expect(textsOf(rowsOf(text, text, total))[2]).toEqual(['6.064,57', 'Total']);
  expect(textsOf(rowsOf(text, total))[1]).toEqual(['6.064,57 Total']);
  const whole = [
    [155, '185.917'],
    [200, 'Reserves'],
  ] as const;
  expect(textsOf(rowsOf(text, text, whole))[2]).toEqual(['185.917', 'Reserves']);
});

test('an amount and the day and month right behind it are two columns', () => {
  const day = [[202, '05/04']] as const;
  const both = [
    [160, '1 291,34'],
    [202, '04/04'],
  ] as const;
  expect(textsOf(rowsOf(day, both))[1]).toEqual(['1 291,34', '04/04']);
});

test('the currency of amounts that end at one place is no column of its own', () => {
  const rows = rowsOf(
    ...['11.02', '311.09', '5.23'].map((amount) => [[200 - 5 * amount.length, amount] as const, [205, 'EUR'] as const]),
  );
  expect(textsOf(rows)).toEqual([['11.02 EUR'], ['311.09 EUR'], ['5.23 EUR']]);
});

test('an amount and its unit are one text where a word of the headings is over both', () => {
  const rows = (heading: string) =>
    rowsOf(
      [[100, heading]],
      [
        [100, '15.00'],
        [128, 'Units'],
      ],
      [
        [100, '45.00'],
        [128, 'Units'],
      ],
      [[128, 'Subtotal']],
      [[128, 'Total']],
    );
  expect(textsOf(rows('Quantities')).slice(1, 3)).toEqual([['15.00 Units'], ['45.00 Units']]);
  expect(textsOf(rows('Price')).slice(1, 3)).toEqual([
    ['15.00', 'Units'],
    ['45.00', 'Units'],
  ]);
});

test('labels that end at one place and their values behind them are two columns, unlike a few of them', () => {
  const pairs = [
    [
      [60, 'Name:'],
      [90, 'Harrow'],
    ],
    [
      [55, 'Place:'],
      [90, 'Leith'],
      [120, 'West'],
    ],
    [
      [65, 'Tax:'],
      [90, 'none'],
    ],
  ] as const;
  expect(textsOf(rowsOf(...pairs))).toEqual([
    ['Name:', 'Harrow'],
    ['Place:', 'Leith West'],
    ['Tax:', 'none'],
  ]);
  expect(textsOf(rowsOf(...pairs.slice(1)))).toEqual([['Place: Leith West'], ['Tax: none']]);
});
