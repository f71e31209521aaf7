import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type PageRecognition, warnOfDoubts } from '@platen/pdf-kit/ocr';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { runOcr, sharedRecognizer } from './run-ocr.ts';
import { scanImage } from './scan-pdf.ts';

afterAll(() => sharedRecognizer.close());

async function read(image: Uint8Array) {
  const { bytes, warnings } = await runOcr(image, { output: 'txt' }, 'scan.png');
  return { text: Buffer.from(bytes).toString('utf8').trim(), codes: warnings.map(({ code }) => code) };
}

// digit-grid-200dpi.png is a corner of a ruled grid drawn with Liberation Sans; hello-60px.png is one word in 60 x 20 pixels.
test.each([
  ['single digits in a grid', 'digit-grid-200dpi.png', '5 8 7 3 6 1 9 2 3 5 5 7 0 2 3 3'],
  ['a picture of one word', 'hello-60px.png', 'Hello'],
])('%s: what a page layout does not find is read all the same', async (_name, name, expected) => {
  const { text, codes } = await read(await readFile(fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url))));
  expect(text.replace(/\s+/g, ' ')).toBe(expected);
  expect(codes).toEqual([]);
});

test.each<[string, (page: Sharp) => Sharp]>([
  ['mirrored', (page) => page.flop()],
  ['turned by 30 degrees', (page) => page.rotate(30, { background: '#ffffff' })],
])('a page that is %s is warned of', async (_name, spoil) => {
  const { codes } = await read(await scanImage((page) => spoil(page.resize({ width: 1_000 })).png()));
  expect(codes).toContain('LOW_CONFIDENCE');
});

test('an empty reading of a page with ink is warned of, and a blank page is not', async () => {
  const blank = { create: { width: 300, height: 300, channels: 3, background: '#ffffff' } } as const;
  const scribble = Buffer.from(
    '<svg width="300" height="300"><path d="M90 90 L110 130 L130 90 L150 130" stroke="black" stroke-width="4" fill="none"/></svg>',
  );
  expect((await read(await sharp(blank).png().toBuffer())).codes).toEqual([]);
  const { text, codes } = await read(
    await sharp(blank)
      .composite([{ input: scribble }])
      .png()
      .toBuffer(),
  );
  expect(text === '' ? codes : ['read']).not.toEqual([]);
});

const clear: PageRecognition['doubts'] = { unreadShare: 0, textUnread: false, lowConfidence: false, looksLike: null };

test.each<[string, Partial<PageRecognition['doubts']>, readonly string[], RegExp]>([
  [
    'the language that is missing',
    { looksLike: { script: 'Cyrillic', rotation: 0 } },
    ['eng'],
    /Page 4 .*20 %.*Cyrillic.*rus/,
  ],
  [
    'the turn that would help',
    { looksLike: { script: 'Latin', rotation: 180 } },
    ['eng'],
    /turned clockwise by 180 degrees/,
  ],
  ['nothing more if the language was given', { looksLike: { script: 'Han', rotation: 0 } }, ['chi_tra'], /\(20 %\)$/],
  ['nothing more if nothing is known', {}, ['eng'], /\(20 %\)$/],
])('a page of low confidence is reported with %s', (_name, found, languages, message) => {
  const warnings: string[] = [];
  const recognition = { doubts: { ...clear, lowConfidence: true, ...found }, confidence: 0.2, lines: [] };
  warnOfDoubts(4, recognition, languages, (code, text) => void warnings.push(`${code} ${text}`));
  expect(warnings).toEqual([expect.stringMatching(message)]);
  expect(warnings[0]).toMatch(/^LOW_CONFIDENCE/);
});

test('a page of which much is unread is reported with the share', () => {
  const warnings: string[] = [];
  const line = {
    words: [],
    baseline: { x0: 0, y0: 0, x1: 1, y1: 0 },
    heightPx: 10,
    direction: 'ltr',
    paragraph: 0,
  } as const;
  const recognition = { doubts: { ...clear, textUnread: true, unreadShare: 0.7 }, confidence: 0.9, lines: [line] };
  warnOfDoubts(2, recognition, ['eng'], (code, text) => void warnings.push(`${code} ${text}`));
  expect(warnings).toEqual(['TEXT_UNREAD Page 2 has ink, but 70 % of what looks like text was not read']);
});
