import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Operation } from '@platen/core';
import type { TortureHost } from './torture-host.ts';

export interface TortureTask {
  readonly file: string;
  readonly operation: Operation;
}

/** How one job of one file ended. */
export interface TortureEnd {
  readonly operation: string;
  readonly fileName: string;
  /** `completed`, the reason or code of a failed job, or the status and code of a refusal. */
  readonly end: string;
  /** Null when the host refused the file. */
  readonly jobId: string | null;
  /** From the upload to the end, waiting included. */
  readonly elapsedMs: number;
}

/** Jobs under way at once: more than there are workers, so that none is ever idle. */
const clients = 4;
const pollMs = 100;

/** Sends every task to the host, a few at a time, and tells of each end as it comes. */
export async function runTortureJobs(
  host: TortureHost,
  tasks: Generator<TortureTask>,
  onEnd: (end: TortureEnd) => Promise<void>,
): Promise<void> {
  const client = async () => {
    for (const { file, operation } of tasks) {
      const start = performance.now();
      const ended = await runJob(host, file, operation).catch((error: unknown) => ({
        end: `unclear: ${String(error)}`,
        jobId: null,
      }));
      const elapsedMs = Math.round(performance.now() - start);
      await onEnd({ operation: operation.name, fileName: basename(file), ...ended, elapsedMs });
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

interface JobAnswer {
  readonly jobId: string;
  readonly statusUrl: string;
  readonly status: string;
  readonly code?: string;
  readonly error?: { readonly code: string; readonly details: { readonly reason?: string } };
}

async function runJob(
  { url, key }: TortureHost,
  file: string,
  operation: Operation,
): Promise<Pick<TortureEnd, 'end' | 'jobId'>> {
  const form = new FormData();
  const data = new Blob([await readFile(file)]);
  for (let count = 0; count < operation.files.min; count += 1) form.append('files', data, basename(file));
  const headers = { 'X-API-Key': key };
  const response = await fetch(`${url}/api/v1/${operation.name}`, { method: 'POST', headers, body: form });
  const { jobId, statusUrl, code } = (await response.json()) as JobAnswer;
  if (response.status !== 202) return { end: `${response.status} ${code}`, jobId: null };
  for (;;) {
    const { status, error } = (await (await fetchAgain(statusUrl, headers)).json()) as JobAnswer;
    if (status === 'failed') return { end: error?.details.reason ?? error?.code ?? 'unclear: no error', jobId };
    if (status !== 'processing') return { end: status, jobId };
    await delay(pollMs);
  }
}

/** Once more, when the connection was closed just as it was used again: with a starved processor that happens. */
function fetchAgain(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { headers }).catch(() => fetch(url, { headers }));
}
