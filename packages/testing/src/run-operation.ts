import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  ConversionError,
  defaultLimits,
  type JobWarning,
  type Limits,
  type Operation,
  type TaskInput,
  type TaskOutput,
  type WorkerCall,
  type WorkerEntry,
  type WorkerMessage,
  type WorkerReply,
} from '@platen/core';
import { detectMediaType } from '@platen/core/internal';

/** An input, with the name that the client gave it. */
export interface OperationInput {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** An output, with the media type that the worker gave it. */
export interface OperationOutput extends OperationInput {
  readonly mediaType: string;
}

/** The answer of a worker: files in order, warnings, and progress. */
export interface OperationRun {
  readonly outputs: readonly OperationOutput[];
  readonly warnings: readonly JobWarning[];
  /** Every fraction that the worker reported, 0 to 1. */
  readonly progress: readonly number[];
}

/**
 * Runs an operation in this thread, as an executor would: checks the options, writes the inputs to a new folder, calls the
 * worker (plan, parts, join), reads the outputs, and removes the folder. Rejects with the `ConversionError` of the worker.
 */
export async function runOperation(
  operation: Operation,
  inputs: readonly OperationInput[],
  options: Readonly<Record<string, unknown>> = {},
  limits: Partial<Limits> = {},
): Promise<OperationRun> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-operation-'));
  try {
    const outputDir = join(folder, 'out');
    await mkdir(outputDir);
    const task = {
      inputs: await writeInputs(folder, inputs),
      options: await checkOptions(operation, options),
      outputDir,
      limits: { ...defaultLimits, ...limits },
    };
    const messages: WorkerMessage[] = [];
    const entry = await loadEntry(operation);
    const outputs = await runPhases(async (call) => {
      // As across a thread: only plain data gets through.
      return structuredClone(await entry(structuredClone(call), (message) => messages.push(structuredClone(message))));
    }, task);
    return {
      outputs: await Promise.all(outputs.map((output) => readOutput(outputDir, output))),
      warnings: messages.flatMap((message) => (message.kind === 'warning' ? [message.warning] : [])),
      progress: messages.flatMap((message) => (message.kind === 'progress' ? [message.fraction] : [])),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The default export of the operation's worker file. */
export async function loadEntry(operation: Operation): Promise<WorkerEntry> {
  const module: { readonly default?: unknown } = await import(/* @vite-ignore */ operation.worker.href);
  if (typeof module.default !== 'function')
    throw new TypeError(`${operation.name}: its worker file exports no defineWorker`);
  return module.default as WorkerEntry;
}

async function writeInputs(folder: string, inputs: readonly OperationInput[]): Promise<readonly TaskInput[]> {
  return Promise.all(
    inputs.map(async ({ fileName, bytes }, index) => {
      const path = join(folder, `in-${index}`);
      await writeFile(path, bytes);
      const mediaType = detectMediaType(bytes) ?? 'application/octet-stream';
      return { path, fileName, mediaType, sizeBytes: bytes.byteLength };
    }),
  );
}

async function checkOptions(operation: Operation, options: Readonly<Record<string, unknown>>): Promise<unknown> {
  const result = await operation.options['~standard'].validate(options);
  if (result.issues === undefined) return result.value;
  throw new ConversionError('INVALID_REQUEST', result.issues.map(({ message }) => message).join('; '));
}

async function runPhases(
  call: (call: WorkerCall) => Promise<WorkerReply>,
  task: WorkerCall['task'],
): Promise<readonly TaskOutput[]> {
  const reply = await call({ phase: 'start', task });
  if (reply.kind === 'outputs') return reply.outputs;
  if (reply.kind !== 'plan') return fail(reply);

  const outputs: TaskOutput[] = [];
  const results: unknown[] = [];
  for (const [index, part] of reply.parts.entries()) {
    const outputDir = join(task.outputDir, `part-${index}`);
    await mkdir(outputDir);
    const done = await call({ phase: 'part', task: { ...task, outputDir }, part });
    if (done.kind === 'outputs') outputs.push(...done.outputs);
    else if (done.kind === 'result') results.push(done.result);
    else fail(done);
  }
  if (!reply.joins) return outputs;

  const joined = await call({ phase: 'join', task, results });
  return joined.kind === 'outputs' ? joined.outputs : fail(joined);
}

function fail(reply: WorkerReply): never {
  if (reply.kind === 'error') throw ConversionError.fromData(reply.error);
  throw new TypeError(`The worker answered "${reply.kind}" out of turn`);
}

async function readOutput(outputDir: string, { path, fileName, mediaType }: TaskOutput): Promise<OperationOutput> {
  if (relative(outputDir, path).startsWith('..') || !(await stat(path)).isFile()) {
    throw new TypeError(`The output ${fileName} is no file under outputDir`);
  }
  return { fileName, mediaType, bytes: await readFile(path) };
}
