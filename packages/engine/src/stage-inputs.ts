import { createWriteStream } from 'node:fs';
import { constants, copyFile, open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import {
  ConversionError,
  type ConversionInput,
  type ConversionSource,
  invalidRequest,
  type Limits,
  type Operation,
  type TaskInput,
} from '@platen/core';
import { readProblem } from '@platen/core/fs';
import {
  detectionBytes,
  detectMediaType,
  hostShortage,
  safeFileName,
  shownValue,
  unsupportedFormat,
} from '@platen/core/internal';

/** The folder for inputs. */
export interface StagePlace {
  readonly folder: string;
  /** Whether files of the caller are copied into the folder too; false when not given. */
  readonly copyPaths?: boolean;
  /** Stops reading a stream that may never end by itself. */
  readonly signal?: AbortSignal;
}

/**
 * Makes every input a file that a worker can read: everything is written into the folder, except paths, which stay
 * where they are unless `copyPaths`. Checks count, size and content against the operation and the limits. Rejects with
 * `INVALID_REQUEST`, `FILE_TOO_LARGE` or `UNSUPPORTED_FORMAT`, or with the reason of the signal.
 */
export async function stageInputs(
  inputs: readonly ConversionInput[],
  operation: Operation,
  limits: Limits,
  { folder, copyPaths = false, signal }: StagePlace,
): Promise<readonly TaskInput[]> {
  checkCount(inputs.length, operation, limits);
  const staged: TaskInput[] = [];
  for (const [index, input] of inputs.entries()) {
    const target = join(folder, `input-${index}`);
    signal?.throwIfAborted();
    const checked = await stageInput(named(input, index), target, operation, limits, signal);
    staged.push(copyPaths ? await copied(checked, target) : checked);
  }
  const totalBytes = staged.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (totalBytes > limits.maxRequestBytes) throw tooLarge('all files together', totalBytes, limits.maxRequestBytes);
  return staged;
}

function checkCount(count: number, { files }: Operation, limits: Limits): void {
  const max = Math.min(files.max ?? Number.POSITIVE_INFINITY, limits.maxFiles);
  if (count >= files.min && count <= max) return;
  const field = max === 1 ? 'file' : 'files';
  const problem =
    count < files.min ? `at least ${files.min} needed, ${count} given` : `at most ${max} allowed, ${count} given`;
  throw invalidRequest([{ field, problem }]);
}

async function stageInput(
  { data, fileName }: NamedSource,
  target: string,
  operation: Operation,
  limits: Limits,
  signal: AbortSignal | undefined,
): Promise<TaskInput> {
  const path =
    typeof data === 'string' || data instanceof URL
      ? localPath(data)
      : await write(data, target, fileName, limits.maxFileBytes, signal);
  const { head, sizeBytes } = await inspect(path, fileName);
  if (sizeBytes === 0) throw invalidRequest([{ field: 'file', problem: `"${fileName}" is empty` }]);
  if (sizeBytes > limits.maxFileBytes) throw tooLarge(fileName, sizeBytes, limits.maxFileBytes);
  const mediaType = detectMediaType(head);
  if (mediaType === null || !operation.accepts.includes(mediaType)) {
    throw unsupportedFormat(fileName, mediaType, operation);
  }
  return { path, fileName, mediaType, sizeBytes };
}

/** A copy, not a link: a misbehaving worker must not reach the caller's own file. */
async function copied(input: TaskInput, target: string): Promise<TaskInput> {
  if (input.path !== target) await copyFile(input.path, target, constants.COPYFILE_FICLONE);
  return { ...input, path: target };
}

interface NamedSource {
  readonly data: ConversionSource;
  readonly fileName: string;
}

function named(input: ConversionInput, index: number): NamedSource {
  if (typeof input === 'object' && input !== null && 'data' in input && 'fileName' in input) {
    return { data: input.data, fileName: nameOf(input.fileName) };
  }
  const data = input as ConversionSource;
  if (typeof data === 'string') return { data, fileName: basename(data) };
  if (data instanceof URL) return { data, fileName: basename(decodeURIComponent(data.pathname)) };
  if (data instanceof File) return { data, fileName: nameOf(data.name) };
  return { data, fileName: `file-${index + 1}` };
}

/**
 * Output names are derived from it and may become paths of the host, so directories in a name chosen by a client are
 * dropped.
 */
function nameOf(fileName: unknown): string {
  if (typeof fileName === 'string') return safeFileName(fileName);
  throw new TypeError(`fileName must be a string, not ${typeof fileName}`);
}

function localPath(source: string | URL): string {
  if (typeof source === 'string') return source;
  if (source.protocol === 'file:') return fileURLToPath(source);
  throw invalidRequest([{ field: 'file', problem: `a ${source.protocol} URL cannot be read: only file: URLs can` }]);
}

async function write(
  data: Exclude<ConversionSource, string | URL>,
  path: string,
  fileName: string,
  limitBytes: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  const source = toReadable(data, fileName);
  let bytes = 0;
  const bounded = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes > limitBytes) done(tooLarge(fileName, bytes, limitBytes));
      else done(null, chunk);
    },
  });
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(source, bounded, file, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
  return path;
}

function toReadable(data: Exclude<ConversionSource, string | URL>, fileName: string): Readable {
  if (data instanceof Readable) return data;
  if (data instanceof Uint8Array) return Readable.from([data]);
  const stream = data instanceof Blob ? data.stream() : data;
  if (stream instanceof ReadableStream) return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
  throw new TypeError(
    `the data of "${fileName}" must be a path, a file: URL, a Uint8Array (such as a Buffer), a Blob or a stream of bytes, not ${shownValue(stream)}`,
  );
}

async function inspect(
  path: string,
  fileName: string,
): Promise<{ readonly head: Uint8Array; readonly sizeBytes: number }> {
  try {
    const found = await stat(path);
    // Opening a pipe would block.
    if (!found.isFile()) throw new Error('not a file');
    await using file = await open(path, 'r');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(detectionBytes), 0, detectionBytes, 0);
    return { head: buffer.subarray(0, bytesRead), sizeBytes: found.size };
  } catch (cause) {
    const shortage = hostShortage(cause);
    if (shortage !== null) throw shortage;
    const reason = await readProblem(path);
    const problem = reason === null ? 'cannot be read' : `cannot be read: ${reason}`;
    throw new ConversionError('INVALID_REQUEST', `"${fileName}" ${problem}`, {
      details: { errors: [{ field: 'file', problem }] },
      cause,
    });
  }
}

function tooLarge(fileName: string, actualBytes: number, limitBytes: number): ConversionError {
  return new ConversionError(
    'FILE_TOO_LARGE',
    `"${fileName}" has ${actualBytes} bytes; at most ${limitBytes} are allowed`,
    {
      details: { actualBytes, limitBytes, fileName },
    },
  );
}
