import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { encodeImage } from '../src/images/encode-image.ts';
import type { ImageResult, ImageTask } from '../src/images/image-task.ts';
import type { LayeredScan } from '../src/layers/layer-image.ts';
import type { CompressionLevel } from '../src/levels.ts';

/** What the layers of each level take, and whether they have pictures in the background. */
const layers = vi.hoisted(() => {
  const none = { sizeBytes: 0, hasPictures: false };
  return { high: none, medium: none };
});

vi.mock('../src/layers/layer-image.ts', () => ({
  async layerImage(task: ImageTask, level: CompressionLevel, maxBytes: number): Promise<LayeredScan | null> {
    if (level === 'low') return null;
    const { sizeBytes, hasPictures } = layers[level];
    if (sizeBytes > maxBytes) return null;
    const { objectNumber, generationNumber } = task;
    return {
      hasPictures,
      estimatePlain: async () => ({ jpeg: null, maxBytes: task.storedBytes }),
      isBetterThan: async (plain) => sizeBytes <= plain.maxBytes,
      store: async () => ({ objectNumber, generationNumber, dataPath: level, sizeBytes }) as ImageResult,
    };
  },
}));

/** The level whose layers an image is stored with on level high. */
async function storedOnHigh(high: typeof layers.high, mediumBytes: number): Promise<string | undefined> {
  Object.assign(layers, { high, medium: { sizeBytes: mediumBytes, hasPictures: false } });
  const folder = await mkdtemp(join(tmpdir(), 'platen-encode-image-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const task = { objectNumber: 1, generationNumber: 0, coding: { kind: 'jpeg' }, storedBytes: 100_000 } as ImageTask;
  return (await encodeImage(task, 'high', folder))?.dataPath;
}

test('a scan takes no more on a stronger level, though pictures are found on that alone', async () => {
  expect(await storedOnHigh({ sizeBytes: 1_200, hasPictures: true }, 1_000)).toBe('medium');
  expect(await storedOnHigh({ sizeBytes: 1_200, hasPictures: true }, 1_300)).toBe('high');
});

test('without pictures a stronger level need not look at a gentler one', async () => {
  expect(await storedOnHigh({ sizeBytes: 1_200, hasPictures: false }, 1_000)).toBe('high');
});
