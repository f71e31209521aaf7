import { vi } from 'vitest';

/** Runs a call on a machine whose clock is off by so much. */
export async function withClockOff<Result>(ms: number, call: () => Promise<Result>): Promise<Result> {
  const dateNow = Date.now;
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => dateNow.call(Date) + ms);
  try {
    return await call();
  } finally {
    spy.mockRestore();
  }
}
