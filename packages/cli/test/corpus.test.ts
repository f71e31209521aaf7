import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openPdf } from '@platen/pdf-kit/objects';
import { loadSharp } from '@platen/pdf-kit/sharp';
import { afterAll, expect, test } from 'vitest';
import { corpus, writeCorpus } from '../src/bench/corpus/corpus.ts';
import { encodeJpeg } from '../src/bench/corpus/encode-jpeg.ts';

const folder = await mkdtemp(join(tmpdir(), 'platen-corpus-'));
afterAll(() => rm(folder, { recursive: true }));

/** Whoever changes these bytes raises `version` in corpus.ts: figures of other files are not compared. */
const digests = {
  'tiny-0.pdf': '5cc289ac3250586b',
  'text-10.pdf': '7b359810257cdf45',
  'report-3.pdf': '8c73a2242247c725',
  'statement-1.pdf': '4ebf603248acefa9',
  'form-4.pdf': '701866937e871a93',
};

test('generated files are the same byte for byte, here and on any machine', async () => {
  const paths = await writeCorpus(
    folder,
    corpus.filter(({ name }) => Object.hasOwn(digests, name)),
  );
  const found = await Promise.all(
    paths.map(async (path) => [
      basename(path),
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
        .slice(0, 16),
    ]),
  );
  expect(Object.fromEntries(found)).toEqual(digests);
});

test('a generated PDF has the pages that are said of it', async () => {
  const wanted = corpus.filter(({ kind, pages }) => ['form', 'slides', 'report'].includes(kind) && pages <= 20);
  const paths = await writeCorpus(folder, wanted);
  const pages = await Promise.all(paths.map(async (path) => (await openPdf(path)).pages.length));
  expect(pages).toEqual(wanted.map((file) => file.pages));
});

test('a file that is there is not made again', async () => {
  const file = corpus[0];
  if (file === undefined) throw new Error('the corpus is empty');
  const [path] = await writeCorpus(folder, [file]);
  const again = await writeCorpus(folder, [{ ...file, make: () => Promise.reject(new Error('made again')) }]);
  expect(again).toEqual([path]);
});

test.each([1, 3] as const)('a JPEG of %i channels shows what was encoded', async (channels) => {
  const [width, height] = [61, 45];
  const at = (index: number) => {
    const [x, y, channel] = [
      Math.floor(index / channels) % width,
      Math.floor(index / channels / width),
      index % channels,
    ];
    return channel === 0 ? x * 4 : channel === 1 ? y * 5 : 255 - x * 4;
  };
  const data = Uint8Array.from({ length: width * height * channels }, (_, index) => at(index));
  const sharp = await loadSharp();
  const decoded = await sharp(encodeJpeg({ width, height, channels, data }, { quality: 95, dpi: 300 }))
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer();
  expect(decoded.length).toBe(data.length);
  const differences = data.map((value, index) => Math.abs(value - (decoded[index] ?? 0)));
  expect(differences.reduce((sum, value) => sum + value, 0) / data.length).toBeLessThan(4);
});
