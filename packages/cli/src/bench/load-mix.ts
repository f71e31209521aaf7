import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Operation } from '@platen/core';
import type { Random } from './random.ts';

/** One kind of job of a load. */
export interface MixPart {
  readonly operation: Operation;
  /** How often it comes, in proportion to the others. */
  readonly weight: number;
  /** Paths of its files; each job takes as many as its operation needs, in turn. */
  readonly files: readonly string[];
}

/** Jobs to send, chosen at random in the proportions of a mix. */
export interface LoadMix {
  next(random: Random): { readonly operation: string; readonly form: FormData };
}

/** Reads the files of a mix once. */
export async function readMix(parts: readonly MixPart[]): Promise<LoadMix> {
  const loaded = await Promise.all(
    parts.map(async ({ operation, weight, files }) => ({
      operation: operation.name,
      weight,
      least: operation.files.min,
      blobs: await Promise.all(
        files.map(async (path) => ({ name: basename(path), blob: new Blob([await readFile(path)]) })),
      ),
    })),
  );
  let total = 0;
  const bounds = loaded.map((part) => {
    total += part.weight;
    return { part, bound: total };
  });
  let turn = 0;
  return {
    next(random) {
      const place = (random.integer(0, 999_999) / 1_000_000) * total;
      const part = bounds.find(({ bound }) => place < bound)?.part;
      if (part === undefined) throw new TypeError('a mix has at least one part');
      const form = new FormData();
      for (let file = 0; file < part.least; file += 1) {
        const taken = part.blobs[turn++ % part.blobs.length];
        if (taken !== undefined) form.append('file', taken.blob, taken.name);
      }
      return { operation: part.operation, form };
    },
  };
}
