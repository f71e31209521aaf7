import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConversionError, defaultLimits, type JobWarning } from '@platen/core';
import { detectMediaType } from '@platen/core/internal';
import { createReadPages, createWasmRecognizer, type Recognizer } from '@platen/pdf-kit/ocr';
import { ocr } from '../src/operation.ts';
import { writeOutput } from '../src/outputs/write-output.ts';
import type { PageFiles } from '../src/pages/page-text.ts';
import { planPages } from '../src/pages/plan-pages.ts';
import { createEqualPages, readPages } from '../src/pages/read-page.ts';

export interface OcrRun extends OcrOutput {
  readonly warnings: readonly JobWarning[];
  /** All that came out, this one first. */
  readonly outputs: readonly OcrOutput[];
}

export interface OcrOutput {
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** One for all tests of a file: the first page of a recognizer costs seconds. */
export const sharedRecognizer: Recognizer = createWasmRecognizer();

/** Runs the operation as an engine would, in a folder of its own. Rejects as the worker would have failed. */
export async function runOcr(
  input: Uint8Array,
  options: Readonly<Record<string, unknown>> = {},
  fileName = 'scan.pdf',
): Promise<OcrRun> {
  const checked = await ocr.options['~standard'].validate(options);
  if (checked.issues !== undefined) throw new ConversionError('INVALID_REQUEST', checked.issues[0]?.message ?? '');
  const outputDir = await mkdtemp(join(tmpdir(), 'platen-ocr-'));
  const warnings: JobWarning[] = [];
  const context = {
    progress: () => {},
    warn: (code: string, message: string) => void warnings.push({ code, message }),
  };
  try {
    const path = join(outputDir, 'input');
    await writeFile(path, input);
    const mediaType = detectMediaType(input) ?? 'unknown';
    const inputs = [{ path, fileName, mediaType, sizeBytes: input.length }];
    const task = { inputs, options: checked.value, outputDir, limits: defaultLimits };
    const results: PageFiles[] = [];
    const recognizePages = createReadPages();
    const equalPages = createEqualPages();
    for (const [index, parts] of (await planPages(task, context)).entries()) {
      const partDir = join(outputDir, `part-${index}`);
      await mkdir(partDir);
      const reader = { recognizer: sharedRecognizer, recognize: recognizePages(parts[0]?.job ?? ''), equalPages };
      results.push(...(await readPages({ ...task, outputDir: partDir }, parts, reader, context)));
    }
    const written = await writeOutput(task, results, context);
    const outputs = await Promise.all(
      written.map(async (output) => ({ ...output, bytes: new Uint8Array(await readFile(output.path)) })),
    );
    const [output] = outputs;
    if (output === undefined) throw new Error('nothing came out');
    return { ...output, warnings, outputs };
  } finally {
    await rm(outputDir, { recursive: true });
  }
}
