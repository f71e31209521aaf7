import { type BusMessage, ConversionError, type JobBus } from '@platen/core';
import { batchCalls } from '@platen/core/internal';
import type { Pool } from 'pg';
import { createListener } from './listener.ts';
import { createExecute } from './transactions.ts';

/** Messages in one statement, each a notification of its own: PostgreSQL carries 8 000 bytes in one, a message has 1 KB at most. */
const maxBatchSize = 1_000;
/** Messages of a burst that come within this time share a commit: nobody notices the delay. */
const batchIntervalMs = 50;

/** Nothing is left of a notification once it is delivered: the disk need not be waited for. */
const notification = `SELECT pg_notify($1, payload)
  FROM unnest($2::text[]) payload, set_config('synchronous_commit', 'off', true)`;

/**
 * A `JobBus` by NOTIFY and LISTEN on a channel named after the schema. It listens on one connection of `listenPool`, taken by
 * the first subscription and given back by `close`.
 */
export function createNotifyBus(pool: Pool, listenPool: Pool, channel: string, timeoutMs: number): JobBus {
  const listeners = new Set<(message: BusMessage) => void>();
  let isClosed = false;

  const listener = createListener({
    pool: listenPool,
    channel,
    timeoutMs,
    onNotification(payload) {
      const message = JSON.parse(payload) as BusMessage;
      for (const listen of [...listeners]) listen(message);
    },
  });

  const execute = createExecute(pool, timeoutMs);
  const send = batchCalls(
    async (payloads: readonly string[]) => {
      await execute(notification, [channel, payloads]);
      return payloads.map(() => undefined);
    },
    { maxSize: maxBatchSize, intervalMs: batchIntervalMs },
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
