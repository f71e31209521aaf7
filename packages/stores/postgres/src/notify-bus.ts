import { type BusMessage, batchCalls, ConversionError, type JobBus } from '@platen/core';
import type { Pool } from 'pg';
import { createListener } from './listener.ts';
import { createTell } from './transactions.ts';

/** PostgreSQL carries less than 8 000 bytes in a notification; a message has 1 KB at most. */
const mostPerStatement = 1_000;
/** Of a burst of messages those of so long go together: nobody sees the difference, and the server commits less often. */
const distanceMs = 50;

/** Nothing is left of a notification once it is delivered: the disk need not be waited for. */
const notification = `SELECT pg_notify($1, payload)
  FROM unnest($2::text[]) payload, set_config('synchronous_commit', 'off', true)`;

/**
 * A `JobBus` by NOTIFY and LISTEN on a channel named after the schema. Messages of a burst go
 * together. It listens by one connection of the pool, taken by the first
 * subscription and given back by `close`.
 */
export function createNotifyBus(pool: Pool, channel: string, timeoutMs: number): JobBus {
  const listeners = new Set<(message: BusMessage) => void>();
  let isClosed = false;

  const listener = createListener({
    pool,
    channel,
    timeoutMs,
    onNotification(payload) {
      const message = JSON.parse(payload) as BusMessage;
      for (const listen of [...listeners]) listen(message);
    },
  });

  const tell = createTell(pool, timeoutMs);
  const send = batchCalls(
    async (payloads: readonly string[]) => {
      await tell(notification, [channel, payloads]);
      return payloads.map(() => undefined);
    },
    { most: mostPerStatement, distanceMs },
  );

  return {
    async publish(message) {
      if (isClosed) {
        throw new ConversionError('SERVICE_UNAVAILABLE', 'The bus is closed', { details: { reason: 'bus_closed' } });
      }
      await send(JSON.stringify(message));
    },

    async subscribe(listen) {
      // Each subscription is one of its own, also of a function that is there already.
      const own = (message: BusMessage) => listen(message);
      await listener.open();
      listeners.add(own);
      return async () => void listeners.delete(own);
    },

    async close() {
      isClosed = true;
      listeners.clear();
      await listener.close();
    },
  };
}
