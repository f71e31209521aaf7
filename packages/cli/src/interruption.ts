import { type ExitCode, exitCodes } from './exit-code.ts';

/** What ends a command early: Ctrl-C, a request to end, a terminal that was closed. */
const codes = {
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
  SIGHUP: exitCodes.hungUp,
} as const;
const signalNames = Object.keys(codes) as (keyof typeof codes)[];

/** Notices the first signal, until it is disposed of. A second one ends the process at once. */
export interface Interruption extends Disposable {
  /** Aborts with it. */
  readonly signal: AbortSignal;
  /** What the command ends with then; null while there was none. */
  exitCode(): ExitCode | null;
}

export function watchForInterruption(): Interruption {
  const controller = new AbortController();
  let code: ExitCode | null = null;
  const stopListening = () => {
    for (const name of signalNames) process.removeListener(name, interrupt);
  };
  const interrupt = (name: keyof typeof codes) => {
    stopListening();
    code = codes[name];
    controller.abort();
  };
  for (const name of signalNames) process.on(name, interrupt);
  return { signal: controller.signal, exitCode: () => code, [Symbol.dispose]: stopListening };
}
