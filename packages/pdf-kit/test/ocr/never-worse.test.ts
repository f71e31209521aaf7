import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createWasmRecognizer, type GreyRaster, type RasterLine, recognizePage } from '../../src/ocr.ts';
import { declarationText, withNoise } from './declaration-scan.ts';

const recognizer = createWasmRecognizer();
afterAll(() => recognizer.close());

/** How much word F1 may fall below that of Tesseract on the untouched page: one word of fifty. */
const tolerance = 0.02;

const sheets = {
  'declaration-200dpi.png': declarationText,
  'code-200dpi.png':
    'def read_page(page_id, max_width_px=None): if page_id is None: return _cached_pages[-1] ' +
    'for line_no in range(page_id): total_px += line_no * max_width_px return total_px',
  'form-200dpi.png': 'Family name Amount due Lindqvist 4,520.01 Date of birth Reference 1987-03-21 AB 7719 3216397927',
  'receipt-200dpi.png':
    'CORNER SHOP 2 Whole milk 3.18 1 Rye bread 2.75 1 Olive oil 11.40 3 Tomatoes 4.05 1 Dish soap 1.99 Total 23.37',
} as const;

/** The sheet in grey, with a white margin. */
async function readSheet(name: keyof typeof sheets): Promise<GreyRaster> {
  const path = fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
  const { data, info } = await sharp(path)
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, widthPx: info.width, heightPx: info.height, dpi: 200 };
}

/** A page whose pixel at (x, y) is the one that `from` names of another; white beyond it. */
function warped(page: GreyRaster, from: (x: number, y: number) => readonly [number, number]): GreyRaster {
  const { widthPx, heightPx } = page;
  const data = page.data.map((_, at) => {
    const [x, y] = from(at % widthPx, Math.floor(at / widthPx)).map(Math.round) as [number, number];
    const isInside = x >= 0 && y >= 0 && x < widthPx && y < heightPx;
    return isInside ? (page.data[y * widthPx + x] ?? 255) : 255;
  });
  return { ...page, data };
}

/** What is done to a sheet, the more the greater `much` is (0–1). */
const mischief: Readonly<Record<string, (page: GreyRaster, much: number) => GreyRaster | Promise<GreyRaster>>> = {
  'nothing at all': (page) => page,
  'light letters on a dithered dark ground': (page, much) => ({
    ...page,
    data: page.data.map((grey, at) => {
      const isDot = (at % page.widthPx) % 4 === 0 && Math.floor(at / page.widthPx) % 4 === 0;
      return grey < 128 ? 245 : isDot ? 60 + 80 * much : 30;
    }),
  }),
  'another resolution in the header': (page, much) => ({ ...page, dpi: 72 + Math.round(528 * much) }),
  curl: (page, much) => warped(page, (x, y) => [x, y + 30 * much * Math.sin((2.5 * x) / page.widthPx)]),
  perspective: (page, much) =>
    warped(page, (x, y) => {
      const shrink = 1 + (0.25 * much * x) / page.widthPx;
      return [x, page.heightPx / 2 + (y - page.heightPx / 2) * shrink];
    }),
  skew: (page, much) => warped(page, (x, y) => [x, y + 0.05 * (much - 0.5) * x]),
  noise: (page, much) => withNoise(page, 10 + 60 * much),
  'a low resolution': async (page, much) => {
    const { widthPx: width, heightPx: height } = page;
    const { data, info } = await sharp(page.data, { raw: { width, height, channels: 1 } })
      .resize({ width: Math.round(width * (0.9 - 0.4 * much)) })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, widthPx: info.width, heightPx: info.height, dpi: 96 };
  },
};

/** A small picture of one word or two: the middle of a sheet's first line. */
function cutTiny(page: GreyRaster): GreyRaster {
  const [widthPx, heightPx] = [Math.min(300, page.widthPx), Math.min(110, page.heightPx)];
  const from = Math.floor((page.widthPx - widthPx) / 2);
  const rows = Array.from({ length: heightPx }, (_, row) =>
    page.data.subarray(row * page.widthPx + from, row * page.widthPx + from + widthPx),
  );
  return { ...page, data: new Uint8Array(Buffer.concat(rows)), widthPx, heightPx };
}

function wordF1(lines: readonly RasterLine[], truth: string): number {
  const read = lines.flatMap(({ words }) => words.map(({ text }) => text.replaceAll('’', "'")));
  const expected = truth.split(' ');
  const missing = Map.groupBy(expected, (word) => word);
  const common = read.filter((word) => missing.get(word)?.pop() !== undefined).length;
  return (2 * common) / (read.length + expected.length);
}

test('no page is read worse than Tesseract reads it untouched, whatever was done to it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(sheets) as (keyof typeof sheets)[])),
      fc.constantFrom(...Object.values(mischief)),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (sheet, spoil, much) => {
        const page = await spoil(await readSheet(sheet), much);
        const untouched = wordF1(await recognizer.recognize(page, { languages: ['eng'] }), sheets[sheet]);
        const { lines } = await recognizePage(recognizer, page, { languages: ['eng'] });
        expect(wordF1(lines, sheets[sheet])).toBeGreaterThanOrEqual(untouched - tolerance);
      },
    ),
    // Each page takes seconds.
    { seed: 20, numRuns: 8, endOnFailure: true },
  );
}, 300_000);

test('a tiny picture is read no worse than Tesseract reads it', async () => {
  const page = cutTiny(await readSheet('receipt-200dpi.png'));
  const untouched = await recognizer.recognize(page, { languages: ['eng'] });
  const { lines } = await recognizePage(recognizer, page, { languages: ['eng'] });
  expect(wordF1(lines, 'CORNER SHOP')).toBeGreaterThanOrEqual(wordF1(untouched, 'CORNER SHOP') - tolerance);
});
