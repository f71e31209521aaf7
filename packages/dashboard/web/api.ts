import { signedOut } from './session.ts';

/** An error as the server reports it, or why the server could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly correlationId: string | null;

  constructor(status: number, body: Partial<ApiErrorBody>) {
    super(body.message ?? 'The server did not answer as expected');
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? 'UNKNOWN';
    this.details = body.details ?? {};
    this.correlationId = body.correlationId ?? null;
  }
}

interface ApiErrorBody {
  readonly code: string;
  readonly message: string;
  readonly correlationId: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON, unless it is a file. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** The longest that a page waits for an answer. */
const timeoutMs = 70_000;
/** What other sites cannot set: the server requires it for every change. */
export const changeHeaders: Readonly<Record<string, string>> = { 'X-Platen-Dashboard': '1' };

/** Sends a request to the server of this dashboard, by an address relative to it. Rejects with an `ApiError`. */
export async function api<Answer>(path: string, request: ApiRequest = {}): Promise<Answer> {
  const response = await send(path, request);
  const body: unknown = await response.json().catch(() => ({}));
  return body as Answer;
}

/** The bytes of a file. */
export async function apiBytes(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  return (await send(path, { signal })).arrayBuffer();
}

async function send(path: string, { method = 'GET', body, signal }: ApiRequest): Promise<Response> {
  const deadline = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(`data/${path}`, {
      method,
      credentials: 'same-origin',
      headers: { ...(method === 'GET' ? {} : changeHeaders), ...typeOf(body) },
      body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError(0, { code: 'OFFLINE', message: 'The server cannot be reached' });
  }
  if (response.ok) return response;
  const error = new ApiError(response.status, await response.json().catch(() => ({})));
  if (response.status === 401 && path !== 'session') signedOut();
  throw error;
}

function typeOf(body: unknown): Record<string, string> {
  if (body === undefined) return {};
  return { 'Content-Type': body instanceof Blob ? 'application/octet-stream' : 'application/json' };
}

/** Anything thrown, as something to show. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError(0, { message: thrown instanceof Error ? thrown.message : String(thrown) });
}
