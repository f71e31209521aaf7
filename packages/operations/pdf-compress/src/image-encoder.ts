import { availableParallelism } from 'node:os';
import { encodeImage } from './images/encode-image.ts';
import { createImageEncodings, type ImageEncodings, type StoredEncodings } from './images/image-encodings.ts';
import type { ImageLevel, ImageResult, ImageTask } from './images/image-task.ts';

/** An image and its encoding on a level; `result` is null if the present encoding is the best. */
export interface EncodedImage {
  readonly task: ImageTask;
  readonly level: ImageLevel;
  readonly result: ImageResult | null;
  /** What was encoded to find it, for other levels. */
  readonly encodings: readonly StoredEncodings[];
}

/** An image and the level to encode it on. */
export interface EncodingRequest {
  readonly task: ImageTask;
  readonly level: ImageLevel;
}

/** Encodes images on any level, each at most once per level. */
export interface ImageEncoder {
  encode(requests: readonly EncodingRequest[]): Promise<readonly EncodedImage[]>;
}

/** Images that are decoded at the same time have at most this many pixels in total, unless a single one has more. */
const maxPixelsAtOnce = 16_000_000;

/** Encodes one image on one level. */
export async function encodeOn(
  task: ImageTask,
  level: ImageLevel,
  folder: string,
  encodings: ImageEncodings,
): Promise<EncodedImage> {
  const result = await encodeImage(task, level, folder, encodings);
  return { task, level, result, encodings: encodings.storedOf(task) };
}

/** `known` are the images that are encoded already. */
export function createImageEncoder(folder: string, known: readonly EncodedImage[]): ImageEncoder {
  const done = new Map(known.map((image) => [keyOf(image), image]));
  const encodings = createImageEncodings(folder, known);
  return {
    async encode(requests) {
      const missing = requests.filter((request) => !done.has(keyOf(request)));
      const lanes = Math.min(availableParallelism(), missing.length);
      const gate = createPixelGate();
      const work = async () => {
        for (let next = missing.shift(); next !== undefined; next = missing.shift()) {
          const { task, level } = next;
          const release = await gate(task.width * task.height);
          try {
            done.set(keyOf(next), await encodeOn(task, level, folder, encodings));
          } finally {
            release();
          }
        }
      };
      await Promise.all(Array.from({ length: lanes }, work));
      return requests.flatMap((request) => done.get(keyOf(request)) ?? []);
    },
  };
}

function keyOf({ task, level }: EncodingRequest): string {
  return `${task.objectNumber} ${task.generationNumber} ${level}`;
}

/** Admits images while their pixels fit; one that is larger than the limit waits until it is alone. */
function createPixelGate(): (pixels: number) => Promise<() => void> {
  let inside = 0;
  let waiting: (() => void)[] = [];
  return async (pixels) => {
    while (inside > 0 && inside + pixels > maxPixelsAtOnce) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    inside += pixels;
    return () => {
      inside -= pixels;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    };
  };
}
