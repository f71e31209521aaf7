import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits, type WorkerContext } from '@platen/core';
import { type OpenedPdf, openPdf } from '@platen/pdf-kit/objects';
import type { CompressTask } from '../src/compress-task.ts';
import { type CompressedPdf, joinDocument } from '../src/join-document.ts';
import type { CompressionLevel } from '../src/levels.ts';
import type { PdfCompressOptions } from '../src/pdf-compress-options.ts';
import { type EncodedBatch, encodeBatch, planImages } from '../src/plan-images.ts';

export interface CompressionRun {
  readonly bytes: Uint8Array;
  readonly document: OpenedPdf;
  readonly fileName: string;
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly warnings: readonly string[];
  /** The warnings with their texts. */
  readonly messages: readonly string[];
  /** What was reported of it, 0–1. */
  readonly progress: readonly number[];
}

/** Compresses bytes as a worker would, and opens the result. */
export async function runCompression(
  input: Uint8Array,
  level: CompressionLevel = 'medium',
  password?: string,
  activeContent: 'keep' | 'remove' = 'keep',
  others: Pick<PdfCompressOptions, 'maxSize' | 'quality'> & {
    readonly color?: 'keep' | 'gray';
    readonly conformance?: 'pdfa-2b';
  } = {},
): Promise<CompressionRun> {
  const outputDir = mkdtempSync(join(tmpdir(), 'platen-compress-'));
  const path = join(outputDir, 'input.pdf');
  const warnings: string[] = [];
  const messages: string[] = [];
  const progress: number[] = [];
  const warn = (code: string, message: string) => {
    warnings.push(code);
    messages.push(`${code}: ${message}`);
  };
  try {
    writeFileSync(path, input);
    const result = await compressPdf(
      {
        inputs: [{ path, fileName: 'report.pdf', mediaType: 'application/pdf', sizeBytes: input.length }],
        options: { level, activeContent, password, color: 'keep', ...others },
        outputDir,
        limits: defaultLimits,
      },
      { progress: (fraction) => progress.push(fraction), warn },
    );
    const bytes = readFileSync(result.path);
    const { fileName, inputBytes, outputBytes } = result;
    return {
      bytes,
      document: await openPdf(bytes, { password }),
      fileName,
      inputBytes,
      outputBytes,
      warnings,
      messages,
      progress,
    };
  } finally {
    rmSync(outputDir, { recursive: true });
  }
}

/** The three phases of the worker, one after the other. */
async function compressPdf(task: CompressTask, context: WorkerContext): Promise<CompressedPdf> {
  const encoded: EncodedBatch[] = [];
  for (const batch of await planImages(task, context)) encoded.push(await encodeBatch(task, batch, context));
  return joinDocument(task, encoded, context);
}
