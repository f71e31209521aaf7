import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ConversionEngine,
  ConversionError,
  type ErrorData,
  invalidRequest,
  isFinal,
  type JobWarning,
} from '@platen/core';
import type { FileArguments, ToolCall, ToolResult } from './tools.ts';

/** The HTTP surface as `platen(host)` of `@platen/web` makes it. */
export type SurfaceHandler = (request: Request, info?: CallInfo) => Promise<Response>;

/** What a `Request` does not say of itself, as `@platen/web` takes it. */
export interface CallInfo {
  readonly remoteAddress?: string | undefined;
  readonly [more: string]: unknown;
}

/** Who calls, as the request said it. */
export interface Caller {
  readonly url: string;
  readonly headers: Headers;
  readonly info: CallInfo;
}

/** Where calls go. */
export interface SurfaceOfHost {
  readonly surface: SurfaceHandler;
  readonly engine: ConversionEngine;
  readonly prefix: string;
}

/** How often a job is looked at: an agent waits for it. */
const lookMs = 300;

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
export async function convertOverSurface(host: SurfaceOfHost, caller: Caller, call: ToolCall): Promise<ToolResult> {
  const { engine, surface, prefix } = host;
  const { operation, options, signal, onProgress } = call;
  const files = await readFiles(host, caller, call.files.files);
  const boundary = randomUUID();
  const headers = new Headers(caller.headers);
  headers.set('Content-Type', `multipart/form-data; boundary=${boundary}`);
  const request = new Request(new URL(`${prefix}/api/v1/${operation.name}`, caller.url), {
    method: 'POST',
    headers,
    body: ReadableStream.from(formOf(boundary, options, files)),
    duplex: 'half',
    signal,
  } as RequestInit);
  const { jobId } = (await jsonOf(await surface(request, caller.info))) as { readonly jobId: string };
  const cancel = () => void engine.cancel(jobId).catch(() => {});
  signal.addEventListener('abort', cancel);
  try {
    if (signal.aborted) cancel();
    for (;;) {
      signal.throwIfAborted();
      const job = await engine.get(jobId);
      if (job === null || isFinal(job.state)) break;
      onProgress(job.progress);
      await delay(lookMs, undefined, { signal });
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  const polled = new Request(new URL(`${prefix}/api/v1/jobs/${jobId}`, caller.url), { headers: caller.headers });
  return resultOf((await jsonOf(await surface(polled, caller.info))) as PolledJob);
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

async function readFiles(host: SurfaceOfHost, caller: Caller, given: unknown): Promise<readonly FormFile[]> {
  if (!Array.isArray(given)) throw invalidRequest([{ field: 'files', problem: 'must be a list of files' }]);
  const { maxFiles } = host.engine.limits;
  if (given.length > maxFiles) throw invalidRequest([{ field: 'files', problem: `at most ${maxFiles} allowed` }]);
  return Promise.all(given.map((file: unknown, index) => readFile(host, caller, `files.${index}`, Object(file))));
}

async function readFile(
  { surface, prefix }: SurfaceOfHost,
  caller: Caller,
  field: string,
  { name, data, link }: Readonly<Record<string, unknown>>,
): Promise<FormFile> {
  if (typeof name !== 'string') throw invalidRequest([{ field: `${field}.name`, problem: 'must be a file name' }]);
  if (typeof data === 'string' && link === undefined) return { name, content: Buffer.from(data, 'base64') };
  const path = typeof link === 'string' && data === undefined ? (URL.parse(link)?.pathname ?? '') : '';
  // Of the link only its token is used, with the surface itself: no request leaves this host.
  const [, token] = /\/api\/download\/([\w.~-]+)$/.exec(path) ?? [];
  if (token === undefined) {
    throw invalidRequest([{ field, problem: 'must have data, or the link of a result of this server' }]);
  }
  const response = await surface(new Request(new URL(`${prefix}/api/download/${token}`, caller.url)), caller.info);
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

/** As browsers send names (HTML, multipart form data). */
function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
