import type { JobRecord, NewOutboxMessage, Outbox } from '@platen/core';
import { fromJson } from '@platen/core/sql';
import { nowMs, type Sql, type Transact, toRecordset } from './transactions.ts';

interface OutboxRow {
  readonly id: number;
  readonly job_id: string;
  readonly owner_id: string | null;
  readonly webhook_url: string | null;
  readonly topic: string;
  readonly payload: string;
  readonly created_at: number;
  readonly attempts: number;
}

/** A message of a job that ends. */
export interface JobMessage {
  readonly job: JobRecord;
  /** The URL the job was submitted with. */
  readonly webhookUrl: string | null;
  readonly message: NewOutboxMessage;
}

/** Adds messages, in their order, within the transaction that ends the jobs. */
export function addMessages(sql: Sql, messages: readonly JobMessage[], now: number): void {
  if (messages.length === 0) return;
  const rows = messages.map(({ job, webhookUrl, message: { topic, payload } }) => ({
    job_id: job.id,
    owner_id: job.ownerId,
    webhook_url: webhookUrl,
    topic,
    payload: JSON.stringify(payload),
  }));
  sql.send(
    `INSERT INTO outbox (job_id, owner_id, webhook_url, topic, payload, created_at, available_at, attempts)
     SELECT job_id, owner_id, webhook_url, topic, payload, $2, $2, 0 FROM json_populate_recordset(NULL::outbox, $1)`,
    [toRecordset(rows), now],
  );
}

export function createOutboxTable(transact: Transact): Outbox {
  return {
    // What was put in before the clock was set back is due, once, however far ahead its time is. More are looked at than are
    // taken: others may be taking the first. Whether one is due is asked again of the row that is locked: another sender may
    // have taken it since it was looked at.
    async take({ limit, holdMs }) {
      const rows = await transact((sql) =>
        sql.all<OutboxRow>(
          `UPDATE outbox SET attempts = attempts + 1, available_at = ${nowMs} + $2, created_at = least(created_at, ${nowMs})
           WHERE id = ANY (ARRAY(
             SELECT id FROM outbox WHERE id = ANY (ARRAY(
               (SELECT id FROM outbox WHERE available_at <= (SELECT ${nowMs}) ORDER BY available_at, id LIMIT 4 * $1)
               UNION (SELECT id FROM outbox WHERE created_at > (SELECT ${nowMs}) ORDER BY created_at LIMIT $1)
             )) AND (available_at <= ${nowMs} OR created_at > ${nowMs}) ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
           )) RETURNING *`,
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
          webhookUrl: row.webhook_url,
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
