import { expect, test } from 'vitest';
import { createReadPages, type GreyRaster, type Recognizer } from '../../src/ocr.ts';

const english = { languages: ['eng'] };

/** A page with a single dark square, at a place of its own. */
function pageWithSquare(at: number): GreyRaster {
  const data = new Uint8Array(200 * 200).fill(255);
  for (let row = 20; row < 60; row += 1) data.fill(0, row * 200 + at, row * 200 + at + 30);
  return { data, widthPx: 200, heightPx: 200, dpi: 100 };
}

/** Reads nothing, and notes each page that it is asked to read. */
function countingRecognizer(fails: (call: number) => boolean = () => false) {
  const read: string[] = [];
  const recognizer: Recognizer = {
    async recognize(_, { languages }) {
      read.push(languages.join('+'));
      if (fails(read.length)) throw new Error('the engine failed');
      return [];
    },
    detectOrientation: async () => null,
    close: async () => {},
  };
  return { recognizer, read };
}

test('a page with the same pixels is read once in a document', async () => {
  const { recognizer, read } = countingRecognizer();
  const recognize = createReadPages()('a');
  const first = await recognize(recognizer, pageWithSquare(10), english);
  const calls = read.length;
  expect(calls).toBeGreaterThan(0);
  expect(await recognize(recognizer, pageWithSquare(10), english)).toBe(first);
  expect(read).toHaveLength(calls);
});

test('other pixels, another resolution, another language and another document are read by themselves', async () => {
  const { recognizer, read } = countingRecognizer();
  const readPages = createReadPages();
  await readPages('a')(recognizer, pageWithSquare(10), english);
  const calls = read.length;
  await readPages('a')(recognizer, pageWithSquare(11), english);
  await readPages('a')(recognizer, { ...pageWithSquare(10), dpi: 101 }, english);
  await readPages('a')(recognizer, pageWithSquare(10), { languages: ['deu'] });
  await readPages('b')(recognizer, pageWithSquare(10), english);
  expect(read).toHaveLength(5 * calls);
  expect(read.filter((language) => language === 'deu')).toHaveLength(calls);
});

test('a page that could not be read is read again', async () => {
  const { recognizer } = countingRecognizer((call) => call === 1);
  const recognize = createReadPages()('a');
  await expect(recognize(recognizer, pageWithSquare(10), english)).rejects.toThrow('the engine failed');
  expect((await recognize(recognizer, pageWithSquare(10), english)).lines).toEqual([]);
});

test('the sixteen pages that were used last are kept', async () => {
  const { recognizer, read } = countingRecognizer();
  const recognize = createReadPages()('a');
  await recognize(recognizer, pageWithSquare(0), english);
  const calls = read.length;
  for (let at = 1; at < 17; at += 1) {
    await recognize(recognizer, pageWithSquare(at), english);
    if (at === 8) await recognize(recognizer, pageWithSquare(0), english);
  }
  expect(read).toHaveLength(17 * calls);
  await recognize(recognizer, pageWithSquare(0), english);
  await recognize(recognizer, pageWithSquare(16), english);
  expect(read).toHaveLength(17 * calls);
  await recognize(recognizer, pageWithSquare(1), english);
  expect(read).toHaveLength(18 * calls);
});
