import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversionEngine } from '@platen/core';
import { ocr } from '@platen/ocr';
import type { CorpusScan } from './scan-corpus.ts';

/** What the parts of the benchmark share. */
export interface OcrBench {
  readonly engine: ConversionEngine;
  /** The scans of the corpus in languages that are installed. */
  readonly scans: readonly CorpusScan[];
  /** Scratch space. */
  readonly folder: string;
}

/** Makes the searchable PDF of a file in the scratch folder; gives its path. */
export async function makeSearchable(
  { engine, folder }: Pick<OcrBench, 'engine' | 'folder'>,
  input: string,
  name: string,
  language: string,
): Promise<string> {
  const path = join(folder, `${name}-ours.pdf`);
  await using converted = await engine.convert(ocr, input, { language });
  await copyFile(converted.outputs[0]?.path ?? '', path);
  return path;
}
