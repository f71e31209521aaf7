import { type ConversionEngine, type ErrorCode, errorTable, isFinal } from '@platen/core';
import { expect } from 'vitest';
import { createAnswerCheck, type OpenApiDocument } from './http-answer-check.ts';
import { type FormPart, multipartBody, multipartType, pdfOf } from './http-multipart.ts';
import type { Site } from './http-site.ts';

/** An answer whose body has been read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The parsed body, or null when it is no JSON. */
  readonly json: JsonBody | null;
}

/** A JSON object; `details` is there when it is an error. */
export interface JsonBody {
  readonly [field: string]: unknown;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Call {
  readonly key?: string | undefined;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A job as a poll shows it. */
export interface PolledJob {
  readonly jobId: string;
  readonly status: 'processing' | 'completed' | 'failed' | 'cancelled';
  readonly progress: number;
  readonly durationMs: number;
  readonly outputs: readonly {
    readonly fileName: string;
    readonly sizeBytes: number;
    readonly contentType: string;
    readonly downloadUrl: string;
    readonly expiresAt: string;
  }[];
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly correlationId: string;
    readonly details: object;
  };
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
}

/** A well-behaved client of a site, which checks every answer against the OpenAPI document as it comes in. */
export interface HttpClient {
  readonly site: Site;
  /** Calls a path below the mount point, or an absolute URL. */
  call(path: string, call?: Call): Promise<Answer>;
  /** Calls and expects the error: its code's status, and a body of exactly the four fields. Returns `details`. */
  expectError(code: ErrorCode, path: string, call?: Call): Promise<JsonBody['details']>;
  submit(key: string, parts?: readonly FormPart[], operation?: string): Promise<Answer>;
  poll(key: string, jobId: string): Promise<PolledJob>;
  /** Submits, expects 202, waits for the end of the job and polls it. */
  runJob(key: string, parts?: readonly FormPart[], operation?: string): Promise<PolledJob>;
}

/** A form that every rule may send: one small PDF. */
export const oneFile: readonly FormPart[] = [{ fileName: 'report.pdf', content: pdfOf(100) }];

/** What `call` needs to send a form. */
export function formCall(
  key: string | undefined,
  parts: readonly FormPart[],
  headers: Readonly<Record<string, string>> = {},
): Call {
  return { key, method: 'POST', headers: { 'Content-Type': multipartType, ...headers }, body: multipartBody(parts) };
}

export async function createHttpClient(site: Site): Promise<HttpClient> {
  const document = (await (await fetch(`${site.baseUrl}/api/openapi.json`)).json()) as OpenApiDocument;
  const checkAnswer = createAnswerCheck(document);

  const call: HttpClient['call'] = async (path, { key, method = 'GET', headers = {}, body } = {}) => {
    const url = new URL(path.startsWith('http') ? path : `${site.baseUrl}${path}`);
    const response = await fetch(url, {
      method,
      headers: { ...(key === undefined ? {} : { 'X-API-Key': key }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const answer = await readAnswer(response);
    expect(answer.headers.get('X-Correlation-Id')).toMatch(/^[\w.-]{1,128}$/);
    checkAnswer(method, url.href.slice(site.baseUrl.length), answer);
    return answer;
  };
  const submit: HttpClient['submit'] = (key, parts = oneFile, operation = 'test/copy') =>
    call(`/api/v1/${operation}`, formCall(key, parts));
  const poll: HttpClient['poll'] = async (key, jobId) => {
    const { status, json } = await call(`/api/v1/jobs/${jobId}`, { key });
    expect(status).toBe(200);
    return json as unknown as PolledJob;
  };

  return {
    site,
    call,
    submit,
    poll,
    async expectError(code, path, settings) {
      const { status, json, headers } = await call(path, settings);
      expect({ status, code: json?.code }).toEqual({ status: errorTable[code].status, code });
      expect(Object.keys(json ?? {})).toEqual(['code', 'message', 'correlationId', 'details']);
      expect(json?.correlationId).toBe(headers.get('X-Correlation-Id'));
      return json?.details ?? {};
    },
    async runJob(key, parts, operation) {
      const { status, json } = await submit(key, parts, operation);
      expect(status, JSON.stringify(json)).toBe(202);
      const jobId = String(json?.jobId);
      await untilFinal(site.engine, jobId);
      return poll(key, jobId);
    },
  };
}

async function readAnswer(response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true && bytes.length > 0;
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    json: isJson ? (JSON.parse(bytes.toString()) as JsonBody) : null,
  };
}

/** Expects of something that comes about by itself, soon on an idle machine. */
export function eventually<Value>(read: () => Value | Promise<Value>): ReturnType<typeof expect.poll> {
  return expect.poll(read, { timeout: 10_000 });
}

/** Resolves once a job has ended, by the engine's own word. */
export async function untilFinal(engine: ConversionEngine, jobId: string): Promise<void> {
  const stops: (() => void)[] = [];
  const ended = new Promise<void>((resolve) => {
    for (const event of ['job-completed', 'job-failed', 'job-cancelled'] as const) {
      stops.push(engine.on(event, ({ id }) => (id === jobId ? resolve() : undefined)));
    }
  });
  const job = await engine.get(jobId);
  if (job !== null && !isFinal(job.state)) await ended;
  for (const stop of stops) stop();
}
