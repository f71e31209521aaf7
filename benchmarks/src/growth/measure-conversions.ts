import { fork } from 'node:child_process';
import type { ConversionEnd, ConversionsRequest } from './conversions-alone.ts';

/** How long one conversion may take before its process is ended, in milliseconds of real time. */
const silenceMs = 120_000;

/** Measures conversions in a process of their own; fewer ends than inputs if one of them was ended for taking too long. */
export function measureConversions(request: ConversionsRequest): Promise<readonly ConversionEnd[]> {
  const ends: ConversionEnd[] = [];
  return new Promise((resolve, reject) => {
    const child = fork(new URL('conversions-alone.ts', import.meta.url), [JSON.stringify(request)], {
      execArgv: ['--conditions=@platen/source', '--max-old-space-size=1024'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const giveUp = () => child.kill('SIGKILL');
    let timer = setTimeout(giveUp, silenceMs);
    child.on('message', (end: ConversionEnd) => {
      ends.push(end);
      clearTimeout(timer);
      timer = setTimeout(giveUp, silenceMs);
    });
    child.on('error', reject);
    child.on('exit', () => {
      clearTimeout(timer);
      resolve(ends);
    });
  });
}
