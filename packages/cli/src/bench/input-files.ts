import { open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '@platen/core';
import { detectionBytes, detectMediaType } from '@platen/core/internal';
import { readableFile } from '../readable-file.ts';
import { corpus, writeCorpus } from './corpus/corpus.ts';

/** Sizes that each operation is measured with, of the files that it accepts. */
const generated = [
  'tiny-0.pdf',
  'tiny-1.pdf',
  'report-3.pdf',
  'statement-12.pdf',
  'scan-gray-1.pdf',
  'report-50.pdf',
  'photograph-1.jpg',
];
const generatedQuick = ['tiny-0.pdf', 'tiny-1.pdf', 'report-3.pdf', 'photograph-1.jpg'];

/** A file that operations are measured with. */
export interface InputFile {
  readonly path: string;
  readonly bytes: number;
  readonly mediaType: string;
}

/** The files that were given, or generated ones, which are kept for the next time. */
export async function findFiles(given: readonly string[], isQuick: boolean): Promise<readonly InputFile[]> {
  const names = isQuick ? generatedQuick : generated;
  const folder = join(tmpdir(), `platen-bench-${process.getuid?.() ?? 'files'}`);
  const paths =
    given.length > 0
      ? await Promise.all(given.map(readableFile))
      : await writeCorpus(
          folder,
          corpus.filter(({ name }) => names.includes(name)),
        );
  return Promise.all(
    paths.map(async (path) => {
      const file = await open(path);
      try {
        const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(detectionBytes) });
        const mediaType = detectMediaType(buffer.subarray(0, bytesRead)) ?? '';
        return { path, bytes: (await stat(path)).size, mediaType };
      } finally {
        await file.close();
      }
    }),
  );
}

/** Those that an operation accepts, as it takes them: each for itself, or two at a time. */
export function inputsOf(
  { accepts, files }: Operation,
  found: readonly InputFile[],
): readonly (readonly InputFile[])[] {
  const accepted = found.filter(({ mediaType }) => (accepts as readonly string[]).includes(mediaType));
  if (files.min === 1) return accepted.map((file) => [file]);
  return accepted.length < files.min
    ? []
    : [accepted.slice(0, files.min), ...(accepted.length > files.min ? [accepted] : [])];
}
