import { randomUUID } from 'node:crypto';
import {
  type AgentCaller,
  type ConversionEngine,
  ConversionError,
  type ErrorData,
  invalidRequest,
  isFinal,
  type JobRecord,
  type JobWarning,
} from '@platen/core';
import type { FileArguments, ToolCall, ToolResult } from './tools.ts';

/** What is heard of a job that is waited for. */
const changes = ['job-progress', 'job-completed', 'job-failed', 'job-cancelled', 'job-purged'] as const;
/** How often a job is looked at whose changes are not heard of. */
const lookMs = 5_000;
/** What the header of a part has room for, whatever the letters. */
const maxNameLength = 1_000;

export const httpFileArguments: FileArguments = {
  properties: ({ min, max }) => ({
    files: {
      type: 'array',
      minItems: min,
      ...(max === null ? {} : { maxItems: max }),
      description: 'The files to convert.',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'Its name, such as report.pdf.' },
          data: { type: 'string', description: 'Its bytes in base64.' },
          link: { type: 'string', description: 'In place of data: the link of an earlier result of this server.' },
        },
        required: ['name'],
      },
    },
  }),
  required: ['files'],
};

/** One file of a form: its bytes, or the answer that they are read from. */
interface FormFile {
  readonly name: string;
  readonly content: Uint8Array | ReadableStream<Uint8Array>;
}

/**
 * Submits a job to the surface as its caller would, waits for it and resolves to its links. The job is cancelled with the
 * call. Rejects with what the surface answers.
 */
export async function convertOverSurface(
  engine: ConversionEngine,
  caller: AgentCaller,
  call: ToolCall,
): Promise<ToolResult> {
  const { signal } = call;
  const jobId = await submit(engine, caller, call);
  const cancel = () => void engine.cancel(jobId).catch(() => {}); // Then it runs to its end.
  signal.addEventListener('abort', cancel);
  try {
    if (signal.aborted) cancel();
    await waitForEnd(engine, jobId, call);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return resultOf((await jsonOf(await caller.call(new Request(urlOf(`/api/v1/jobs/${jobId}`))))) as PolledJob);
}

async function submit(engine: ConversionEngine, caller: AgentCaller, call: ToolCall): Promise<string> {
  const { operation, options, signal } = call;
  const files = await readFiles(engine, caller, call.files.files);
  const boundary = randomUUID();
  const request = new Request(urlOf(`/api/v1/${operation.name}`), {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: ReadableStream.from(formOf(boundary, options, files)),
    duplex: 'half',
    signal,
  } as RequestInit);
  const { jobId } = (await jsonOf(await caller.call(request))) as { readonly jobId: string };
  return jobId;
}

/** The paths of a surface alone count: it is asked in this process. */
function urlOf(path: string): URL {
  return new URL(path, 'http://platen');
}

/** Resolves when a job has ended, or is gone; rejects when the call is cancelled. */
async function waitForEnd(engine: ConversionEngine, jobId: string, { signal, onProgress }: ToolCall): Promise<void> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const look = (job: JobRecord | null) => {
    if (job === null || isFinal(job.state)) resolve();
    else onProgress(job.progress / 100);
  };
  const hear = (job: JobRecord) => (job.id === jobId ? look(job) : undefined);
  const stops = changes.map((event) => engine.on(event, hear));
  // A change on another node may be missed; what holds for the store holds for the call.
  const readNow = () => void engine.get(jobId).then(look).catch(reject);
  const timer = setInterval(readNow, lookMs).unref();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp);
  try {
    if (signal.aborted) giveUp();
    readNow();
    await ended;
  } finally {
    for (const stop of stops) stop();
    clearInterval(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

interface PolledJob {
  readonly status: string;
  readonly error?: ErrorData | null;
  readonly warnings?: readonly JobWarning[];
  readonly outputs?: readonly {
    readonly fileName: string;
    readonly contentType: string;
    readonly sizeBytes: number;
    readonly downloadUrl: string;
  }[];
}

function resultOf({ status, error, outputs = [], warnings = [] }: PolledJob): ToolResult {
  if (status !== 'completed') throw errorOf(error);
  return {
    outputs: outputs.map(({ fileName, contentType, sizeBytes, downloadUrl }) => ({
      uri: downloadUrl,
      fileName,
      mediaType: contentType,
      sizeBytes,
    })),
    warnings,
  };
}

async function jsonOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json();
  if (response.ok) return body;
  throw errorOf(body as ErrorData);
}

function errorOf(error: ErrorData | null | undefined): ConversionError {
  const { code, message, details } = error ?? { code: 'CANCELLED', message: 'The job was cancelled', details: {} };
  return new ConversionError(code as ConversionError['code'], message, { details });
}

async function readFiles(
  { limits: { maxFiles } }: ConversionEngine,
  caller: AgentCaller,
  given: unknown,
): Promise<readonly FormFile[]> {
  if (!Array.isArray(given)) throw invalidRequest([{ field: 'files', problem: 'must be a list of files' }]);
  if (given.length > maxFiles) throw invalidRequest([{ field: 'files', problem: `at most ${maxFiles} allowed` }]);
  return Promise.all(given.map((file: unknown, index) => readFile(caller, `files.${index}`, Object(file))));
}

async function readFile(
  caller: AgentCaller,
  field: string,
  { name, data, link }: Readonly<Record<string, unknown>>,
): Promise<FormFile> {
  if (typeof name !== 'string' || name.length > maxNameLength) {
    const problem = `must be a file name of at most ${maxNameLength} characters`;
    throw invalidRequest([{ field: `${field}.name`, problem }]);
  }
  if (typeof data === 'string' && link === undefined) return { name, content: Buffer.from(data, 'base64') };
  const path = typeof link === 'string' && data === undefined ? (URL.parse(link)?.pathname ?? '') : '';
  // Of the link only its token is used, with the surface itself: no request leaves this host.
  const [, token] = /\/api\/download\/([\w.~-]+)$/.exec(path) ?? [];
  if (token === undefined) {
    throw invalidRequest([{ field, problem: 'must have data, or the link of a result of this server' }]);
  }
  const response = await caller.call(new Request(urlOf(`/api/download/${token}`)));
  if (response.ok && response.body !== null) return { name, content: response.body };
  const stored = response.status === 302 ? response.headers.get('location') : null;
  if (stored === null) throw errorOf((await response.json()) as ErrorData);
  // `directDownloads`: the blob store of this host has it.
  const { ok, body } = await fetch(stored);
  if (!ok || body === null) throw new ConversionError('OUTPUT_DAMAGED', 'The file of this link cannot be read');
  return { name, content: body };
}

async function* formOf(
  boundary: string,
  options: ToolCall['options'],
  files: readonly FormFile[],
): AsyncGenerator<Uint8Array> {
  const part = (name: string, rest: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"${rest}\r\n\r\n`);
  for (const [name, value] of Object.entries(options)) {
    for (const one of [value].flat()) {
      yield part(name, '');
      yield Buffer.from(`${typeof one === 'object' ? JSON.stringify(one) : String(one)}\r\n`);
    }
  }
  for (const { name, content } of files) {
    yield part('files', `; filename="${escaped(name)}"`);
    if (content instanceof Uint8Array) yield content;
    else yield* content;
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

/** As browsers send names (HTML, multipart form data); other control characters have no place in a header. */
function escaped(name: string): string {
  const inHeader = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return inHeader.replaceAll(/\p{Cc}/gu, '_');
}
