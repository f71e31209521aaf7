import { beforeAll, describe, expect, test } from 'vitest';
import { likelyLevel } from '../src/compress-task.ts';
import { createTestPdf } from './build-pdf.ts';
import { photoDocument } from './photo-document.ts';
import { type CompressionRun, runCompression } from './run-compression.ts';

const input = photoDocument(5);

/** The bytes of each level, and of the document with no image changed. */
const levels: Partial<Record<'low' | 'medium' | 'high', number>> = {};
beforeAll(async () => {
  for (const level of ['low', 'medium', 'high'] as const)
    levels[level] = (await runCompression(input, level)).outputBytes;
});

function toSize(maxSize: number | string): Promise<CompressionRun> {
  return runCompression(input, 'medium', undefined, 'keep', { maxSize: String(maxSize) });
}

describe('maxSize', () => {
  test.each(['low', 'medium', 'high'] as const)(
    'the size of %s is reached, and used up to nine tenths',
    async (level) => {
      const maxBytes = (levels[level] ?? 0) + 600;
      const { outputBytes, warnings } = await toSize(maxBytes);
      expect(outputBytes).toBeLessThanOrEqual(maxBytes);
      expect(outputBytes).toBeGreaterThan(maxBytes * 0.85);
      expect(warnings).not.toContain('SIZE_NOT_REACHED');
    },
  );

  test('between two levels, some images stay on the gentler one', async () => {
    const [low = 0, medium = 0] = [levels.low, levels.medium];
    const { outputBytes } = await toSize(Math.round((low + medium) / 2));
    expect(outputBytes).toBeLessThanOrEqual((low + medium) / 2);
    expect(outputBytes).toBeGreaterThan(medium + (low - medium) / 6);
  });

  test('a file that is small enough loses no pixel', async () => {
    const { outputBytes } = await toSize(input.length);
    expect(outputBytes).toBeGreaterThan(levels.low ?? 0);
  });

  test('what cannot be reached ends with the smallest copy and a warning', async () => {
    const { outputBytes, warnings } = await toSize('1KB');
    expect(outputBytes).toBe(levels.high);
    expect(warnings).toContain('SIZE_NOT_REACHED');
  });
});

test('a lower quality gives a smaller file, whatever the level', async () => {
  const sizes: number[] = [];
  for (const quality of [90, 20]) {
    sizes.push((await runCompression(input, 'low', undefined, 'keep', { quality })).outputBytes);
  }
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) * 0.7);
});

test('the size falls with the quality, also where a low one shifts colours more than levels do', async () => {
  const side = 96;
  const pdf = createTestPdf();
  const hash = (number: number) => Math.imul(number + 1, 2_654_435_761) >>> 24;
  const pixels = Uint8Array.from({ length: side * side * 3 }, (_value, index) => {
    const [x, y, channel] = [Math.floor(index / 3) % side, Math.floor(index / 3 / side), index % 3];
    return hash((Math.floor(x / 5) * 31 + Math.floor(y / 5)) * 3 + channel) * 0.9 + (x + y) / 8;
  });
  const shape = { Width: side, Height: side, ColorSpace: 'DeviceRGB', BitsPerComponent: 8 };
  const image = pdf.stream({ Type: 'XObject', Subtype: 'Image', ...shape }, pixels);
  const mosaic = pdf.finish({ content: 'q 104 0 0 104 10 10 cm /I Do Q', resources: { XObject: { I: image } } });
  const sizes: number[] = [];
  for (const quality of [30, 10, 1]) {
    sizes.push((await runCompression(mosaic, 'low', undefined, 'keep', { quality })).outputBytes);
  }
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  expect(sizes.at(-1)).toBeLessThan((sizes[0] ?? 0) * 0.6);
});

test('the search begins with the level that most files of that size need', () => {
  expect([70, 40, 20].map((bytes) => likelyLevel(bytes, 100))).toEqual(['low', 'medium', 'high']);
});
