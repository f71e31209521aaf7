import { ConversionError, processingFailed } from '@platen/core';
import { readTiffDirectories } from '@platen/pdf-kit/tiff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bmpPage } from '../src/bmp-image.ts';
import { profileComponents } from '../src/icc-profile.ts';
import { readJpegHeader } from '../src/jpeg-image.ts';
import { jpeg2000Page } from '../src/jpeg2000-image.ts';
import { readPngChunks } from '../src/png-chunks.ts';

const runs = { seed: 20261121, numRuns: 2_000 };

/** Bytes that begin as a format does, so that its reader goes on. */
const beginningWith = (...start: readonly number[]) =>
  fc.uint8Array({ maxLength: 300 }).map((rest) => Uint8Array.from([...start, ...rest]));

test('a JPEG header is read or is not one', () => {
  fc.assert(
    fc.property(beginningWith(0xff, 0xd8, 0xff), (bytes) => {
      readJpegHeader(bytes);
    }),
    runs,
  );
});

test('the chunks of a PNG are read or are not there', () => {
  fc.assert(
    fc.property(beginningWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), (bytes) => {
      readPngChunks(bytes);
    }),
    runs,
  );
});

test('the directories of a TIFF end, whatever they point at', () => {
  fc.assert(
    fc.property(beginningWith(0x49, 0x49, 42, 0, 8, 0, 0, 0), (bytes) => {
      expect(readTiffDirectories(bytes, 50).length).toBeLessThanOrEqual(50);
    }),
    runs,
  );
});

test('a colour profile has a number of components or is none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect([1, 3, 4, null]).toContain(profileComponents(bytes));
    }),
    runs,
  );
});

test('a BMP is read or refused with a code', async () => {
  await fc.assert(
    fc.asyncProperty(beginningWith(0x42, 0x4d, 0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0), async (bytes) => {
      const input = {
        path: 'a.bmp',
        bytes,
        fileName: 'a.bmp',
        mediaType: 'image/bmp',
        checkPixels: refuseAbove(1_000_000),
        warn() {},
      };
      await bmpPage(input).catch((error: unknown) => {
        if (!ConversionError.is(error)) throw error;
      });
    }),
    { ...runs, numRuns: 500 },
  );
});

test.each([
  ['file', [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 13, 10, 0x87, 10]],
  ['codestream', [0xff, 0x4f, 0xff, 0x51, 0, 41]],
])('a JPEG 2000 %s is read or refused with a code', (_kind, start) => {
  fc.assert(
    fc.property(beginningWith(...start), (bytes) => {
      try {
        jpeg2000Page({
          path: 'a.jp2',
          bytes,
          fileName: 'a.jp2',
          mediaType: 'image/jp2',
          checkPixels: refuseAbove(1_000_000),
          warn() {},
        });
      } catch (error) {
        if (!ConversionError.is(error)) throw error;
      }
    }),
    runs,
  );
});

const refuseAbove = (limit: number) => (width: number, height: number) => {
  if (width * height > limit) throw processingFailed('pixel_limit', 'Too many pixels');
};
