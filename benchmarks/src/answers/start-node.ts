import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./answering-node.ts', import.meta.url));
const ticksPerSecond = 100;

/** A node over a store at this place. */
export async function startNode(kind: 'postgres' | 'sqlite', place: string, folder: string) {
  const child = fork(script, [kind, place, folder], { execArgv: ['--conditions=@platen/source'] });
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`a node ended with ${code}`)));
  failed.catch(() => {}); // It is ended by us later.
  const [ready] = (await Promise.race([once(child, 'message'), failed])) as [
    { readonly url: string; readonly openMs: number; readonly startMs: number },
  ];
  return {
    ...ready,
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    async end() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** Processor time of a process and its threads, from /proc; of children that ended as well when asked for. 0 for one that is gone. */
export function cpuMsOf(pid: number, withChildren = false): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const ticks = fields.slice(11, withChildren ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
    return (ticks / ticksPerSecond) * 1_000;
  } catch {
    return 0;
  }
}
