import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ConversionEnd, ConversionsRequest } from './conversions-alone.ts';

/** Processor time that one conversion may take before its process is ended: the machine may be as busy as it likes. */
const mostMs = 30_000;
const looksEveryMs = 1_000;
/** A conversion that takes no processor time for so long waits for something that does not come. */
const mostIdleLooks = 120;

/** Measures conversions in a process of their own; fewer ends than inputs if one of them was ended for taking too long. */
export function measureConversions(request: ConversionsRequest): Promise<readonly ConversionEnd[]> {
  const ends: ConversionEnd[] = [];
  return new Promise((resolve, reject) => {
    const child = fork(new URL('conversions-alone.ts', import.meta.url), [JSON.stringify(request)], {
      execArgv: ['--conditions=@platen/source', '--max-old-space-size=1024'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let begunMs = 0;
    let lastMs = 0;
    let idleLooks = 0;
    const timer = setInterval(() => {
      const usedMs = processorMsOf(child.pid ?? 0);
      idleLooks = usedMs === lastMs ? idleLooks + 1 : 0;
      lastMs = usedMs;
      if (usedMs - begunMs > mostMs || idleLooks > mostIdleLooks) child.kill('SIGKILL');
    }, looksEveryMs);
    child.on('message', (end: ConversionEnd) => {
      ends.push(end);
      begunMs = processorMsOf(child.pid ?? 0);
    });
    child.on('error', reject);
    child.on('exit', () => {
      clearInterval(timer);
      resolve(ends);
    });
  });
}

/** What a process has used, by the hundredths of a second that Linux counts; 0 once it is gone. */
function processorMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return 0;
  }
}
