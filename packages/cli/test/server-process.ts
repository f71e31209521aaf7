import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { builtCli } from './built-cli.ts';

interface Job {
  readonly jobId: string;
  readonly status: string;
  /** Of an answer that is an error. */
  readonly code?: string;
  readonly error?: {
    readonly code: string;
    readonly details: { readonly reason?: string; readonly attempts?: number };
  };
  readonly outputs?: readonly { readonly contentType: string; readonly downloadUrl: string }[];
}

/** A `platen serve` in a process of its own, on a free port, with what a client does with it. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** The first key; empty when none was created. */
  readonly key: string;
  readonly greeting: readonly string[];
  /** The lines it has logged so far: errors only. */
  readonly errors: readonly string[];
  isAlive(): boolean;
  /** Sends so many sample files and returns the id of the job. */
  submit(key: string, operation: string, files: number, fields?: Readonly<Record<string, string>>): Promise<string>;
  /** Waits until the job has ended. */
  poll(key: string, jobId: string): Promise<Job>;
  anyCompleted(key: string, jobIds: readonly (string | undefined)[]): Promise<boolean>;
  /** Sends the signal and resolves to the exit code; null when killed. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts it with `data` in the folder and waits until it says where it is. */
export async function startServer(folder: string, ...flags: readonly string[]): Promise<ServerProcess> {
  const args = [builtCli, 'serve', '--port', '0', '--data', join(folder, 'data'), ...flags];
  const child = spawn(process.execPath, [...args, '--log-level', 'error'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    errors.push(line);
    console.error(line);
  });
  const exit = once(child, 'exit');
  const greeting = await readGreeting(child);
  const text = greeting.join('\n');
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '';
  const keyFile = /API key: in (\S+)/.exec(text)?.[1];
  const key = keyFile === undefined ? '' : (await readFile(keyFile, 'utf8')).trim();

  async function get(apiKey: string, jobId: string): Promise<Job> {
    const response = await fetch(`${url}/api/v1/jobs/${jobId}`, { headers: { 'X-API-Key': apiKey } });
    return (await response.json()) as Job;
  }

  return {
    url,
    pid: child.pid ?? 0,
    key,
    greeting,
    errors,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async submit(apiKey, operation, files, fields = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      for (let index = 0; index < files; index += 1) {
        form.append('files', new Blob([new Uint8Array(samplePdf(`file ${index}`))]), `file-${index}.pdf`);
      }
      const headers = { 'X-API-Key': apiKey };
      const response = await fetch(`${url}/api/v1/${operation}`, { method: 'POST', headers, body: form });
      if (response.status !== 202) throw new Error(await response.text());
      return ((await response.json()) as Job).jobId;
    },
    async poll(apiKey, jobId) {
      for (;;) {
        const job = await get(apiKey, jobId);
        if (job.status !== 'processing') return job;
        await delay(200);
      }
    },
    async anyCompleted(apiKey, jobIds) {
      const jobs = await Promise.all(jobIds.map((jobId) => get(apiKey, String(jobId))));
      return jobs.some(({ status }) => status === 'completed');
    },
    async stop(signal) {
      child.kill(signal);
      const [code] = (await exit) as [number | null];
      return code;
    },
  };
}

/** Until the lines to paste are there, or those of a later start. */
async function readGreeting(child: ChildProcess): Promise<readonly string[]> {
  if (child.stdout === null) throw new TypeError('the child has no output');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith('  curl -sS -o ') || line.startsWith('Keys:')) return lines;
  }
  throw new Error(`the server ended early: ${lines.join('\n')}`);
}
