import { ConversionError } from '../errors.ts';
import type { BusMessage, JobBus } from '../job-bus.ts';

/** A `JobBus` for the engines of one process. */
export function createMemoryJobBus(): JobBus {
  const listeners = new Set<(message: BusMessage) => void>();
  let isClosed = false;

  return {
    async publish(message) {
      if (isClosed) {
        throw new ConversionError('SERVICE_UNAVAILABLE', 'The bus is closed', { details: { reason: 'bus_closed' } });
      }
      for (const listener of [...listeners]) listener(message);
    },

    async subscribe(listener) {
      // Each subscription is one of its own, also of a listener that is there already.
      const own = (message: BusMessage) => listener(message);
      listeners.add(own);
      return async () => void listeners.delete(own);
    },

    async close() {
      isClosed = true;
      listeners.clear();
    },
  };
}
