import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImageEncoder } from '../src/image-encoder.ts';
import type { ImageTask } from '../src/images/image-task.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-encoder-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function greyImage(objectNumber: number): ImageTask {
  const dataPath = join(folder, `${objectNumber}.in`);
  writeFileSync(dataPath, new Uint8Array(64 * 64).fill(objectNumber));
  return {
    objectNumber,
    generationNumber: 0,
    dataPath,
    coding: { kind: 'samples' },
    width: 64,
    height: 64,
    bitsPerComponent: 8,
    components: 1,
    color: 'gray',
    palette: null,
    role: 'picture',
    mayRemap: true,
    hasColorKey: false,
    pagePath: null,
    storedBytes: 4096,
    drawnPt: null,
    mayLayer: false,
    jpegQuality: null,
    pages: [objectNumber],
  };
}

test('images come back in the order asked for, those encoded already as they were', async () => {
  const [one, two] = [greyImage(1), greyImage(2)];
  const known = { task: one, level: 'medium', result: null, encodings: [] } as const;
  const encoder = createImageEncoder(folder, [known]);
  const first = await encoder.encode([
    { task: two, level: 'low' },
    { task: one, level: 'medium' },
  ]);
  expect(first.map(({ task, level }) => [task.objectNumber, level])).toEqual([
    [2, 'low'],
    [1, 'medium'],
  ]);
  expect(first[1]).toBe(known);
  expect(first[0]?.result?.sizeBytes).toBeLessThan(4096);
  // Its data is gone, so encoding it once more would fail.
  rmSync(two.dataPath);
  expect((await encoder.encode([{ task: two, level: 'low' }]))[0]).toBe(first[0]);
});
