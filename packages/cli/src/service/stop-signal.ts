import { exitCodes } from '../exit-code.ts';

/** One press of Ctrl-C may arrive twice, from the terminal and from a parent that passes it on. */
const sameSignalMs = 1_000;

/** Resolves to the first signal that asks the process to end. A later one ends it at once. */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | null = null;
    const listen = (signal: string) => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > sameSignalMs) process.exit(exitCodes.interrupted);
      resolve(signal);
    };
    process.on('SIGINT', listen);
    process.on('SIGTERM', listen);
    // The terminal was closed.
    process.on('SIGHUP', listen);
  });
}
