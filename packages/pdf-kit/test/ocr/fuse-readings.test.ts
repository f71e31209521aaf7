import { expect, test } from 'vitest';
import { fuseReadings } from '../../src/ocr/fuse-readings.ts';
import type { RasterLine } from '../../src/ocr.ts';

/** A line of words 10 pixels a letter wide, each `[text, confidence]`, from a place on. */
function line(x: number, baseline: number, ...words: readonly (readonly [string, number])[]): RasterLine {
  let at = x;
  const placed = words.map(([text, confidence]) => {
    const box = { x0: at, y0: baseline - 20, x1: at + 10 * text.length, y1: baseline };
    at = box.x1 + 10;
    return { text, confidence, box };
  });
  return {
    words: placed,
    baseline: { x0: x, y0: baseline, x1: at, y1: baseline },
    heightPx: 24,
    direction: 'ltr',
    paragraph: 0,
  };
}

const textOf = (lines: readonly RasterLine[]) => lines.map(({ words }) => words.map(({ text }) => text).join(' '));

test('each place goes to the reading that is surer there', () => {
  const base = [line(0, 100, ['Total', 0.95], ['3G.00', 0.5]), line(0, 140, ['CASH', 0.95])];
  const other = [line(0, 100, ['Tota1', 0.6], ['36.00', 0.95]), line(0, 140, ['GASH', 0.6])];
  expect(textOf(fuseReadings(base, other))).toEqual(['Total 36.00', 'CASH']);
  expect(textOf(fuseReadings(other, base))).toEqual(['Total 36.00', 'CASH']);
});

test('a word that only one reading has is kept, and joins the line it stands on', () => {
  const base = [line(0, 100, ['Subtotal', 0.95])];
  const other = [line(0, 100, ['Subtotal', 0.9], ['12.50', 0.9])];
  expect(textOf(fuseReadings(base, other))).toEqual(['Subtotal 12.50']);
  expect(textOf(fuseReadings(other, base))).toEqual(['Subtotal 12.50']);
});

test('a row that the base left out is put between its neighbours', () => {
  const base = [line(0, 100, ['first', 0.95]), line(0, 180, ['third', 0.95])];
  const fused = fuseReadings(base, [line(0, 140, ['second', 0.9])]);
  expect(textOf(fused)).toEqual(['first', 'second', 'third']);
});

test('what is likely noise adds nothing and drives nothing out', () => {
  const base = [line(0, 100, ['Invoice', 0.9])];
  expect(textOf(fuseReadings(base, [line(0, 100, ['lnv0ice', 0.3]), line(0, 140, ['~;|', 0.2])]))).toEqual(['Invoice']);
});

test('a word read in one piece gives way to the two words it was, when they are surer', () => {
  const base = [line(0, 100, ['TOTALRM', 0.4])];
  expect(textOf(fuseReadings(base, [line(0, 100, ['TOTA', 0.95], ['RM', 0.95])]))).toEqual(['TOTA RM']);
});

test('of the same letters, those that are divided at wide gaps go before those that are not, the reverse at narrow ones', () => {
  const divided = line(0, 100, ['TIME:', 0.5], ['15:14', 0.5]);
  const whole = line(0, 100, ['TIME:15:14', 0.95]);
  expect(textOf(fuseReadings([whole], [divided]))).toEqual(['TIME: 15:14']);
  expect(textOf(fuseReadings([divided], [whole]))).toEqual(['TIME: 15:14']);
  const [time, hour] = divided.words;
  const narrow = { ...divided, words: [time, hour && moved(hour, -5)].filter((word) => word !== undefined) };
  expect(textOf(fuseReadings([whole], [narrow]))).toEqual(['TIME:15:14']);
  expect(textOf(fuseReadings([narrow], [whole]))).toEqual(['TIME:15:14']);
});

test('words of the same letters that reach farther, as over the rule of a table, do not join those that are divided', () => {
  const divided = line(40, 100, ['Desk', 0.9], ['lamp', 0.9]);
  const [desk, lamp] = divided.words;
  const narrow = { ...divided, words: [desk, lamp && moved(lamp, -4)].filter((word) => word !== undefined) };
  const whole = line(0, 100, ['Desklamp', 0.5]);
  const reaching = { ...whole, words: whole.words.map((word) => ({ ...word, box: { ...word.box, x1: 126 } })) };
  expect(textOf(fuseReadings([narrow], [reaching]))).toEqual(['Desk lamp']);
});

test('two single letters are no cells of a comb, three are', () => {
  const whole = (text: string) => {
    const read = line(0, 100, [text, 0.9]);
    return { ...read, words: read.words.map((word) => ({ ...word, box: { ...word.box, x1: 20 * text.length } })) };
  };
  expect(textOf(fuseReadings([line(0, 100, ['1', 0.5], ['X', 0.5])], [whole('1X')]))).toEqual(['1 X']);
  expect(textOf(fuseReadings([line(0, 100, ['8', 0.9], ['7', 0.9], ['3', 0.9])], [whole('873')]))).toEqual(['873']);
});

test('readings that say the same keep the words of the base, with the surer confidence', () => {
  const [fused] = fuseReadings([line(0, 100, ['same', 0.5])], [line(1, 101, ['same', 0.9])]);
  expect(fused?.words[0]).toMatchObject({ text: 'same', confidence: 0.9, box: { x0: 0 } });
});

test('lines without spaces, cut at other letters and half a letter off, are taken as wholes', () => {
  const base = [line(0, 100, ['上一律平', 0.9], ['等', 0.9])];
  const other = [line(6, 100, ['上一律', 0.95], ['平等', 0.95])];
  expect(textOf(fuseReadings(base, other)).map((text) => text.replaceAll(' ', ''))).toEqual(['上一律平等']);
  expect(textOf(fuseReadings(other, base)).map((text) => text.replaceAll(' ', ''))).toEqual(['上一律平等']);
});

test('right-to-left words are put in from the right', () => {
  const word = (text: string, x0: number, confidence: number) => ({
    text,
    confidence,
    box: { x0, y0: 80, x1: x0 + 30, y1: 100 },
  });
  const shell: RasterLine = { ...line(0, 100), direction: 'rtl', baseline: { x0: 0, y0: 100, x1: 200, y1: 100 } };
  const base = [{ ...shell, words: [word('אבג', 160, 0.9), word('זחט', 80, 0.9)] }];
  const other = [{ ...shell, words: [word('דהו', 120, 0.9)] }];
  expect(fuseReadings(base, other)[0]?.words.map(({ box }) => box.x0)).toEqual([160, 120, 80]);
});

test('words stay in the row of those whose place they take, however wide the gap', () => {
  const row = line(0, 100, ['Castellan', 0.95], ['39~', 0.1], ['316Z', 0.1]);
  const far = { ...row, words: row.words.map((word, index) => (index === 0 ? word : moved(word, 600))) };
  const other = { ...far, words: [far.words[0], ...far.words.slice(1).map(sure)].flatMap((word) => word ?? []) };
  expect(textOf(fuseReadings([far], [other]))).toEqual(['Castellan 39 3162']);
});

function moved(word: RasterLine['words'][number], by: number): RasterLine['words'][number] {
  return { ...word, box: { ...word.box, x0: word.box.x0 + by, x1: word.box.x1 + by } };
}

function sure(word: RasterLine['words'][number]): RasterLine['words'][number] {
  return { ...word, text: word.text.replace('~', '').replace('Z', '2'), confidence: 0.95 };
}

test('an amount that two readings have otherwise is disputed, whichever is taken', () => {
  const sure = [line(0, 100, ['CASH', 0.95], ['3.06', 0.94])];
  const other = [line(0, 100, ['CASH', 0.95], ['3.00', 0.8])];
  const disputed = (lines: readonly RasterLine[]) =>
    lines.flatMap(({ words }) => words.flatMap((word) => (word.disputed === true ? word.text : [])));
  expect(disputed(fuseReadings(sure, other))).toEqual(['3.06']);
  expect(disputed(fuseReadings(other, sure))).toEqual(['3.06']);
  // A third reading that agrees with one of them does not settle it.
  expect(disputed(fuseReadings(sure, fuseReadings(sure, other)))).toEqual(['3.06']);
});

test('an amount is disputed neither by the same figures, nor by words, nor by noise', () => {
  const base = [line(0, 100, ['$3.06', 0.94])];
  for (const [text, confidence] of [
    ['S3.06', 0.8],
    ['CASH', 0.9],
    ['3.00', 0.1],
  ] as const)
    expect(fuseReadings(base, [line(0, 100, [text, confidence])])[0]?.words[0]).not.toHaveProperty('disputed');
});

test('letters that a word has beyond its box are not there twice when they are read beside it', () => {
  const box = (x0: number, x1: number) => ({ x0, y0: 80, x1, y1: 100 });
  const read = (...words: RasterLine['words']): RasterLine => ({ ...line(0, 100), words });
  const base = read(
    { text: 'Atiny', confidence: 0.7, box: box(0, 12) },
    { text: 'script', confidence: 0.9, box: box(62, 120) },
  );
  const beside = read({ text: 'tiny', confidence: 0.9, box: box(20, 55) });
  expect(textOf(fuseReadings([base], [beside]))).toEqual(['A tiny script']);
  const whole = read({ text: 'instill', confidence: 0.9, box: box(0, 60) });
  expect(textOf(fuseReadings([whole], [read({ text: 'till', confidence: 0.9, box: box(66, 95) })]))).toEqual([
    'instill till',
  ]);
});

test('a date or an amount that one reading has whole is not parted by a surer one', () => {
  const whole = [line(0, 100, ['01.03.2024', 0.85], ['548,52', 0.8])];
  const parted = [line(0, 100, ['01.', 0.97], ['03.', 0.97], ['2024', 0.97], ['548,', 0.97], ['52', 0.97])];
  // The blanks of the parted reading are narrow.
  const [first] = parted;
  const places = [0, 30, 60, 110, 150].map((x0, index) => ({
    x0,
    y0: 80,
    x1: [28, 58, 100, 148, 170][index] ?? 0,
    y1: 100,
  }));
  const narrow = first?.words.map((word, index) => ({ ...word, box: places[index] ?? word.box })) ?? [];
  const other = parted.map((each) => ({ ...each, words: narrow }));
  expect(textOf(fuseReadings(whole, other))).toEqual(['01.03.2024 548,52']);
  expect(textOf(fuseReadings(other, whole))).toEqual(['01.03.2024 548,52']);
});

test('numbers that differ in more than blanks go to the surer reading', () => {
  const base = [line(0, 100, ['12.50', 0.5])];
  const other = [line(0, 100, ['12', 0.97], ['.60', 0.97])];
  expect(textOf(fuseReadings(base, other))).toEqual(['12 .60']);
});

test('underscores that one reading has are kept, however sure the other is', () => {
  const bare = [line(0, 100, ['_init_', 0.97], ['maxwidth', 0.97])];
  const whole = [line(0, 100, ['__init__', 0.5], ['max_width', 0.5])];
  expect(textOf(fuseReadings(bare, whole))).toEqual(['__init__ max_width']);
  expect(textOf(fuseReadings(whole, bare))).toEqual(['__init__ max_width']);
});

test('diacritics that one reading has are kept, however sure the other is', () => {
  const bare = [line(0, 100, ['Spulmittel', 0.97], ['zolty', 0.97])];
  const whole = [line(0, 100, ['Spülmittel', 0.7], ['żolty', 0.7])];
  expect(textOf(fuseReadings(bare, whole))).toEqual(['Spülmittel żolty']);
  expect(textOf(fuseReadings(whole, bare))).toEqual(['Spülmittel żolty']);
});

test('a line to be filled in is no part of the word before it', () => {
  const base = [line(0, 100, ['Name', 0.97])];
  expect(textOf(fuseReadings(base, [line(0, 100, ['Name____', 0.5])]))).toEqual(['Name']);
});

test('a date is whole even if the parted one has another mark', () => {
  const whole = [line(0, 100, ['12.03.2024', 0.5])];
  const other = line(0, 100, ['12,', 0.97], ['03.', 0.97], ['2024', 0.97]);
  const words = other.words.map((word, index) => ({
    ...word,
    box: { x0: 25 * index, y0: 80, x1: 25 * index + 20, y1: 100 },
  }));
  expect(textOf(fuseReadings([{ ...other, words }], whole))).toEqual(['12.03.2024']);
});

test('a word that only one reading has stays if it is likely right, whatever the other needs to replace words', () => {
  const base = [line(0, 100, ['Hansen', 0.92], ['9', 0.84])];
  expect(textOf(fuseReadings(base, [line(0, 100, ['Hansen', 0.96])], -0.5))).toEqual(['Hansen 9']);
  expect(textOf(fuseReadings([line(0, 100, ['Hansen', 0.92], ['9', 0.3])], base.slice(0, 0)))).toEqual(['Hansen 9']);
  expect(textOf(fuseReadings([line(0, 100, ['Hansen', 0.92], ['9', 0.3])], [line(0, 100, ['Hansen', 0.96])]))).toEqual([
    'Hansen',
  ]);
});

test('a word in the cells of a comb that one reading has whole is not parted into its letters', () => {
  const letters = line(0, 100, ...[...'873102'].map((digit) => [digit, 0.99] as const));
  const whole = {
    ...line(0, 100),
    words: [{ text: '873102', confidence: 0.8, box: { x0: 0, y0: 80, x1: 600, y1: 100 } }],
  };
  expect(textOf(fuseReadings([whole], [letters]))).toEqual(['873102']);
  expect(textOf(fuseReadings([letters], [whole]))).toEqual(['873102']);
});

test('a word goes to the longest line of those that it replaces words of', () => {
  const box = (x0: number, x1: number) => ({ x0, y0: 80, x1, y1: 100 });
  const stroke = { ...line(0, 100), words: [{ text: '>', confidence: 0.4, box: box(0, 12) }] };
  const label = {
    ...line(0, 100),
    words: [
      { text: '.', confidence: 0.7, box: box(14, 18) },
      { text: 'Basic', confidence: 0.9, box: box(30, 90) },
    ],
  };
  const other = { ...line(0, 100), words: [{ text: '4.', confidence: 0.96, box: box(0, 18) }] };
  expect(textOf(fuseReadings([stroke, label], [other]))).toEqual(['4. Basic']);
});

test('words are not compared with all of another reading', () => {
  let reads = 0;
  const counted = (lines: readonly RasterLine[]) =>
    lines.map((one) => ({
      ...one,
      words: one.words.map(({ text, confidence, box: { x0, y0, x1, y1 } }) => ({
        text,
        confidence,
        box: {
          get x0() {
            reads += 1;
            return x0;
          },
          y0,
          x1,
          y1,
        },
      })),
    }));
  const lines = Array.from({ length: 50 }, (_, row) =>
    line(0, 40 * row, ...Array.from({ length: 20 }, (): [string, number] => ['word', 0.9])),
  );
  expect(textOf(fuseReadings(counted(lines), counted(lines)))).toEqual(textOf(lines));
  expect(reads).toBeLessThan(50_000);
});
