import type { Pool, PoolClient } from 'pg';

/** Pools that have a listener already: several stores may share one. */
const handled = new WeakSet<Pool>();

/**
 * A lost idle connection is an 'error' event of the pool, which ends the process when nobody listens. The listener stays
 * for the life of the pool: connections are lost after a store was closed, too.
 */
export function ignorePoolErrors(pool: Pool): void {
  if (handled.has(pool)) return;
  handled.add(pool);
  pool.on('error', ignore);
}

/**
 * A client of the pool, or a rejection once `timeoutMs` have passed: a pool without a `connectionTimeoutMillis` waits for
 * ever. A client that comes too late goes back.
 */
export function takeClient(pool: Pool, timeoutMs: number): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error(`no connection within ${timeoutMs} ms`));
    }, timeoutMs);
    pool.connect().then(
      (client) => {
        clearTimeout(timer);
        if (isLate) return client.release();
        client.on('error', ignore);
        resolve(client);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** Gives a client back. One that is broken is closed instead, whatever it waits for. */
export function giveBack(client: PoolClient, isBroken: boolean): void {
  // The pool listens to what is idle; what is being closed may still fail.
  if (!isBroken) client.off('error', ignore);
  client.release(isBroken);
}

/** Whatever the connection was needed for rejects by itself. */
function ignore(): void {}
