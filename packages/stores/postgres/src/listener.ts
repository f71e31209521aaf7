import { setTimeout as delay } from 'node:timers/promises';
import type { Notification, Pool, PoolClient } from 'pg';
import { giveBack, ignorePoolErrors, takeClient } from './pooled-client.ts';
import { toStoreError } from './store-unavailable.ts';

/** The channel, its connections, and who is called. */
export interface ListenerSettings {
  readonly pool: Pool;
  readonly channel: string;
  /** How long a connection or an answer may take, in milliseconds. */
  readonly timeoutMs: number;
  onNotification(payload: string): void;
  /** Called when it listens again on a new connection. Notifications may have been lost in the meantime. */
  onReconnected?(): void;
}

/** Listens to a channel while it is open, and replaces its connection if it is lost. */
export interface Listener {
  /** Starts to listen, and resolves once it listens. Rejects with `SERVICE_UNAVAILABLE` if the database is down. */
  open(): Promise<void>;
  /** Stops listening and returns the connection to the pool. */
  close(): Promise<void>;
}

const firstReconnectMs = 100;
const longestReconnectMs = 5_000;
/** A connection that broke without a word, as by a partition, is noticed after this. */
const heartbeatIntervalMs = 5_000;

/** Creates a `Listener` on connections of a pool. It does not close the pool. */
export function createListener(settings: ListenerSettings): Listener {
  const { pool, channel, timeoutMs, onNotification } = settings;
  ignorePoolErrors(pool);
  const closing = new AbortController();
  let opened: Promise<void> | null = null;
  let current: Promise<void> = Promise.resolve();

  async function connect(): Promise<PoolClient> {
    const client = await takeClient(pool, timeoutMs);
    try {
      await within(timeoutMs, client.query(`LISTEN "${channel}"`));
      return client;
    } catch (error) {
      giveBack(client, true);
      throw error;
    }
  }

  /** Resolves when the connection is lost or the listener closes, and closes the connection. */
  async function listenUntilLost(client: PoolClient): Promise<void> {
    const lost = Promise.withResolvers<void>();
    const onLost = () => lost.resolve();
    const onMessage = ({ payload = '' }: Notification) => onNotification(payload);
    client.on('notification', onMessage).on('error', onLost).once('end', onLost);
    closing.signal.addEventListener('abort', onLost);
    const heartbeat = setInterval(() => {
      within(timeoutMs, client.query('SELECT 1')).catch(onLost);
    }, heartbeatIntervalMs).unref();
    await lost.promise;
    clearInterval(heartbeat);
    closing.signal.removeEventListener('abort', onLost);
    client.off('notification', onMessage).off('error', onLost).off('end', onLost);
    giveBack(client, true);
  }

  async function keepListening(first: PoolClient): Promise<void> {
    await listenUntilLost(first);
    for (let waitMs = firstReconnectMs; !closing.signal.aborted; waitMs = Math.min(2 * waitMs, longestReconnectMs)) {
      try {
        const client = await connect();
        waitMs = firstReconnectMs;
        settings.onReconnected?.();
        await listenUntilLost(client);
      } catch {
        // Still down: what the bus would carry meanwhile may be lost.
      }
      await delay(waitMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function begin(): Promise<void> {
    try {
      const client = await connect();
      current = keepListening(client);
    } catch (error) {
      opened = null;
      throw toStoreError(error);
    }
  }

  return {
    open() {
      opened ??= begin();
      return opened;
    },
    async close() {
      await opened?.catch(() => {});
      closing.abort();
      await current;
    },
  };
}

/** Rejects when the answer takes longer. */
async function within<Result>(ms: number, answer: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
