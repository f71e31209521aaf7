import type { JobRecord, NewOutboxMessage, Outbox } from '@platen/core';
import { fromJson } from '@platen/core/sql';
import { nowMs, type Sql, type Transact } from './transactions.ts';

interface OutboxRow {
  readonly id: number;
  readonly job_id: string;
  readonly owner_id: string | null;
  readonly topic: string;
  readonly payload: string;
  readonly created_at: number;
  readonly attempts: number;
}

/** Adds messages within the transaction that ends the job. */
export async function addMessages(
  sql: Sql,
  { id, ownerId }: JobRecord,
  messages: readonly NewOutboxMessage[],
  now: number,
): Promise<void> {
  for (const { topic, payload } of messages) {
    await sql.run(
      `INSERT INTO outbox (job_id, owner_id, topic, payload, created_at, available_at, attempts)
       VALUES ($1, $2, $3, $4, $5, $5, 0)`,
      [id, ownerId, topic, JSON.stringify(payload), now],
    );
  }
}

export function createOutboxTable(transact: Transact): Outbox {
  return {
    async take({ limit, holdMs }) {
      const rows = await transact((sql) =>
        sql.all<OutboxRow>(
          `UPDATE outbox SET attempts = attempts + 1, available_at = ${nowMs} + $2
           WHERE id IN (
             SELECT id FROM outbox WHERE available_at <= ${nowMs} ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
           ) RETURNING *`,
          [limit, holdMs],
        ),
      );
      // RETURNING has no order of its own.
      return rows
        .toSorted((a, b) => a.id - b.id)
        .map((row) => ({
          id: String(row.id),
          jobId: row.job_id,
          ownerId: row.owner_id,
          topic: row.topic,
          payload: fromJson(row.payload),
          createdAt: row.created_at,
          attempts: row.attempts,
        }));
    },

    async postpone(id, delayMs) {
      await transact((sql) =>
        sql.run(`UPDATE outbox SET available_at = ${nowMs} + $2 WHERE id = $1`, [toNumber(id), delayMs]),
      );
    },

    async remove(id) {
      await transact((sql) => sql.run('DELETE FROM outbox WHERE id = $1', [toNumber(id)]));
    },
  };
}

/** Null, which equals nothing, for what no message is called. */
function toNumber(id: string): number | null {
  return /^\d{1,15}$/.test(id) ? Number(id) : null;
}
