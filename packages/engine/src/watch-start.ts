import { readdir, readFile } from 'node:fs/promises';

/** What a process may use until it has come up, or has loaded a worker file. */
export interface StartBounds {
  /** Processor time in milliseconds: an endless loop uses ever more. */
  readonly cpuMs: number;
  /** Wall time in milliseconds, where the system does not tell what the process does. */
  readonly timeoutMs: number;
}

const sampleMs = 500;
/**
 * How many samples in a row show a process that hangs: six seconds. Counted in samples, not in time: while this process is
 * paused or gets no processor, it takes none. Of 24 starts at a load of 24 on two cores, half of them at the lowest
 * priority, none had more than one in a row.
 */
const idleSamples = 12;
/** Of the processor times in `stat`: USER_HZ is 100 on every Linux that Node runs on. */
const tickMs = 10;

/**
 * Watches a process while it starts or loads a file, and calls `onHang` once, with what it saw, when it hangs. It hangs when none
 * of its threads runs, waits for a processor or waits for a disk any more, or when it exceeds a bound. A start that is merely slow, on
 * a machine that is busy, always has a thread that waits for one of them. Returns what ends the watch.
 */
export function watchStart(pid: number | undefined, bounds: StartBounds, onHang: (seen: string) => void): () => void {
  let isOver = false;
  let idle = 0;
  let last: ThreadSample | null = null;
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    isOver = true;
    clearTimeout(timer);
    clearTimeout(timeout);
  };
  const hang = (seen: string) => {
    if (isOver) return;
    end();
    onHang(seen);
  };
  const timeout = setTimeout(() => hang(`it took more than ${bounds.timeoutMs / 1_000} s`), bounds.timeoutMs);
  const look = async () => {
    const sample = pid === undefined ? null : await sampleThreads(pid);
    if (isOver) return;
    if (sample !== null) {
      idle = sample.isWaiting && sample.cpuMs === last?.cpuMs ? idle + 1 : 0;
      last = sample;
      if (idle >= idleSamples) return hang(`it did nothing for ${(idleSamples * sampleMs) / 1_000} s`);
      if (sample.cpuMs > bounds.cpuMs) return hang(`it used more than ${bounds.cpuMs / 1_000} s of processor time`);
    }
    timer = setTimeout(look, sampleMs);
  };
  if (process.platform === 'linux') timer = setTimeout(look, sampleMs);
  return end;
}

interface ThreadSample {
  /** Processor time of all threads together. */
  readonly cpuMs: number;
  /** Whether all of them wait for an event, neither for a processor nor for a disk. */
  readonly isWaiting: boolean;
}

/** Null when the process is gone. The fields are those of `/proc/<pid>/task/<tid>/stat` in proc(5). */
async function sampleThreads(pid: number): Promise<ThreadSample | null> {
  try {
    const folder = `/proc/${pid}/task`;
    const threads = await Promise.all(
      (await readdir(folder)).map(async (thread) => {
        const stat = await readFile(`${folder}/${thread}/stat`, 'utf8').catch(() => ''); // It has just ended.
        // The name in parentheses may hold anything.
        const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return { state, ticks: Number(fields[10] ?? 0) + Number(fields[11] ?? 0) };
      }),
    );
    return {
      cpuMs: threads.reduce((sum, { ticks }) => sum + ticks, 0) * tickMs,
      isWaiting: threads.every(({ state }) => state !== 'R' && state !== 'D'),
    };
  } catch {
    return null;
  }
}
