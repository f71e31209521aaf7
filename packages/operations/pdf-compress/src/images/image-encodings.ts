import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Candidate } from './candidate.ts';
import type { ImageTask } from './image-task.ts';

/** Encodings of an image that were made by one treatment, such as a size and a quality of JPEG. */
export interface StoredEncodings {
  readonly treatment: string;
  /** The file with them. */
  readonly path: string;
}

/** Encodings of images by treatment: none is made twice, on whichever level. */
export interface ImageEncodings {
  /** What a treatment gives, kept in a file. */
  remember(
    task: ImageTask,
    treatment: string,
    encode: () => Promise<readonly Candidate[]>,
  ): Promise<readonly Candidate[]>;
  /** All that is kept of an image. */
  storedOf(task: ImageTask): readonly StoredEncodings[];
}

type ImageKey = Pick<ImageTask, 'objectNumber' | 'generationNumber'>;

/** `known` are the encodings that others made, by image. */
export function createImageEncodings(
  folder: string,
  known: readonly { readonly task: ImageKey; readonly encodings: readonly StoredEncodings[] }[] = [],
): ImageEncodings {
  const stored = new Map<string, Map<string, string>>();
  for (const { task, encodings } of known) {
    for (const { treatment, path } of encodings) entriesOf(task).set(treatment, path);
  }
  return {
    async remember(task, treatment, encode) {
      const path = entriesOf(task).get(treatment);
      // Written by this operation alone.
      if (path !== undefined) return deserialize(readFileSync(path)) as readonly Candidate[];
      const candidates = await encode();
      const created = join(folder, `image-${task.objectNumber}-${task.generationNumber}.encoded-${treatment}`);
      writeFileSync(created, serialize(candidates));
      entriesOf(task).set(treatment, created);
      return candidates;
    },
    storedOf: (task) => [...entriesOf(task)].map(([treatment, path]) => ({ treatment, path })),
  };

  function entriesOf({ objectNumber, generationNumber }: ImageKey): Map<string, string> {
    const key = `${objectNumber} ${generationNumber}`;
    const entries = stored.get(key) ?? new Map<string, string>();
    stored.set(key, entries);
    return entries;
  }
}

/** What a treatment gives that makes one encoding. */
export async function rememberOne(
  encodings: ImageEncodings,
  task: ImageTask,
  treatment: string,
  encode: () => Promise<Candidate>,
): Promise<Candidate> {
  const [candidate] = await encodings.remember(task, treatment, async () => [await encode()]);
  if (candidate === undefined) throw new Error(`The encoding ${treatment} of an image is empty`);
  return candidate;
}
