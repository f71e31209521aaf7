import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { defaultLimits, type ErrorData, type WorkerEntry, type WorkerTask } from '@platen/core';
import { checkOptions } from '@platen/core/internal';
import { pdfToMarkdown } from '@platen/pdf-to-markdown';
import { standardOperations } from '@platen/standard';
import { processorMs } from '../yardstick.ts';

/** Conversions to measure one after the other in a process of their own, which gives up none of its time to others. */
export interface ConversionsRequest {
  readonly operation: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** The files of each conversion. */
  readonly inputs: readonly (readonly string[])[];
}

/** How one of them ended. */
export interface ConversionEnd {
  readonly cpuMs: number;
  /** Null for one that was done. */
  readonly error: ErrorData | null;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.tif': 'image/tiff',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.jp2': 'image/jp2',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

const request = JSON.parse(process.argv[2] ?? '') as ConversionsRequest;
const operation = [...standardOperations, pdfToMarkdown].find(({ name }) => name === request.operation);
if (operation === undefined) throw new Error(`There is no operation ${request.operation}`);
const { default: entry } = (await import(operation.worker.href)) as { readonly default: WorkerEntry };
const { options } = await checkOptions(operation, request.options);
for (const paths of request.inputs) process.send?.(await convert(paths));
// What a worker keeps for its next call would keep the process alive.
process.exit(0);

async function convert(paths: readonly string[]): Promise<ConversionEnd> {
  const outputDir = await mkdtemp(join(tmpdir(), 'platen-growth-'));
  const inputs = await Promise.all(
    paths.map(async (path) => {
      const mediaType = mediaTypes[extname(path)] ?? 'application/octet-stream';
      return { path, fileName: basename(path), mediaType, sizeBytes: (await stat(path)).size };
    }),
  );
  let error: ErrorData | null = null;
  try {
    const usage = process.cpuUsage();
    error = await runPhases({ inputs, options, outputDir, limits: defaultLimits });
    return { cpuMs: processorMs(usage), error };
  } finally {
    await rm(outputDir, { recursive: true, force: true });
  }
}

/** All calls of a job in this process, as the engine makes them. */
async function runPhases(task: WorkerTask): Promise<ErrorData | null> {
  const started = await entry({ phase: 'start', task }, () => {});
  if (started.kind === 'error') return started.error;
  if (started.kind !== 'plan') return null;
  const results: unknown[] = [];
  for (const part of started.parts) {
    const reply = await entry({ phase: 'part', task: await ownFolder(task), part }, () => {});
    if (reply.kind === 'error') return reply.error;
    results.push(reply.kind === 'result' ? reply.result : null);
  }
  if (!started.joins) return null;
  const joined = await entry({ phase: 'join', task, results }, () => {});
  return joined.kind === 'error' ? joined.error : null;
}

async function ownFolder(task: WorkerTask): Promise<WorkerTask> {
  return { ...task, outputDir: await mkdtemp(join(task.outputDir, 'part-')) };
}
