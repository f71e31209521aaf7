import type { Db } from 'pg-boss';

/**
 * The round that owners take turns in, shared by all nodes: the virtual time of start-time fair queueing (P. Goyal,
 * H. Vin, H. Cheng, 1996), with each job of the same weight. It is as far as the last item that was handed out, so that
 * who comes later has its turn in the round that is on, and who waits with many jobs is never passed for ever.
 */
export interface Rounds {
  /** Makes what the round is kept in, once. */
  prepare(): Promise<void>;
  /** As far as the items of this transaction should know: a moment ago is near enough. */
  current(transaction: Db): Promise<number>;
  /** An item of this round was handed out. Nothing is less than what was reached. */
  reached(round: number): Promise<void>;
}

/** Priorities of pg-boss have 32 bits: before they end, what waits is moved back to the first rounds. */
const lastRound = 1_000_000_000;

/** What the slower of two that create the same thing gets (PostgreSQL, Appendix A). */
const uniqueViolation = '23505';

export function createRounds(db: Db, schema: string): Rounds {
  const sequence = `"${schema}".platen_round`;
  let made: Promise<void> | null = null;
  let known = 0;

  /** A sequence, since what is read from it and written to it waits for no transaction. */
  async function make(): Promise<void> {
    const { rows } = await db.executeSql(
      `SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname = $1 AND relname = 'platen_round'`,
      [schema],
    );
    if (rows.length > 0) return;
    // IF NOT EXISTS needs the right to create one even where it exists, and fails where two nodes create one at once.
    await db
      .executeSql(`CREATE SEQUENCE IF NOT EXISTS ${sequence} MINVALUE 0 START 0`, [])
      .catch((error: { readonly code?: unknown }) => {
        if (error.code !== uniqueViolation) throw error;
      });
  }

  async function prepare(): Promise<void> {
    made ??= make();
    await made.catch((error: unknown) => {
      made = null; // The next call tries again.
      throw error;
    });
  }

  /** Two nodes may come here: the second finds nothing that is still so far. */
  async function beginAnew(): Promise<void> {
    await db.executeSql(
      `UPDATE "${schema}".job SET priority = priority + ${lastRound} WHERE state < 'active' AND priority <= -${lastRound / 2}`,
      [],
    );
    await db.executeSql(`SELECT setval('${sequence}', 0)`, []);
    known = 0;
  }

  return {
    prepare,
    async current(transaction) {
      await prepare();
      const { rows } = await transaction.executeSql(`SELECT last_value AS round FROM ${sequence}`, []);
      known = Number(rows[0]?.round ?? known);
      return known;
    },

    async reached(round) {
      if (!(round > known)) return;
      known = round;
      await prepare();
      await db.executeSql(`SELECT setval('${sequence}', $1) FROM ${sequence} WHERE last_value < $1`, [round]);
      if (round >= lastRound) await beginAnew();
    },
  };
}
