import { existsSync, readdirSync, readFileSync } from 'node:fs';

const intervalMs = 250;

/**
 * Watches the resident memory of a process's children, this one's when no process is named; `stop` gives the most that one of them
 * had, in MB. Linux alone tells: elsewhere it gives NaN.
 */
export function watchChildMemory(parent: number = process.pid): { stop(): number } {
  let peak = existsSync('/proc/self/status') ? 0 : Number.NaN;
  const look = () => {
    peak = Math.max(peak, ...childMegabytes(parent));
  };
  const timer = setInterval(look, intervalMs);
  return {
    stop() {
      look();
      clearInterval(timer);
      return peak;
    },
  };
}

function childMegabytes(parent: number): readonly number[] {
  if (!existsSync('/proc/self/status')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      const status = readStatus(id);
      const field = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      return field('PPid') === parent ? [field('VmRSS') / 1024] : [];
    });
}

/** Empty for a process that has ended meanwhile. */
function readStatus(id: string): string {
  try {
    return readFileSync(`/proc/${id}/status`, 'utf8');
  } catch {
    return '';
  }
}
