import { expect, test } from 'vitest';
import { withDecimalMarks } from '../../src/ocr/decimal-marks.ts';
import type { GreyRaster, RasterLine, RasterWord } from '../../src/ocr.ts';

const [letterPx, digitPx, rowPx] = [14, 20, 60];

interface Amount {
  /** What is drawn: digits as blocks, points on the baseline, commas that descend below it; `_` is a mark that touches its digit. */
  readonly drawn: string;
  readonly read: string;
  readonly candidate?: RasterWord['candidate'];
}

/** A page with an amount in each row, and its lines as they were read. */
function pageOf(amounts: readonly Amount[]): { readonly page: GreyRaster; readonly lines: readonly RasterLine[] } {
  const page = { data: new Uint8Array(300 * rowPx * amounts.length).fill(255), widthPx: 300, dpi: 200 };
  const lines = amounts.map(({ drawn, read, candidate = 'second reader' }, row): RasterLine => {
    const base = row * rowPx + 40;
    const fill = (x0: number, y0: number, x1: number, y1: number) => {
      for (let y = y0; y < y1; y += 1) page.data.fill(0, y * 300 + x0, y * 300 + x1);
    };
    for (const [index, sign] of [...drawn].entries()) {
      const x = 20 + index * letterPx;
      if (sign === '_') fill(x - 6, base - 3, x + 7, base + 4);
      else if (sign === ',') fill(x + 4, base - 3, x + 7, base + 4);
      else if (sign === '.') fill(x + 4, base - 3, x + 7, base);
      else fill(x, base - digitPx, x + 10, base);
    }
    const box = { x0: 20, y0: base - digitPx, x1: 20 + drawn.length * letterPx, y1: base + 2 };
    return {
      words: [{ text: read, box, confidence: 0.9, candidate }],
      baseline: { x0: box.x0, y0: base, x1: box.x1, y1: base },
      heightPx: 28,
      direction: 'ltr',
      paragraph: row,
    };
  });
  return { page: { ...page, heightPx: rowPx * amounts.length }, lines };
}

function marksRead(amounts: readonly Amount[]): readonly string[] {
  const { page, lines } = pageOf(amounts);
  return withDecimalMarks(lines, page, []).flatMap(({ words }) => words.map(({ text }) => text));
}

const same = (text: string): Amount => ({ drawn: text, read: text });

test('a comma that was read as a point is one again, with the point of thousands', () => {
  const read = [
    same('47,11'),
    same('1.234,56'),
    { drawn: '3.120,90', read: '3.120.90' },
    { drawn: '8,05', read: '8.05' },
  ];
  expect(marksRead(read)).toEqual(['47,11', '1.234,56', '3.120,90', '8,05']);
});

test('a point that was read as a comma is one again', () => {
  expect(marksRead([same('47.11'), same('8.05'), { drawn: '1,234.56', read: '1.234,56' }])).toEqual([
    '47.11',
    '8.05',
    '1,234.56',
  ]);
});

test('on a page with marks of both kinds, all stay as they were read', () => {
  const read = [same('47,11'), same('8,05'), same('12.40'), same('9.99'), { drawn: '5,10', read: '5.10' }];
  expect(marksRead(read)).toEqual(['47,11', '8,05', '12.40', '9.99', '5.10']);
});

test('a mark that looks otherwise than the rest of the page stays, and so do dates and hours', () => {
  const read = [same('47,11'), same('8,05'), same('5,10'), same('6,20'), same('3.20')];
  expect(marksRead([...read, same('12.05.26'), { drawn: '17_30', read: '17.30' }])).toEqual([
    ...read.map((amount) => amount.read),
    '12.05.26',
    '17.30',
  ]);
});

test('a mark that cannot be made out goes by the page, if the second reader read it', () => {
  const page = [same('47,11'), same('8,05'), same('5,10')];
  const touching = { drawn: '64_20', read: '64.20' };
  expect(marksRead([...page, touching]).at(-1)).toBe('64,20');
  expect(marksRead([...page, { ...touching, candidate: 'plain' }]).at(-1)).toBe('64.20');
});

test('an amount that was parted behind its comma is one word, at the end of its line', () => {
  const { page, lines } = pageOf([same('47,11'), same('8,05'), same('5,10'), same('171,76')]);
  const part = (line: RasterLine | undefined, gapPx: number): RasterLine => {
    const [word] = line?.words ?? [];
    if (line === undefined || word === undefined) throw new RangeError('a line has a word');
    const { box } = word;
    const [end, start] = [box.x0 + 4 * letterPx, box.x0 + 4 * letterPx + gapPx];
    const parts = [
      { ...word, text: '171,', box: { ...box, x1: end } },
      { ...word, text: '76', box: { ...box, x0: start } },
    ];
    return { ...line, words: parts };
  };
  const textOf = (gapPx: number) =>
    withDecimalMarks([...lines.slice(0, 3), part(lines[3], gapPx)], page, [])
      .at(-1)
      ?.words.map(({ text }) => text);
  expect(textOf(12)).toEqual(['171,76']);
  expect(textOf(25)).toEqual(['171,', '76']);
});

/** A line of these words, so many pixels apart. */
function lineOf(texts: readonly string[], gapPx: number): RasterLine {
  let x = 20;
  const words = texts.map((text) => {
    const box = { x0: x, y0: 20, x1: x + text.length * letterPx, y1: 42 };
    x = box.x1 + gapPx;
    return { text, box, confidence: 0.9 };
  });
  return { words, baseline: { x0: 20, y0: 40, x1: x, y1: 40 }, heightPx: 28, direction: 'ltr', paragraph: 9 };
}

test('an amount that was parted behind a mark in the middle of a row is one word; one of thousands stays in doubt', () => {
  const { page, lines } = pageOf([same('47,11'), same('8,05'), same('5,10')]);
  const wordsOf = (texts: readonly string[], gapPx = 12) =>
    withDecimalMarks([...lines, lineOf(texts, gapPx)], page, []).at(-1)?.words ?? [];
  const textsOf = (texts: readonly string[], gapPx?: number) => wordsOf(texts, gapPx).map(({ text }) => text);
  expect(textsOf(['7', '600,', '93', '23.436,27'])).toEqual(['7', '600,93', '23.436,27']);
  expect(textsOf(['7', '23.436,27', '-2.988,', '37'])).toEqual(['7', '23.436,27', '-2.988,37']);
  expect(textsOf(['20', '659,60', '13.', '192,00'])).toEqual(['20', '659,60', '13.192,00']);
  expect(wordsOf(['20', '13.', '192,00']).map(({ disputed }) => disputed ?? false)).toEqual([false, true]);
  expect(textsOf(['13.', '192,00'])).toEqual(['13.', '192,00']);
  expect(textsOf(['20', '13.', '192,00'], 25)).toEqual(['20', '13.', '192,00']);
  expect(textsOf(['nach', '13.', '192,00', 'Euro'])).toEqual(['nach', '13.', '192,00', 'Euro']);
  expect(textsOf(['Seiten', '5,', '12', 'und'])).toEqual(['Seiten', '5,', '12', 'und']);
});

test('an amount that was parted before the code of a tax is one word', () => {
  const { page, lines } = pageOf([same('47.11'), same('8.05'), same('5.10')]);
  const textOf = (texts: readonly string[]) =>
    withDecimalMarks([...lines, lineOf(texts, 18)], page, [])
      .at(-1)
      ?.words.map(({ text }) => text);
  expect(textOf(['S', '11.50', '0.', '69', 'V'])).toEqual(['S', '11.50', '0.69', 'V']);
  expect(textOf(['1', 'HSS', '8.', '00', 'SR*'])).toEqual(['1', 'HSS', '8.00', 'SR*']);
  expect(textOf(['Item', '4.', '12', 'pieces'])).toEqual(['Item', '4.', '12', 'pieces']);
});

test('amounts behind their currency that are all parted are whole, and a letter before the mark is a zero', () => {
  const { page } = pageOf([same('47.11')]);
  const texts = [['S', 'RM1.', '38'], ['TOTAL', 'RM1.', '30'], ['CASH', '$1.', '40'], ['TAX', 'RMO.08'], ['NO.12']];
  const read = texts.map((line) => lineOf(line, 18));
  const textsOf = (lines: readonly RasterLine[]) =>
    withDecimalMarks(lines, page, []).map(({ words }) => words.map(({ text }) => text).join(' '));
  expect(textsOf(read)).toEqual(['S RM1.38', 'TOTAL RM1.30', 'CASH $1.40', 'TAX RM0.08', 'NO.12']);
  const index = ['Abbey 3, 12', 'Barn 7, 31', 'Cider 2, 18', 'Dales 4, 19'];
  expect(textsOf(index.map((line) => lineOf(line.split(' '), 18)))).toEqual(index);
  expect(textsOf(read.slice(1))).toEqual(['TOTAL RM1. 30', 'CASH $1. 40', 'TAX RMO.08', 'NO.12']);
});

test('a letter like a zero among the decimals is one where the page has such amounts, and stays in doubt', () => {
  const { page, lines } = pageOf(['47.11', '8.05', '5.10', '411.50', '55.00', '2.40', '5.00'].map(same));
  const misread = ['47.11', '8.05', '5.10', '411.5c', '55.DC', '2.4MM', '5.00C'];
  const read = lines.map((line, row) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, text: misread[row] ?? '' })),
  }));
  const words = withDecimalMarks(read, page, []).flatMap((line) => line.words);
  expect(words.map(({ text }) => text)).toEqual(['47.11', '8.05', '5.10', '411.50', '55.00', '2.4MM', '5.00C']);
  expect(words.map(({ disputed }) => disputed ?? false)).toEqual([false, false, false, true, true, false, false]);
  expect(withDecimalMarks(read.slice(2), page, []).flatMap((line) => line.words)[1]?.text).toBe('411.5c');
});

test('where marks cannot be made out, those that the first reader reads alike decide', () => {
  const { page, lines } = pageOf(
    ['47_11', '78_95', '65_80'].map((drawn) => ({ drawn, read: drawn.replace('_', '.') })),
  );
  const plain = lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, text: word.text.replace('.', ',') })),
  }));
  const textOf = (first: typeof plain) =>
    withDecimalMarks(lines, page, first).flatMap(({ words }) => words.map(({ text }) => text));
  expect(textOf(plain)).toEqual(['47,11', '78,95', '65,80']);
  expect(textOf([])).toEqual(['47.11', '78.95', '65.80']);
});

test('a mark that is seen two digits before the end of a number, but was not read, is put in', () => {
  const others = [same('47.11'), same('8.05'), same('12.40')];
  const read = (drawn: string) => marksRead([...others, { drawn, read: drawn.replace(/[.,]/g, '') }]).at(-1);
  expect(['36.04', '$2.70', '0.40', '1045.00'].map(read)).toEqual(['36.04', '$2.70', '0.40', '1045.00']);
  expect(marksRead([...others, { drawn: 'A030.50', read: 'A03050' }]).at(-1)).toBe('A03050');
  // A year, a code and a number of which the picture shows a mark elsewhere stay.
  expect(['2018', '1938', '1.234', '360.4'].map(read)).toEqual(['2018', '1938', '1234', '3604']);
});

test('a mark that was read twice is one, and the code of a tax may follow a parted amount', () => {
  const others = [same('47.11'), same('8.05'), same('12.40')];
  expect(marksRead([...others, { drawn: '105..00', read: '105..00' }]).at(-1)).toBe('105.00');
  expect(marksRead([...others, { drawn: '1..2', read: '1..2' }]).at(-1)).toBe('1..2');
});
