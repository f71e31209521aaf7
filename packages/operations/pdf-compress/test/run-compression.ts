import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '@platen/core';
import { type OpenedPdf, openPdf } from '@platen/pdf-kit/objects';
import { compressPdf } from '../src/compress-pdf.ts';
import type { CompressionLevel } from '../src/levels.ts';

export interface CompressionRun {
  readonly bytes: Uint8Array;
  readonly document: OpenedPdf;
  readonly fileName: string;
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly warnings: readonly string[];
  /** What was reported of it, 0–1. */
  readonly progress: readonly number[];
}

/** Compresses bytes as a worker would, and opens the result. */
export async function runCompression(
  input: Uint8Array,
  level: CompressionLevel = 'medium',
  password?: string,
  activeContent: 'keep' | 'remove' = 'keep',
): Promise<CompressionRun> {
  const outputDir = mkdtempSync(join(tmpdir(), 'platen-compress-'));
  const path = join(outputDir, 'input.pdf');
  const warnings: string[] = [];
  const progress: number[] = [];
  try {
    writeFileSync(path, input);
    const result = await compressPdf(
      {
        inputs: [{ path, fileName: 'report.pdf', mediaType: 'application/pdf', sizeBytes: input.length }],
        options: { level, activeContent, password },
        outputDir,
        limits: defaultLimits,
      },
      { progress: (fraction) => progress.push(fraction), warn: (code) => warnings.push(code) },
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
      progress,
    };
  } finally {
    rmSync(outputDir, { recursive: true });
  }
}
