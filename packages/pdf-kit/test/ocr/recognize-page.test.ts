import type { Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import {
  createWasmRecognizer,
  type GreyRaster,
  type PageRecognition,
  type RasterLine,
  type Recognizer,
  recognizePage,
  toRecognizedPage,
} from '../../src/ocr.ts';
import { characterError } from './character-error.ts';
import { declarationScan, declarationText, withNoise, withShadow, withSpecks } from './declaration-scan.ts';

const recognizer = createWasmRecognizer();
afterAll(() => recognizer.close());

const read = (raster: GreyRaster) => recognizePage(recognizer, raster, { languages: ['eng'] });

function textOf({ lines }: PageRecognition): string {
  return lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n');
}

const turned = (degrees: number) => (page: Sharp) => page.rotate(degrees, { background: '#ffffff' });

interface Reading {
  readonly raster: GreyRaster;
  readonly page: PageRecognition;
}

const readings = new Map<number, Promise<Reading>>();

/** The scan turned by so much and what is read on it, once for all tests. */
function readTurned(degrees: number): Promise<Reading> {
  const known =
    readings.get(degrees) ??
    declarationScan(turned(degrees)).then(async (raster) => ({ raster, page: await read(raster) }));
  readings.set(degrees, known);
  return known;
}

test.each([
  ['a clean page', 0, 0.01],
  ['a page skewed by 2 degrees', 2, 0.02],
  ['a page skewed by 7 degrees the other way', -7, 0.02],
  ['a page on its side', 90, 0.02],
  ['a page upside down', 180, 0.02],
])('%s is read with few errors', async (_name, degrees, bound) => {
  expect(characterError(textOf((await readTurned(degrees)).page), declarationText)).toBeLessThanOrEqual(bound);
});

const groups: readonly (readonly [string, () => Promise<GreyRaster>, number])[] = [
  ['a page of 100 dpi', () => declarationScan((page) => page.resize({ width: 810 }), 100), 0.02],
  ['a blurred page', () => declarationScan((page) => page.blur(1.2)), 0.02],
  ['a noisy page', async () => withNoise(await declarationScan(), 60), 0.02],
  ['a page of salt and pepper', async () => withSpecks(await declarationScan(), 0.03), 0.02],
  ['a page in a shadow', async () => withShadow(await declarationScan(), 0.3), 0.02],
];

test.each(groups)('%s is read with few errors', async (_name, scan, bound) => {
  expect(characterError(textOf(await read(await scan())), declarationText)).toBeLessThanOrEqual(bound);
});

test('a faint line is read beside dark ones', async () => {
  const { data, ...page } = await declarationScan();
  // The fourth of six lines, as orange on white is: far from black, and clear to the eye.
  const [top, bottom] = [352, 395];
  const isFaint = (at: number) => at >= top * page.widthPx && at < bottom * page.widthPx;
  const faint = data.map((grey, at) => (isFaint(at) ? 255 - (255 - grey) * 0.25 : grey));
  expect(characterError(textOf(await read({ ...page, data: faint })), declarationText)).toBeLessThanOrEqual(0.02);
});

test('how a page lies is told with its text', async () => {
  const { page: upsideDown } = await readTurned(180);
  const { page: skewed } = await readTurned(2);
  expect(upsideDown.rotation).toBe(180);
  expect(skewed.rotation).toBe(0);
  expect(skewed.skewDegrees).toBeCloseTo(2, 0);
});

// The heading begins 153 pixels from the left and its baseline is row 219, at 200 dpi.
const headingLeftPt = (153 * 72) / 200;
const headingBaselinePt = (219 * 72) / 200;

test('words stand where they are drawn', async () => {
  const { raster, page } = await readTurned(0);
  const [first] = toRecognizedPage(page, raster).lines;
  expect(first?.words[0]?.text).toBe('Declaration');
  expect(distance(first?.words[0]?.box.x0, headingLeftPt)).toBeLessThan(1);
  expect(distance(first?.baseline, headingBaselinePt)).toBeLessThan(1);
});

test('words of a levelled page are given where they stand on the skewed one', async () => {
  const { raster, page } = await readTurned(2);
  const [first] = toRecognizedPage(page, raster).lines;
  // The page grew to the right by its height times sin 2°, and its top moved there.
  const radians = (2 * Math.PI) / 180;
  const left = ((745 - 219) * 72 * Math.sin(radians)) / 200 + headingLeftPt;
  expect(distance(first?.words[0]?.box.x0, left)).toBeLessThan(1.5);
});

test('the words of a line of a skewed page are on one height when it is given level', async () => {
  const { raster, page } = await readTurned(2);
  const falls = (level: boolean) =>
    toRecognizedPage(page, raster, { level }).lines.map(({ words }) => {
      const [first, last] = [words[0]?.box, words.at(-1)?.box];
      return first === undefined || last === undefined ? 0 : last.y1 - first.y1;
    });
  expect(Math.max(...falls(false))).toBeGreaterThan(10);
  expect(Math.max(...falls(true).map(Math.abs))).toBeLessThan(4);
});

function distance(value: number | undefined, expected: number): number {
  return Math.abs((value ?? Number.NaN) - expected);
}

test.each([
  ['downwards', 50, 90, 270],
  ['upwards', 90, 50, 90],
])('a page whose text the recognizer finds running %s is turned and read again', async (_name, y0, y1, rotation) => {
  const line = (baseline: RasterLine['baseline']): RasterLine => ({
    words: [{ text: 'Total', box: { x0: 10, y0: 50, x1: 50, y1: 90 }, confidence: 0.9 }],
    baseline,
    heightPx: 12,
    direction: 'ltr',
    paragraph: 0,
  });
  const readings = [line({ x0: 10, y0, x1: 10, y1 }), line({ x0: 50, y0: 90, x1: 90, y1: 90 })];
  const fake: Recognizer = {
    recognize: async () => readings.splice(0, 1),
    detectOrientation: async () => null,
    close: async () => {},
  };
  const page = await recognizePage(fake, await declarationScan(), { languages: ['eng'] });
  expect(page.rotation).toBe(rotation);
});

const level = { x0: 50, y0: 90, x1: 90, y1: 90 };

function totalLine(confidence: number, baseline: RasterLine['baseline'] = level): RasterLine {
  return {
    words: [{ text: 'Total', box: { x0: 10, y0: 50, x1: 50, y1: 90 }, confidence }],
    baseline,
    heightPx: 12,
    direction: 'ltr',
    paragraph: 0,
  };
}

test('of a page on its side it is asked which way up it is before it is read again', async () => {
  const readings = [totalLine(0.3, { x0: 10, y0: 50, x1: 10, y1: 90 }), totalLine(0.95)];
  const fake: Recognizer = {
    recognize: async () => readings.splice(0, 1),
    detectOrientation: async () => ({ rotation: 180, confidence: 18 }),
    close: async () => {},
  };
  const page = await recognizePage(fake, await declarationScan(), { languages: ['eng'] });
  expect(page.rotation).toBe(90);
  expect(page.lines[0]?.words[0]?.confidence).toBe(0.95);
});

test.each([
  ['more sense upside down is turned', 0.9, 180],
  ['no more sense upside down stays', 0.3, 0],
])('a page that makes %s, though nothing tells which way up it is', async (_name, upsideDown, rotation) => {
  const readings = [totalLine(0.2), totalLine(upsideDown), totalLine(0.95)];
  const fake: Recognizer = {
    recognize: async () => readings.splice(0, 1),
    detectOrientation: async () => null,
    close: async () => {},
  };
  const page = await recognizePage(fake, await declarationScan(), { languages: ['eng'] });
  expect(page.rotation).toBe(rotation);
});

test('a line that cleaning spoilt is read once more from the untouched page, and nothing else of it', async () => {
  const noisy = withNoise(await declarationScan(), 60);
  const line = (text: string, confidence: number, y0: number, y1: number): RasterLine => ({
    words: [{ text, box: { x0: 100, y0, x1: 1520, y1 }, confidence }],
    baseline: { x0: 100, y0: y1, x1: 1400, y1 },
    heightPx: 36,
    direction: 'ltr',
    paragraph: 0,
  });
  // On a page of few words, all would be read again.
  const sure = line('becomes', 0.96, 150, 700);
  const all = { ...sure, words: Array(60).fill(sure.words[0]) };
  const shown: GreyRaster[] = [];
  const fake: Recognizer = {
    recognize: async (raster) => {
      shown.push(raster);
      return shown.length === 1 ? [all, line('Nn', 0, 715, 745)] : [line('separation.', 0.9, 715, 745)];
    },
    detectOrientation: async () => null,
    close: async () => {},
  };
  const { lines } = await recognizePage(fake, noisy, { languages: ['eng'] });
  expect(lines.at(-1)?.words[0]?.text).toBe('separation.');
  expect(lines).toHaveLength(2);
  const second = shown[1];
  expect(new Set(second?.data.subarray(0, second.widthPx * 690)).size).toBe(1);
  expect(new Set(second?.data.subarray(second.widthPx * 720, second.widthPx * 740)).size).toBeGreaterThan(9);
});

test.each([
  ['deu', 'Zahlungsziel vierzehn Tage, Skonto zwei Prozent'],
  ['fra', 'Échéance à réception, pénalités de retard'],
  ['pol', 'Należność płatna przelewem do końca miesiąca'],
])(
  'what the untouched page is read with surely is kept, however sure the cleaned one was (%s)',
  async (language, text) => {
    const { data, widthPx, dpi } = withNoise(await declarationScan(), 60);
    const page = { data: data.subarray(0, 300 * widthPx), widthPx, heightPx: 300, dpi };
    const line = (words: readonly string[], confidence: number): RasterLine => ({
      words: words.map((word, index) => ({
        text: word,
        box: { x0: 150 + 200 * index, y0: 190, x1: 320 + 200 * index, y1: 226 },
        confidence,
      })),
      baseline: { x0: 150, y0: 220, x1: 1500, y1: 220 },
      heightPx: 36,
      direction: 'ltr',
      paragraph: 0,
    });
    const words = text.split(' ');
    const readings = [
      line(
        words.map((word) => word.replace(/[aeé]/g, 'o')),
        0.92,
      ),
      line(words, 0.96),
    ];
    const fake: Recognizer = {
      recognize: async () => readings.splice(0, 1),
      detectOrientation: async () => null,
      close: async () => {},
    };
    const { lines } = await recognizePage(fake, page, { languages: [language] });
    expect(lines.flatMap((one) => one.words.map((word) => word.text)).join(' ')).toBe(text);
  },
);

test('columns are no sign of a page on its side where vertical text was asked for', async () => {
  const asked: string[] = [];
  const fake: Recognizer = {
    recognize: async () => {
      asked.push('text');
      const baseline = { x0: 10, y0: 10, x1: 10, y1: 90 };
      const words = [{ text: '吾輩', box: { x0: 5, y0: 10, x1: 25, y1: 90 }, confidence: 0.9 }];
      return [{ words, baseline, heightPx: 20, direction: 'ltr', paragraph: 0 }];
    },
    detectOrientation: async () => {
      asked.push('orientation');
      return null;
    },
    close: async () => {},
  };
  const columns = await declarationScan(turned(90));
  const { rotation } = await recognizePage(fake, columns, { languages: ['jpn_vert'] });
  expect(rotation).toBe(0);
  expect(asked).not.toContain('orientation');
});

test('a strip longer than the engine can count is reduced', async () => {
  const widths: number[] = [];
  const fake: Recognizer = {
    recognize: async ({ widthPx }) => {
      widths.push(widthPx);
      return [];
    },
    detectOrientation: async () => null,
    close: async () => {},
  };
  const strip = { data: new Uint8Array(3 * 40_000).fill(255), widthPx: 40_000, heightPx: 3, dpi: 200 };
  await recognizePage(fake, strip, { languages: ['eng'] });
  expect(Math.max(...widths)).toBeLessThanOrEqual(32_000);
});

test('a page without text gives no lines and no error', async () => {
  const blank = { data: new Uint8Array(600 * 800).fill(255), widthPx: 600, heightPx: 800, dpi: 200 };
  expect((await read(blank)).lines).toEqual([]);
});

test('a page over the pixel bound is reduced, and its words still stand in its own pixels', async () => {
  const raster = await declarationScan((page) => page.resize({ width: 8000 }), 200 * (8000 / 1620));
  const [first] = toRecognizedPage(await read(raster), raster).lines;
  expect(first?.words[0]?.text).toBe('Declaration');
  expect(distance(first?.words[0]?.box.x0, headingLeftPt)).toBeLessThan(1);
});

test('an aborted signal ends a call before it computes', async () => {
  const raster = await declarationScan();
  const reason = new Error('no longer wanted');
  const call = recognizePage(recognizer, raster, { languages: ['eng'], signal: AbortSignal.abort(reason) });
  await expect(call).rejects.toBe(reason);
});

test('a language whose data is not there fails with a message, and the recognizer still works after it', async () => {
  const raster = await declarationScan();
  const call = recognizer.recognize(raster, { languages: ['xxx'] });
  await expect(call).rejects.toMatchObject({ code: 'PROCESSING_FAILED' });
  expect((await recognizer.recognize(raster, { languages: ['eng'] })).length).toBeGreaterThan(0);
});

test('a page of a single grey is not given to the recognizer', async () => {
  const asked = async () => {
    throw new Error('asked');
  };
  const page = { data: new Uint8Array(600 * 800).fill(200), widthPx: 600, heightPx: 800, dpi: 100 };
  const unused: Recognizer = { ...recognizer, recognize: asked, detectOrientation: asked };
  const blank = await recognizePage(unused, page, { languages: ['eng'] });
  expect(blank).toMatchObject({ widthPx: 600, heightPx: 800, lines: [], doubts: { textUnread: false } });
});
