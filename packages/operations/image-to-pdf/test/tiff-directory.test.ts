import { readTiffDirectories } from '@platen/pdf-kit/tiff';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bigTiffPlaces, whileOnlyDirectory, whileTaggedAsRgb } from '../src/tiff-directory.ts';
import { cornerPicture, writeTiff } from './write-images.ts';

const pagesSeen = async (file: Uint8Array) => {
  const { pages, width } = await sharp(file).metadata();
  return { pages, width };
};

test('a decoder meets a page alone, so that opening the file takes the same for any number of pages', async () => {
  const file = writeTiff([
    [0, 40, 80],
    [1, 2],
    [3, 4, 5, 6],
  ]);
  const before = Uint8Array.from(file);
  const seen = [];
  for (const { place } of readTiffDirectories(file, 10)) {
    seen.push(await whileOnlyDirectory(file, place, () => pagesSeen(file)));
  }
  expect(seen.map(({ pages = 1, width }) => [pages, width])).toEqual([
    [1, 3],
    [1, 2],
    [1, 4],
  ]);
  expect(Uint8Array.from(file)).toEqual(before);
});

test('the file is as before also when the decoder fails', async () => {
  const file = writeTiff([[0], [1]]);
  const before = Uint8Array.from(file);
  const failing = () => Promise.reject(new Error('damaged'));
  for (const { place } of readTiffDirectories(file, 10)) {
    await expect(whileOnlyDirectory(file, place, () => whileTaggedAsRgb(file, failing))).rejects.toThrow('damaged');
  }
  expect(Uint8Array.from(file)).toEqual(before);
});

test('the pages of a BigTIFF are found, up to where their chain loops', async () => {
  const pictures = await Promise.all([1, 2, 3].map(() => cornerPicture().png().toBuffer()));
  const file = await sharp(pictures, { join: { animated: true } })
    .tiff({ bigtiff: true })
    .toBuffer();
  const places = bigTiffPlaces(file, 10);
  expect(places).toHaveLength(3);
  for (const place of places) {
    const { pages = 1, width } = await whileOnlyDirectory(file, place, () => pagesSeen(file));
    expect([pages, width]).toEqual([1, 6]);
  }
  file.writeBigUInt64LE(BigInt(places[0]?.offset ?? 0), places[2]?.nextAt ?? 0);
  expect(bigTiffPlaces(file, 10)).toEqual(places);
  expect(bigTiffPlaces(file, 2)).toHaveLength(2);
});
