import { ConversionError } from '@platen/core';

/** Waits for so long at most, then rejects with `SERVICE_UNAVAILABLE`. The work itself is not stopped. */
export async function within<Value>(ms: number, what: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new ConversionError('SERVICE_UNAVAILABLE', `${what} takes too long`, { details: { reason: 'too_slow' } }));
    }, ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
