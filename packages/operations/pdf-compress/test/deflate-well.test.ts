import { deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { deflateWell } from '../src/deflate/deflate-well.ts';

/** Numbers below 1 from a seed, the same ones every time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Bytes with repetitions at random distances, `variety` different ones between them. */
function repetitive(size: number, variety: number, seed: number): Uint8Array {
  const random = createRandom(seed);
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; ) {
    const length = Math.min(size - at, 1 + Math.floor(300 * random() ** 4));
    const from = Math.max(0, at - 1 - Math.floor(40_000 * random() ** 2));
    if (at > 8 && random() < 0.5)
      for (let step = 0; step < length; step += 1) bytes[at + step] = bytes[from + step] ?? 0;
    else for (let step = 0; step < length; step += 1) bytes[at + step] = Math.floor(variety * random());
    at += length;
  }
  return bytes;
}

function drawing(operators: number): Uint8Array {
  const random = createRandom(7);
  const number = () => (600 * random()).toFixed(random() < 0.5 ? 1 : 2);
  const lines = Array.from({ length: operators }, (_, index) =>
    index % 9 === 0
      ? `BT /F${index % 4} 9 Tf ${number()} ${number()} Td (words of text) Tj ET`
      : `${number()} ${number()} l`,
  );
  return Buffer.from(lines.join('\n'));
}

test.each([0, 1, 2, 3, 4, 5, 31, 257, 258, 259, 4_099, 70_001, 262_144, 262_145, 600_000])(
  'what is deflated inflates to the same %d bytes',
  (size) => {
    for (const variety of [1, 2, 30, 256]) {
      const bytes = repetitive(size, variety, size + variety);
      expect(inflateSync(deflateWell(bytes)).equals(bytes)).toBe(true);
    }
  },
);

test('noise takes no more than its bytes and the headers of stored blocks', () => {
  const random = createRandom(3);
  const noise = Uint8Array.from({ length: 150_000 }, () => Math.floor(256 * random()));
  const deflated = deflateWell(noise);
  expect(inflateSync(deflated).equals(noise)).toBe(true);
  expect(deflated.length).toBeLessThan(noise.length + 40);
});

test('the content of a drawing is clearly smaller than zlib makes it', () => {
  const content = drawing(6_000);
  const zlib = deflateSync(content, { level: 9, memLevel: 9 });
  expect(deflateWell(content).length).toBeLessThan(0.97 * zlib.length);
});

test('data of short rows that are nearly alike, take no more than with zlib', () => {
  const random = createRandom(3);
  const rows = Array.from({ length: 1500 }, (_, index) => {
    const place = (634.79 + 43.61 * (index % 70)).toFixed(2);
    const bits = String.fromCharCode(...Array.from({ length: 3 }, () => 40 + 4 * Math.floor(4 * random())));
    return `q\n0 43.61 -62.3 0 635.17 ${place} cm\nBI\n/IM true\n/W 7\n/H 10\n/BPC 1\n/D[1\n0]\nID ${bits}\nEI\nQ\n`;
  });
  const bytes = Buffer.from(rows.join(''));
  expect(deflateWell(bytes).length).toBeLessThanOrEqual(deflateSync(bytes, { level: 9 }).length);
});

test('nothing of the library listens to the process', () => {
  deflateWell(Buffer.from('loaded'));
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    const texts = process.rawListeners(event).map(String);
    expect(texts.filter((text) => /ExitStatus|throw reason/.test(text))).toEqual([]);
  }
});
