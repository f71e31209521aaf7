import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** A job that was answered with 202. */
export interface Accepted {
  readonly jobId: string;
  /** Of its input, and so of its output. */
  readonly sha256: string;
}

/** How a submission was answered. */
export interface Answered {
  /** Null when the connection broke. */
  readonly status: number | null;
  /** By the monotonic clock. */
  readonly startedAt: number;
  readonly tookMs: number;
}

/** Clients that submit files one after the other until they are stopped. */
export interface Load {
  readonly accepted: readonly Accepted[];
  readonly answered: readonly Answered[];
  stop(): Promise<void>;
}

const kilobyte = 1024;
const patienceMs = 15_000;

/** `urls` are those of the nodes that take jobs in now; one file in fifty is large enough for a multipart upload. */
export function startLoad(urls: () => readonly string[], key: string, clients: number, pauseMs: number): Load {
  const accepted: Accepted[] = [];
  const answered: Answered[] = [];
  let isRunning = true;

  const client = async () => {
    for (; isRunning; await delay(pauseMs)) {
      const list = urls();
      const url = list[randomInt(list.length)] ?? '';
      const size = randomInt(50) === 0 ? 6_000 * kilobyte : randomInt(1, 60) * kilobyte;
      const startedAt = performance.now();
      const answer = await submit(url, key, pdfOf(size)).catch(() => null);
      answered.push({ status: answer?.status ?? null, startedAt, tookMs: performance.now() - startedAt });
      if (answer?.accepted != null) accepted.push(answer.accepted);
    }
  };
  const running = Array.from({ length: clients }, client);
  return {
    accepted,
    answered,
    async stop() {
      isRunning = false;
      await Promise.all(running);
    },
  };
}

/** Sends one file, to be held for so long by whoever works on it. */
export async function submit(
  url: string,
  key: string,
  file: Buffer,
  holdMs = 0,
  fileName = 'in.pdf',
  headers: Readonly<Record<string, string>> = {},
) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), fileName);
  form.append('holdMs', `${holdMs}`);
  const response = await fetch(`${url}/api/v1/bench/copy`, {
    method: 'POST',
    headers: { 'X-API-Key': key, ...headers },
    body: form,
    signal: AbortSignal.timeout(patienceMs),
  });
  const body = (await response.json()) as { readonly jobId?: string };
  const accepted: Accepted | null =
    response.status === 202 && body.jobId !== undefined ? { jobId: body.jobId, sha256: sha256Of(file) } : null;
  return { status: response.status, accepted };
}

/** Whether the one output of a job has the bytes of its input. */
export async function isOutputRight(url: string, key: string, { jobId, sha256 }: Accepted): Promise<boolean> {
  const answer = await fetch(`${url}/api/v1/jobs/${jobId}`, { headers: { 'X-API-Key': key } });
  const job = (await answer.json()) as { readonly outputs?: readonly { readonly downloadUrl: string }[] };
  if (job.outputs?.length !== 1) return false;
  const download = await fetch(job.outputs[0]?.downloadUrl ?? '');
  return download.ok && sha256Of(Buffer.from(await download.arrayBuffer())) === sha256;
}

/** Looks like a PDF to whoever reads its head. */
export function pdfOf(size: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)]);
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
