import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { HostReport } from './serve-benchmark.ts';

/** A host under torture, or an idle one beside it. */
export interface TortureHost {
  readonly url: string;
  readonly key: string;
  ask(question: 'reset' | 'report'): Promise<HostReport>;
  stop(): Promise<void>;
}

/** Starts one whose temporary folder is its own, `tmp-<file>` in `folder`, so that what it leaves there is seen. */
export async function startTortureHost(
  file: 'torture-server' | 'plain-server',
  folder: string,
  deadlineMs: number,
): Promise<TortureHost> {
  const ownTemporary = join(folder, `tmp-${file}`);
  await mkdir(ownTemporary);
  const path = fileURLToPath(new URL(`./${file}.ts`, import.meta.url));
  const child = fork(path, [folder, String(deadlineMs)], { env: { ...process.env, TMPDIR: ownTemporary } });
  const [{ url, key }] = (await once(child, 'message')) as [{ url: string; key: string }];
  return {
    url,
    key,
    ask: inTurn(child),
    async stop() {
      child.send('stop');
      await once(child, 'exit');
    },
  };
}

/** One question at a time: the answers do not say what they answer. */
function inTurn(child: ChildProcess): TortureHost['ask'] {
  let last: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = last.then(async () => {
      child.send(question);
      const [report] = (await once(child, 'message')) as [HostReport];
      return report;
    });
    last = answer;
    return answer;
  };
}

const sampleMs = 250;

/** The most memory the host had at a time, looked at until it is stopped. */
export function watchMemory(host: TortureHost): { stop(): Promise<number> } {
  let watching = true;
  const highest = (async () => {
    let bytes = 0;
    for (; watching; await delay(sampleMs)) bytes = Math.max(bytes, (await host.ask('report')).residentBytes);
    return bytes;
  })();
  return {
    stop() {
      watching = false;
      return highest;
    },
  };
}
