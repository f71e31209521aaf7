/** Admits a number of callers at a time; the others wait in order of arrival. */
export interface Turns {
  /** Resolves when it is the caller's turn; rejects with the reason of the signal if that aborts first. */
  enter(signal: AbortSignal): Promise<void>;
  /** Ends a turn and passes it to the next caller. */
  leave(): void;
}

/** Turns for `count` callers at a time. */
export function createTurns(count: number): Turns {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return {
    async enter(signal) {
      if (busy < count) {
        busy += 1;
        return;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const abort = () => {
        waiting.splice(waiting.indexOf(resolve), 1);
        reject(signal.reason);
      };
      waiting.push(resolve);
      signal.addEventListener('abort', abort, { once: true });
      await promise.finally(() => signal.removeEventListener('abort', abort));
    },
    leave() {
      const next = waiting.shift();
      if (next === undefined) busy -= 1;
      else next();
    },
  };
}
