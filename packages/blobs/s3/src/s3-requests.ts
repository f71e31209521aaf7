import type { S3Client } from '@aws-sdk/client-s3';
import { storageUnavailable } from '@platen/core';

/** Grants a request this long besides its timeout for each megabyte it carries: a slow link is no outage. */
const msPerMegabyte = 1_000;
const megabyte = 1024 * 1024;

/** What `S3Client.send` takes besides the command. */
export interface SendOptions {
  readonly abortSignal: AbortSignal;
}

/** Sends requests that end in time. */
export interface Requests {
  readonly client: S3Client;
  /**
   * Makes a request, retries included, which may take the timeout and what its `bytes` grant. Rejects with the reason of
   * `signal`, with what S3 answered below 500, or with `SERVICE_UNAVAILABLE`.
   */
  send<Answer>(
    make: (options: SendOptions) => Promise<Answer>,
    options?: { readonly signal?: AbortSignal | undefined; readonly bytes?: number },
  ): Promise<Answer>;
}

export function createRequests(client: S3Client, timeoutMs: number): Requests {
  return {
    client,
    async send(make, { signal, bytes = 0 } = {}) {
      signal?.throwIfAborted();
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), timeoutMs + (bytes / megabyte) * msPerMegabyte);
      const abortSignal = signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, signal]);
      try {
        return await make({ abortSignal });
      } catch (error) {
        signal?.throwIfAborted();
        throw deadline.signal.aborted
          ? storageUnavailable(new Error(`S3 did not answer within ${timeoutMs} ms`))
          : error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
