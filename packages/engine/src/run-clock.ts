import { timerMs } from '@platen/core/internal';

/**
 * A deadline that counts only the time during which at least one call is running: waiting for a worker is not run time.
 */
export interface RunClock {
  /** Aborts with `reason` once `limitMs` of run time is used up. */
  readonly signal: AbortSignal;
  /** A worker has taken a call; the returned function marks its end. */
  begin(): () => void;
  /** Run time so far, in milliseconds. */
  elapsedMs(): number;
  stop(): void;
}

export function createRunClock(limitMs: number, reason: () => Error): RunClock {
  const controller = new AbortController();
  let active = 0;
  let usedMs = 0;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;

  const pause = () => {
    clearTimeout(timer);
    if (active > 0) usedMs += performance.now() - since;
  };
  const resume = () => {
    if (active === 0) return;
    since = performance.now();
    timer = setTimeout(() => controller.abort(reason()), timerMs(Math.max(0, limitMs - usedMs)));
    timer.unref();
  };

  return {
    signal: controller.signal,
    begin() {
      pause();
      active += 1;
      resume();
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        pause();
        active -= 1;
        resume();
      };
    },
    elapsedMs: () => usedMs + (active > 0 ? performance.now() - since : 0),
    stop: () => clearTimeout(timer),
  };
}
