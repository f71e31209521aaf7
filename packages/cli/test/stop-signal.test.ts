import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exitCodes } from '../src/exit-code.ts';
import { stopSignal } from '../src/service/stop-signal.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let before: readonly (readonly [(typeof signals)[number], readonly NodeJS.SignalsListener[]])[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  before = signals.map((signal) => [signal, process.listeners(signal)]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const [signal, listeners] of before)
    for (const listener of process.listeners(signal)) if (!listeners.includes(listener)) process.off(signal, listener);
});

test.each(signals)(
  '%s asks to end; a second signal ends at once, but not one that only comes along',
  async (signal) => {
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const stopped = stopSignal();
    process.emit(signal, signal);
    expect(await stopped).toBe(signal);
    vi.advanceTimersByTime(1_000);
    process.emit('SIGTERM', 'SIGTERM');
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    process.emit('SIGTERM', 'SIGTERM');
    expect(exit).toHaveBeenCalledWith(exitCodes.interrupted);
  },
);
