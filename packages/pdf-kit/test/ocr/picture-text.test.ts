import { expect, test } from 'vitest';
import { createPictureTextReader } from '../../src/ocr/picture-text.ts';
import type { GreyRaster, RasterWord, Recognizer } from '../../src/ocr.ts';
import { loadSharp } from '../../src/sharp.ts';
import { declarationScan } from './declaration-scan.ts';

const pictureOfText = await encode(await declarationScan());

test('the words that are read with confidence are the text of a picture, which is read once', async () => {
  const { recognizer, calls } = readingAs([
    word('Declaration', 0.96),
    word('of', 0.95),
    word('lndep', 0.6),
    word('—', 0.99),
  ]);
  const read = createPictureTextReader(recognizer, { languages: ['eng'] });
  expect(await read(pictureOfText, 400)).toBe('Declaration of');
  expect(await read(pictureOfText, 400)).toBe('Declaration of');
  expect(calls()).toBe(1);
});

test('what is read as a letter or two is a mark', async () => {
  const { recognizer } = readingAs([word('TM', 0.96)]);
  expect(await createPictureTextReader(recognizer, { languages: ['eng'] })(pictureOfText, 400)).toBe('');
});

test('pictures that do not look like text are not read, nor is what cannot be decoded', async () => {
  const { recognizer, calls } = readingAs([word('Declaration', 0.96)]);
  const read = createPictureTextReader(recognizer, { languages: ['eng'] });
  const data = Uint8Array.from({ length: 400 * 300 }, (_, index) => (index * 7919 + (index >> 3) * 104_729) % 256);
  const texture = await encode({ data, widthPx: 400, heightPx: 300, dpi: 200 });
  const plain = await encode({ data: new Uint8Array(400 * 300).fill(200), widthPx: 400, heightPx: 300, dpi: 200 });
  expect([await read(texture, 144), await read(plain, 144), await read(new Uint8Array([1, 2, 3]), 144)]).toEqual([
    '',
    '',
    '',
  ]);
  expect(calls()).toBe(0);
});

function readingAs(words: readonly RasterWord[]) {
  let count = 0;
  const recognizer: Recognizer = {
    async recognize() {
      count += 1;
      return [{ words, baseline: { x0: 0, y0: 9, x1: 90, y1: 9 }, heightPx: 12, direction: 'ltr', paragraph: 0 }];
    },
    async detectOrientation() {
      return null;
    },
    async close() {},
  };
  return { recognizer, calls: () => count };
}

function word(text: string, confidence: number): RasterWord {
  return { text, confidence, box: { x0: 0, y0: 0, x1: 50, y1: 10 } };
}

async function encode({ data, widthPx, heightPx }: GreyRaster): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels: 1 } })
    .png()
    .toBuffer();
}
