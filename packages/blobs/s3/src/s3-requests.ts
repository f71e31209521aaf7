import type { S3Client, ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/client-s3';
import { storageUnavailable } from '@platen/core';
import { timerMs } from '@platen/core/internal';
import { refuseForeignAnswers } from './foreign-answers.ts';
import type { S3Command } from './s3-command.ts';

/** Grants a request this long besides its timeout for each megabyte it carries: a slow link is no outage. */
const msPerMegabyte = 1_000;
const megabyte = 1024 * 1024;

/** Sends requests that end in time. */
export interface Requests {
  /**
   * Sends a command, retries included, which may take the timeout and what its `bytes` grant. Rejects with the reason of
   * `signal`, with what S3 answered below 500, or with `SERVICE_UNAVAILABLE`.
   */
  send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: S3Command<Input, Output>,
    options?: { readonly signal?: AbortSignal | undefined; readonly bytes?: number },
  ): Promise<Output>;
}

export function createRequests(client: S3Client, timeoutMs: number): Requests {
  return {
    async send(command, { signal, bytes = 0 } = {}) {
      signal?.throwIfAborted();
      refuseForeignAnswers(command);
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), timerMs(timeoutMs + (bytes / megabyte) * msPerMegabyte));
      const abortSignal = signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, signal]);
      try {
        return await client.send(command, { abortSignal });
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
