import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { expect, test } from 'vitest';
import { packZeros } from '../src/bilevel/bit-plane.ts';
import { encodeBilevel } from '../src/bilevel/encode-bilevel.ts';
import { encodeInk } from '../src/bilevel/encode-jbig2.ts';
import { openRenderer } from '../src/render.ts';

/** Pixels as numbers from a fixed seed, in a pattern with repeated rows, runs and noise. */
function pattern(width: number, height: number, noise: number): Uint8Array {
  let seed = 11;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const mark = (x >> 3) % 3 === 0 && (y >> 4) % 2 === 0 ? 0 : 1;
    return random() < noise ? 1 - mark : mark;
  });
}

async function drawn(
  bytes: Uint8Array,
  width: number,
  height: number,
  engine: 'pdfium' | 'pdfjs' = 'pdfium',
): Promise<readonly number[]> {
  const document = await PDFDocument.create();
  const page = document.addPage([width, height]);
  const entries = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, ColorSpace: 'DeviceGray' };
  const dict = document.context.obj({ ...entries, BitsPerComponent: 1, Filter: 'JBIG2Decode', Length: bytes.length });
  const image = document.context.register(PDFRawStream.of(dict, bytes));
  const content = document.context.stream(`${width} 0 0 ${height} 0 0 cm /I Do`);
  page.node.set(PDFName.of('Resources'), document.context.obj({ XObject: { I: image } }));
  page.node.set(PDFName.of('Contents'), document.context.register(content));
  const renderer = await openRenderer(await document.save(), { engine });
  try {
    const { data } = await renderer.renderPage(1, { scale: 1, pixels: 'gray' });
    return [...data].map((value) => (value > 127 ? 1 : 0));
  } finally {
    renderer.close();
  }
}

test.each([
  ['clean marks', 200, 300, 0],
  ['a little noise', 133, 77, 0.02],
  ['nothing but noise', 301, 211, 0.5],
  ['a single pixel', 1, 1, 0],
  ['a narrow strip', 3, 90, 0.3],
])('JBIG2 shows every pixel as it was: %s', async (_what, width, height, noise) => {
  const values = pattern(width, height, noise);
  expect(await drawn(encodeInk(packZeros(values, width, height)), width, height)).toEqual([...values]);
});

test.each([0, 1])('an image of %d alone stays one', async (value) => {
  const values = new Uint8Array(90 * 60).fill(value);
  expect(await drawn(encodeInk(packZeros(values, 90, 60)), 90, 60)).toEqual([...values]);
});

test('a scan in black and white is smaller in JBIG2 than in CCITT code', async () => {
  const values = pattern(800, 600, 0.02);
  expect((await encodeBilevel(packZeros(values, 800, 600))).filter).toBe('JBIG2Decode');
});

/** A page of shapes as a scan has letters: some equal, some with a few pixels of their own; a long line; specks. */
function textPage(width: number, height: number): Uint8Array {
  let seed = 5;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const values = new Uint8Array(width * height).fill(1);
  const ink = (x: number, y: number) => {
    values[y * width + x] = 0;
  };
  const letters = Array.from({ length: 20 }, () => {
    const [w, h] = [9 + Math.floor(6 * random()), 12 + Math.floor(6 * random())];
    const gap = 2 + Math.floor(4 * random());
    return { w, h, has: (x: number, y: number) => x < 3 || y < 3 || (x + gap * y) % 7 < 3 };
  });
  for (let row = 20; row + 24 < height; row += 26) {
    for (let column = 15; column + 20 < width; column += 19) {
      const letter = letters[Math.floor(letters.length * random())];
      if (letter === undefined) continue;
      const isNoisy = random() < 0.4;
      for (let y = 0; y < letter.h; y += 1) {
        for (let x = 0; x < letter.w + (isNoisy && y === 4 ? 1 : 0); x += 1) {
          if (letter.has(x, y) !== (isNoisy && random() < 0.02)) ink(column + x, row + y);
        }
      }
    }
  }
  for (let x = 3; x < width - 3; x += 1) ink(x, 5);
  for (let speck = 0; speck < 40; speck += 1) ink(Math.floor(width * random()), Math.floor(height * random()));
  return values;
}

test('a page of letters is drawn by symbols, every pixel as it was in two engines', async () => {
  const [width, height] = [700, 900];
  const values = textPage(width, height);
  const bytes = encodeInk(packZeros(values, width, height));
  // Types of segments: a page, its dictionary of symbols, its text, and what is left of it.
  expect([bytes[4], bytes[34]]).toEqual([48, 0]);
  expect(await drawn(bytes, width, height)).toEqual([...values]);
  expect(await drawn(bytes, width, height, 'pdfjs')).toEqual([...values]);
});

test('an image longer than viewers decode from JBIG2 is deflated', async () => {
  const filterOf = async (height: number) => (await encodeBilevel(packZeros(new Uint8Array(height), 1, height))).filter;
  expect([await filterOf(65_535), await filterOf(65_536)]).toEqual(['JBIG2Decode', 'FlateDecode']);
});
