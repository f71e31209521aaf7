import { ConversionError } from '@platen/core';

/**
 * Runs so many at once, and has so many wait: a further one is refused with `SERVICE_UNAVAILABLE`. Each piece of work
 * ends by a deadline of its own, and so does the waiting for it.
 */
export function createBoundedWork(atOnce: number, maxWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) {
        throw new ConversionError('SERVICE_UNAVAILABLE', 'Too many previews are being drawn: try again in a moment', {
          details: { reason: 'busy' },
        });
      }
      // Work that ends passes its place on.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
