import { readdirSync, readFileSync } from 'node:fs';

const intervalMs = 250;

/** Watches the resident memory of this process's children (Linux); `stop` gives the most that one of them had, in MB. */
export function watchChildMemory(): { stop(): number } {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, ...childMegabytes());
  }, intervalMs);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

function childMegabytes(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      const status = readStatus(id);
      const field = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      return field('PPid') === process.pid ? [field('VmRSS') / 1024] : [];
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
