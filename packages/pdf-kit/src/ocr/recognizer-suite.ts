import assert from 'node:assert/strict';
import { turnRaster } from './raster.ts';
import type { GreyRaster, RasterLine, Recognizer } from './recognizer.ts';

/** What the conformance suite needs of a recognizer and its runner. */
export interface RecognizerSuite {
  /** `test` of the runner in use. */
  readonly test: (name: string, run: () => Promise<void>) => void;
  /** A fresh recognizer that reads English. */
  readonly create: () => Recognizer;
  /** An upright page of English prose at 200 to 300 dpi. */
  readonly page: () => Promise<GreyRaster>;
  /** Words of the page that the recognizer must find, each once on the page, in reading order. */
  readonly words: readonly string[];
  /** Whether the signal ends a call in progress, or only one that has not begun. */
  readonly abortsMidPage: boolean;
}

/** Half of white: what is as dark is ink. */
const darkGrey = 128;

/** The rules that every `Recognizer` keeps. */
// Long: a conformance suite lists its rules.
export function recognizerSuite({ test, create, page, words, abortsMidPage }: RecognizerSuite): void {
  const using = async (use: (recognizer: Recognizer) => Promise<void>) => {
    const recognizer = create();
    try {
      await use(recognizer);
    } finally {
      await recognizer.close();
    }
  };
  const english = { languages: ['eng'] };
  /** The first lines, for rules that any text shows: reading takes most of the time. */
  const firstLines = async (): Promise<GreyRaster> => {
    const raster = await page();
    const { data, widthPx, heightPx, dpi } = raster;
    const top = Math.floor(data.findIndex((grey) => grey < darkGrey) / widthPx);
    const [from, to] = [Math.max(0, top - Math.round(dpi / 4)), Math.min(heightPx, top + Math.round(dpi * 0.75))];
    return { ...raster, data: data.subarray(from * widthPx, to * widthPx), heightPx: to - from };
  };

  test('reads the words of a page in reading order, each within the page', () =>
    using(async (recognizer) => {
      const raster = await page();
      const lines = await recognizer.recognize(raster, english);
      assert.deepEqual(
        wordsOf(lines).filter((word) => words.includes(word)),
        words,
      );
      for (const { text, box, confidence } of lines.flatMap((line) => line.words)) {
        assert.ok(text.trim() === text && text !== '', 'a word has no white space around it');
        assert.ok(confidence >= 0 && confidence <= 1, 'confidence lies between 0 and 1');
        assert.ok(box.x0 < box.x1 && box.y0 < box.y1 && box.x1 <= raster.widthPx && box.y1 <= raster.heightPx);
      }
    }));

  test('reads a page in rows when asked to', () =>
    using(async (recognizer) => {
      const lines = await recognizer.recognize(await page(), { ...english, layout: 'block' });
      assert.deepEqual(
        wordsOf(lines).filter((word) => words.includes(word)),
        words,
      );
    }));

  test('gives lines that run the way they are written', () =>
    using(async (recognizer) => {
      for (const {
        words: [first],
        baseline,
        heightPx,
        direction,
      } of await recognizer.recognize(await firstLines(), english)) {
        assert.ok(first !== undefined, 'a line has words');
        assert.equal(direction, 'ltr');
        assert.ok(baseline.x0 < baseline.x1);
        assert.ok(heightPx > 0 && baseline.y0 > first.box.y0);
      }
    }));

  test('leaves the raster as it was, and reads it alike again', () =>
    using(async (recognizer) => {
      const raster = await firstLines();
      const before = new Uint8Array(raster.data);
      const first = wordsOf(await recognizer.recognize(raster, english));
      assert.equal(Buffer.compare(raster.data, before), 0);
      assert.deepEqual(wordsOf(await recognizer.recognize(raster, english)), first);
    }));

  test('a blank page has no lines', () =>
    using(async (recognizer) => {
      const blank = { data: new Uint8Array(600 * 400).fill(255), widthPx: 600, heightPx: 400, dpi: 200 };
      assert.deepEqual(await recognizer.recognize(blank, english), []);
    }));

  test('tells how far a page must be turned to be upright', () =>
    using(async (recognizer) => {
      const { raster } = await turnRaster(await page(), 180);
      assert.equal((await recognizer.detectOrientation(raster))?.rotation, 180);
    }));

  test('an aborted signal ends a call with its reason, and the next call works', () =>
    using(async (recognizer) => {
      const controller = new AbortController();
      const reason = new Error('no longer wanted');
      if (!abortsMidPage) controller.abort(reason);
      const call = recognizer.recognize(await page(), { ...english, signal: controller.signal });
      if (abortsMidPage) setTimeout(() => controller.abort(reason), 50);
      await assert.rejects(call, (error) => error === reason);
      assert.ok((await recognizer.recognize(await firstLines(), english)).length > 0);
    }));

  test('a language without data fails with PROCESSING_FAILED, and the next call works', () =>
    using(async (recognizer) => {
      const raster = await firstLines();
      await assert.rejects(recognizer.recognize(raster, { languages: ['xxx'] }), { code: 'PROCESSING_FAILED' });
      assert.ok((await recognizer.recognize(raster, english)).length > 0);
    }));
}

function wordsOf(lines: readonly RasterLine[]): readonly string[] {
  return lines.flatMap((line) => line.words.map(({ text }) => text));
}
