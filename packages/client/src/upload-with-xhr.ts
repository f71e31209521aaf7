import type { AcceptedJob } from './api-types.ts';
import { PlatenError } from './platen-error.ts';
import { readError } from './send-request.ts';
import type { Upload } from './upload-request.ts';

/** What is used of a browser's XMLHttpRequest, which alone reports the progress of an upload. */
interface Xhr {
  readonly upload: {
    onprogress: ((event: { readonly loaded: number; readonly total: number }) => void) | null;
  };
  readonly status: number;
  readonly responseText: string;
  timeout: number;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  ontimeout: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: FormData): void;
  abort(): void;
}

/** Sends a form by XMLHttpRequest, once. Rejects as `sendRequest` does. */
export function uploadWithXhr(
  { url, headers, signal }: Upload,
  form: FormData,
  onProgress: (fraction: number) => void,
  timeoutMs: number,
): Promise<AcceptedJob> {
  const { XMLHttpRequest } = globalThis as unknown as { readonly XMLHttpRequest: new () => Xhr };
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  signal?.throwIfAborted();
  signal?.addEventListener('abort', abort, { once: true });
  return new Promise<void>((resolve, reject) => {
    request.onload = () => resolve();
    request.onerror = () => reject(new PlatenError('NETWORK_ERROR', 'The server could not be reached'));
    request.ontimeout = () => reject(new PlatenError('TIMEOUT', `No answer within ${timeoutMs} ms`));
    request.onabort = () => reject(signal?.reason);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.open('POST', url);
    request.timeout = timeoutMs;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(form);
  })
    .then(async () => {
      const response = responseOf(request);
      if (!response.ok) throw await readError(response);
      return (await response.json()) as AcceptedJob;
    })
    .finally(() => signal?.removeEventListener('abort', abort));
}

function responseOf(request: Xhr): Response {
  const names = ['Content-Type', 'Retry-After', 'X-Correlation-Id'];
  const headers = names.flatMap((name): [string, string][] => {
    const value = request.getResponseHeader(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response(request.responseText, { status: request.status, headers });
}
