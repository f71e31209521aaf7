import type { Terminal } from './terminal.ts';

const barWidth = 30;

/** A line that fills up on a terminal, and nothing at all in a pipe. */
export function createProgressBar(title: string, terminal: Terminal) {
  let shown = -1;
  return {
    update(fraction: number): void {
      const percent = Math.floor(fraction * 100);
      if (!terminal.isInteractive || percent === shown) return;
      shown = percent;
      const filled = Math.round(fraction * barWidth);
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
      terminal.status(`${title} ${bar} ${String(percent).padStart(3)} %`.slice(0, terminal.columns - 1));
    },
    clear(): void {
      if (terminal.isInteractive) terminal.status(null);
    },
  };
}
