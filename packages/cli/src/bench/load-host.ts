import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadMessage, LoadSettings } from './load-messages.ts';

/** A host under load, in a process of its own. */
export interface LoadHost extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  /** When a job ended, and whether it failed; of one that has ended already as well. */
  ended(jobId: string): Promise<{ readonly at: number; readonly failed: boolean }>;
  /** Processor time of the host alone, event loop since the last call, and memory. */
  state(): Promise<Extract<LoadMessage, { kind: 'state' }>>;
}

type JobEnd = Extract<LoadMessage, { kind: 'ended' }>;

/** Starts a host with a folder of its own, which is removed with it. */
export async function startLoadHost(settings: Omit<LoadSettings, 'folder'>): Promise<LoadHost> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-load-'));
  const script = createRequire(import.meta.url).resolve('@platen/cli/load-server');
  const child = fork(script, [JSON.stringify({ ...settings, folder })]);
  child.on('error', () => {}); // It ends then, which whoever waits for it is told.
  const ends = new Map<string, PromiseWithResolvers<JobEnd>>();
  const endOf = (jobId: string) => {
    const end = ends.get(jobId) ?? Promise.withResolvers<JobEnd>();
    ends.set(jobId, end);
    return end;
  };
  child.on('message', (message: LoadMessage) => {
    if (message.kind === 'ended') endOf(message.jobId).resolve(message);
  });
  const { url, key } = await heard(child, 'serving');
  return {
    url,
    key,
    pid: child.pid ?? 0,
    ended: (jobId) => endOf(jobId).promise,
    async state() {
      child.send('state');
      return heard(child, 'state');
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function heard<Kind extends LoadMessage['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<LoadMessage, { kind: Kind }>> {
  const { promise, resolve, reject } = Promise.withResolvers<Extract<LoadMessage, { kind: Kind }>>();
  const ended = () => reject(new Error('the host of the load test ended'));
  const listen = (message: LoadMessage) => {
    if (message.kind === kind) resolve(message as Extract<LoadMessage, { kind: Kind }>);
  };
  child.on('message', listen).once('exit', ended);
  try {
    return await promise;
  } finally {
    child.off('message', listen).off('exit', ended);
  }
}
