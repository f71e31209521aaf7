import { expect, test } from 'vitest';
import {
  type PixelBox,
  type RasterLine,
  type RecognitionRequest,
  type Recognizer,
  type RecognizerPair,
  recognizePage,
} from '../../src/ocr.ts';
import { declarationScan, withNoise } from './declaration-scan.ts';

const request = { languages: ['eng'] };

/** The words of a line side by side from the left, as high as letters of the declaration. */
function line(y: number, words: readonly string[], confidence: number): RasterLine {
  const placed = words.map((text, index) => ({
    text,
    confidence,
    box: { x0: 150 + 200 * index, y0: y, x1: 320 + 200 * index, y1: y + 30 },
  }));
  const baseline = { x0: 150, y0: y + 24, x1: 150 + 200 * words.length, y1: y + 24 };
  return { words: placed, baseline, heightPx: 30, direction: 'ltr', paragraph: 0 };
}

interface FakeReader extends Recognizer {
  readonly calls: Pick<RecognitionRequest, 'languages' | 'known' | 'places'>[];
}

/** A reader that reads the same on every page. */
function readerOf(lines: readonly RasterLine[], canRead?: Recognizer['canRead']): FakeReader {
  const calls: FakeReader['calls'][number][] = [];
  return {
    calls,
    async recognize(_raster, { languages, known }) {
      calls.push({ languages, ...(known === undefined ? {} : { known }) });
      return lines;
    },
    ...(canRead === undefined ? {} : { canRead }),
    detectOrientation: async () => null,
    close: async () => {},
  };
}

const pair = (first: Recognizer, second: Recognizer): RecognizerPair => ({ ...first, second });
const textOf = (lines: readonly RasterLine[]) => lines.map(({ words }) => words.map(({ text }) => text).join(' '));

test('a page read with doubt is read by the second reader, and each place takes the surer word', async () => {
  const first = readerOf([line(160, ['lnv0ice', 'number'], 0.5), line(300, ['Total', 'amount'], 0.97)]);
  const second = readerOf([line(160, ['Invoice', 'number'], 0.999), line(300, ['Tota1', 'am0unt'], 0.6)]);
  const { lines, readings } = await recognizePage(pair(first, second), await declarationScan(), request);
  expect(textOf(lines)).toEqual(['Invoice number', 'Total amount']);
  expect(lines[0]?.words[0]?.candidate).toBe('second reader');
  expect(readings.map(({ candidate }) => candidate)).toContain('second reader');
  expect(second.calls).toHaveLength(1);
});

test('it need not read what the first is sure of, but for amounts, and such words keep their confidence', async () => {
  const sure = [line(160, ['Invoice', 'number'], 0.97), line(300, ['Total', '12.50'], 0.97)];
  const first = readerOf([...sure, line(220, ['lnv0ice', 'dafe', 'ot', 'tbe'], 0.3)]);
  const second: FakeReader = {
    ...readerOf([]),
    async recognize(_raster, { languages, known = [], places = [] }) {
      second.calls.push({ languages, known, places });
      return [{ ...line(160, [], 1), words: known }];
    },
  };
  const { lines } = await recognizePage(pair(first, second), await declarationScan(), request);
  expect(second.calls[0]?.known?.map(({ text }) => text)).toEqual(['Invoice', 'number', 'Total']);
  const word = lines.flatMap(({ words }) => words).find(({ text }) => text === 'Invoice');
  expect(word?.confidence).toBe(0.97);
  expect(word?.candidate).not.toBe('second reader');
});

test('it is asked for the lines with words that the first is not sure of, and for ink that no word covers', async () => {
  const rows = [40, 80, 120].map((y) => line(y, ['one', 'two', 'three', 'four', 'five', 'six'], 0.97));
  const first = readerOf([...rows, line(240, ['lnv0ice', 'dafe', 'ot', 'tbe', 'sa1e', 'frorn', '12.'], 0.2)]);
  const second: FakeReader = {
    ...readerOf([]),
    async recognize(_raster, { languages, places = [] }) {
      second.calls.push({ languages, places });
      return [];
    },
  };
  await recognizePage(pair(first, second), await declarationScan(), request);
  const places = second.calls[0]?.places ?? [];
  expect(places.filter(({ x0, x1 }) => x1 - x0 > 1000).map(({ y0 }) => Math.round(y0))).toEqual([240]);
  const known = rows.flatMap(({ words }) => words.map(({ box }) => box));
  const isKnown = ({ x0, y0, x1, y1 }: PixelBox) =>
    known.some((box) => x0 > box.x0 && y0 > box.y0 && x1 < box.x1 && y1 < box.y1);
  expect([places.length > 10, places.some(isKnown)]).toEqual([true, false]);
});

test('a word beside which a letter is left over is read again, however sure the first is', async () => {
  const first = readerOf([line(60, ['good', 're', 'milk'], 0.97), line(100, ['lnv0ice', 'dafe', 'ot', 'tbe'], 0.3)]);
  const second = readerOf([]);
  const page = await declarationScan();
  for (let y = 64; y < 84; y += 1) page.data.fill(0, y * page.widthPx + 524, y * page.widthPx + 536);
  await recognizePage(pair(first, second), page, request);
  expect(second.calls[0]?.known?.map(({ text }) => text)).toEqual(['good', 'milk']);
});

test('parts of what may be one number are read again, however sure the first is', async () => {
  const first = readerOf([
    line(160, ['02.', '03.', '2024', 'Rent'], 0.97),
    line(220, ['lnv0ice', 'dafe', 'ot', 'tbe'], 0.3),
  ]);
  const second: FakeReader = {
    ...readerOf([]),
    async recognize(_raster, { languages, known = [] }) {
      second.calls.push({ languages, known });
      return [];
    },
  };
  await recognizePage(pair(first, second), await declarationScan(), request);
  expect(second.calls[0]?.known?.map(({ text }) => text)).toEqual(['Rent']);
});

test('it reads instead of the later passes of the first', async () => {
  const doubtful = [line(160, ['lnv0ice', 'number'], 0.5)];
  const alone = readerOf(doubtful);
  await recognizePage(alone, await declarationScan(), request);
  const first = readerOf(doubtful);
  await recognizePage(
    pair(first, readerOf([line(160, ['Invoice', 'number'], 0.999)])),
    await declarationScan(),
    request,
  );
  expect(first.calls.length).toBeLessThan(alone.calls.length);
});

test('a page read surely is not read again', async () => {
  const lines = [160, 220, 290, 365, 440, 510].map((y) =>
    line(y, ['one', 'two', 'three', 'four', 'five', 'six'], 0.97),
  );
  const second = readerOf([line(160, ['other'], 1)]);
  await recognizePage(pair(readerOf(lines), second), await declarationScan(), request);
  expect(second.calls).toEqual([]);
});

test('languages that the second reader lacks stay with the first', async () => {
  const asked: (readonly string[])[] = [];
  const second = readerOf([line(160, ['other'], 1)], async (languages) => {
    asked.push(languages);
    return false;
  });
  const first = readerOf([line(160, ['lnv0ice'], 0.5)]);
  await recognizePage(pair(first, second), await declarationScan(), { languages: ['rus'] });
  expect([asked, second.calls]).toEqual([[['rus']], []]);
});

test.each([
  { chosen: ['eng', 'fra'], asked: [['eng', 'fra']] },
  { chosen: ['eng', 'fao'], asked: [['eng']] },
  { chosen: ['fao', 'eng'], asked: [] },
])('with languages chosen by script ($chosen), it reads those that it knows, if the likeliest is one', async (row) => {
  const second = readerOf([line(160, ['Invoice'], 0.999)], async (languages) => !languages.includes('fao'));
  const first = readerOf([line(160, ['lnv0ice', 'number'], 0.5)]);
  const { languages } = await recognizePage(
    { ...pair(first, second), chooseLanguages: async () => row.chosen },
    await declarationScan(),
    { languages: ['auto'] },
  );
  expect(languages).toEqual(row.chosen);
  expect(second.calls.map((call) => call.languages)).toEqual(row.asked);
  expect(first.calls.map((call) => call.languages)).not.toContainEqual(['auto']);
});

test('marks of amounts that it takes for points are commas where the first reader had commas, also on a page that was cleaned', async () => {
  // Where the page is blank, no mark can be made out.
  const amounts = (texts: readonly string[], confidence: number) =>
    texts.map((text, row) => line(2 + 36 * row, [text], confidence));
  const noisy = withNoise(await declarationScan(), 40);
  const first = readerOf(amounts(['47,11', '98,05', '1.965,10'], 0.5));
  const second = readerOf(amounts(['47.11', '98.05', '1,965.10'], 0.999));
  const { lines } = await recognizePage(pair(first, second), noisy, request);
  expect(textOf(lines)).toEqual(['47,11', '98,05', '1.965,10']);
});
