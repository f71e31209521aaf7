import type { AcceptedJob } from './api-types.ts';
import type { ResolvedOptions } from './client-options.ts';
import { type FormBody, streamedForm, wholeForm } from './form-body.ts';
import { sendRequest } from './send-request.ts';
import type { Upload } from './upload-request.ts';
import { uploadWithXhr } from './upload-with-xhr.ts';

/**
 * Sends a form once, in the way this runtime is best at: a stream where something is to be streamed or watched and
 * requests can be streamed, an XMLHttpRequest where only that reports progress (browsers), else a FormData.
 */
export async function uploadOnce(options: ResolvedOptions, upload: Upload): Promise<AcceptedJob> {
  const { fields, files, onProgress } = upload;
  const isStreamed = onProgress !== undefined || files.some((part) => !('from' in part || part.body instanceof Blob));
  if (!isStreamed || !canStreamRequests) {
    const form = await wholeForm(fields, files);
    if (onProgress !== undefined && 'XMLHttpRequest' in globalThis) {
      return uploadWithXhr(upload, form.body, onProgress, options.uploadTimeoutMs);
    }
    // There is no progress in between: only the beginning and the end are known.
    onProgress?.(null);
    const accepted = await post(options, upload, form);
    onProgress?.(1);
    return accepted;
  }
  return post(options, upload, streamedForm(fields, files, onProgress ?? (() => {})));
}

async function post(options: ResolvedOptions, { url, headers, signal }: Upload, form: FormBody): Promise<AcceptedJob> {
  const init = { method: 'POST', headers: { ...headers, ...form.headers }, body: form.body, duplex: 'half' as const };
  const settings = { signal, timeoutMs: options.uploadTimeoutMs };
  return sendRequest(options, url, init, settings, (response) => response.json() as Promise<AcceptedJob>);
}

/**
 * Whether `fetch` sends a stream as it comes. A runtime that does asks for `duplex`, but for Cloudflare's, and gives a
 * stream no content type; browsers do so over HTTP/2 only, so there a form is sent whole (https://developer.chrome.com/docs/capabilities/web-apis/fetch-streaming-requests).
 */
const canStreamRequests = (() => {
  if ('XMLHttpRequest' in globalThis) return false;
  let isAskedFor = globalThis.navigator?.userAgent === 'Cloudflare-Workers';
  const init = {
    method: 'POST',
    body: new ReadableStream(),
    get duplex() {
      isAskedFor = true;
      return 'half';
    },
  };
  const hasContentType = new Request('https://platen.invalid', init as RequestInit).headers.has('Content-Type');
  return isAskedFor && !hasContentType;
})();
