import { type BusMessage, ConversionError, type JobBus } from '@platen/core';
import type { Pool } from 'pg';
import { createListener } from './listener.ts';
import type { Transact } from './transactions.ts';

/** PostgreSQL carries less than 8 000 bytes in a notification; a message has 1 KB at most. */
const maxPerStatement = 1_000;

/**
 * A `JobBus` by NOTIFY and LISTEN on a channel named after the schema. What is published while a statement is under way
 * goes with the next one together, so that a burst costs few. It listens by one connection of the pool, taken by the first
 * subscription and given back by `close`.
 */
export function createNotifyBus(pool: Pool, transact: Transact, channel: string, timeoutMs: number): JobBus {
  const listeners = new Set<(message: BusMessage) => void>();
  let isClosed = false;
  let waiting: string[] = [];
  let flight: Promise<void> | null = null;

  const listener = createListener({
    pool,
    channel,
    timeoutMs,
    onNotification(payload) {
      const message = JSON.parse(payload) as BusMessage;
      for (const listen of [...listeners]) listen(message);
    },
  });

  /** Sends what waits; whoever publishes meanwhile shares the next flight. */
  async function send(previous: Promise<void> | null): Promise<void> {
    await previous?.catch(() => {});
    const payloads = waiting;
    waiting = [];
    await transact(async (sql) => {
      for (let start = 0; start < payloads.length; start += maxPerStatement) {
        await sql.all('SELECT pg_notify($1, payload) FROM unnest($2::text[]) payload', [
          channel,
          payloads.slice(start, start + maxPerStatement),
        ]);
      }
    });
  }

  return {
    async publish(message) {
      if (isClosed) {
        throw new ConversionError('SERVICE_UNAVAILABLE', 'The bus is closed', { details: { reason: 'bus_closed' } });
      }
      waiting.push(JSON.stringify(message));
      if (waiting.length === 1) flight = send(flight);
      await flight;
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
