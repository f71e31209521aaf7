import type { ErrorBody } from './api-types.ts';
import type { ResolvedOptions } from './client-options.ts';
import { PlatenError } from './platen-error.ts';

export interface RequestSettings {
  readonly signal?: AbortSignal | undefined;
  /** From the call until `read` is through with the answer. */
  readonly timeoutMs: number;
}

/** Sends a request once and reads its answer. Rejects with a `PlatenError` unless that is a success, or with the reason of `signal`. */
export async function sendRequest<Result>(
  options: Pick<ResolvedOptions, 'fetch'>,
  url: string,
  init: RequestInit & { readonly duplex?: 'half' },
  { signal, timeoutMs }: RequestSettings,
  read: (response: Response) => Result | Promise<Result>,
): Promise<Result> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    const signals = [deadline.signal, ...(signal === undefined ? [] : [signal])];
    const response = await options.fetch(url, { ...init, signal: AbortSignal.any(signals) });
    if (!response.ok) throw await readError(response);
    return await read(response);
  } catch (error) {
    signal?.throwIfAborted();
    if (PlatenError.is(error)) throw error;
    if (deadline.signal.aborted) throw new PlatenError('TIMEOUT', `No answer within ${timeoutMs} ms`, { cause: error });
    throw new PlatenError('NETWORK_ERROR', 'The server could not be reached', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The error an answer carries, or what can be said of an answer that is none of Platen's. */
export async function readError(response: Pick<Response, 'status' | 'headers' | 'json'>): Promise<PlatenError> {
  const shared = { status: response.status, retryAfterMs: retryAfterMs(response.headers) };
  const body = await response.json().catch(() => null); // Not JSON: not ours.
  if (!isErrorBody(body)) {
    return new PlatenError(
      'UNEXPECTED_ANSWER',
      `The server answered with status ${response.status}, but not as a Platen server does: check the URL`,
      {
        ...shared,
        correlationId: response.headers.get('X-Correlation-Id') ?? undefined,
      },
    );
  }
  const { code, message, correlationId, details } = body;
  return new PlatenError(code, message, { ...shared, correlationId, details });
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false;
  const { code, message } = body as Partial<ErrorBody>;
  return typeof code === 'string' && typeof message === 'string';
}

/** What `Retry-After` says, in milliseconds: seconds or a date. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('Retry-After');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : undefined;
}
