import { availableParallelism } from 'node:os';
import { encodeImage } from './images/encode-image.ts';
import type { ImageLevel, ImageResult, ImageTask } from './images/image-task.ts';

/** An image, and how it was encoded on a level; null when it is best as it is. */
export interface EncodedImage {
  readonly task: ImageTask;
  readonly level: ImageLevel;
  readonly result: ImageResult | null;
}

/** What an image is wanted on. */
export interface EncodingRequest {
  readonly task: ImageTask;
  readonly level: ImageLevel;
}

/** Encodes images that are there on one level on others, each at most once a level. */
export interface ImageEncoder {
  encode(requests: readonly EncodingRequest[]): Promise<readonly EncodedImage[]>;
}

/** Decoded images in memory at a time have no more pixels than this together, unless a single one has. */
const maxPixelsAtOnce = 16_000_000;

/** Encodes one image on a level of its own. */
export async function encodeOn(task: ImageTask, level: ImageLevel, folder: string): Promise<EncodedImage> {
  return { task, level, result: await encodeImage(task, level, folder) };
}

/** `known` is what has been encoded already. */
export function createImageEncoder(folder: string, known: readonly EncodedImage[]): ImageEncoder {
  const done = new Map(known.map((image) => [keyOf(image), image]));
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
            done.set(keyOf(next), await encodeOn(task, level, folder));
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

/** Lets as many images in as fit beside each other; a larger one waits until it is alone. */
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
