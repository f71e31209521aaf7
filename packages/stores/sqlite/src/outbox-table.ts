import type { DatabaseSync } from 'node:sqlite';
import type { Clock, JobRecord, NewOutboxMessage, Outbox } from '@platen/core';
import { fromJson } from '@platen/core/sql';
import type { Table } from './table.ts';

export interface OutboxTable extends Table<Outbox> {
  /** Within the transaction that ends the job. */
  add(job: JobRecord, messages: readonly NewOutboxMessage[], webhookUrl: string | null): void;
}

export function createOutboxTable(database: DatabaseSync, clock: Clock): OutboxTable {
  const insert = database.prepare(`
    INSERT INTO outbox (job_id, owner_id, webhook_url, topic, payload, created_at, available_at, attempts)
    VALUES (:jobId, :ownerId, :webhookUrl, :topic, :payload, :now, :now, 0)`);
  // What was put in before the clock was set back is due, once, however far ahead its time is.
  const take = database.prepare(`
    UPDATE outbox SET attempts = attempts + 1, available_at = :heldUntil, created_at = min(created_at, :now)
    WHERE id IN (
      SELECT id FROM (
        SELECT * FROM (
          SELECT id FROM outbox INDEXED BY outbox_by_time WHERE available_at <= :now ORDER BY available_at, id LIMIT :limit
        ) UNION SELECT * FROM (
          SELECT id FROM outbox INDEXED BY outbox_by_age WHERE created_at > :now ORDER BY created_at LIMIT :limit
        )
      ) ORDER BY id LIMIT :limit
    ) RETURNING *`);
  const postpone = database.prepare('UPDATE outbox SET available_at = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM outbox WHERE id = ?');

  return {
    add({ id: jobId, ownerId }, messages, webhookUrl) {
      const now = clock.now();
      for (const { topic, payload } of messages) {
        insert.run({ jobId, ownerId, webhookUrl, topic, payload: JSON.stringify(payload), now });
      }
    },
    take({ limit, holdMs }) {
      const now = clock.now();
      const rows = take.all({ now, heldUntil: now + holdMs, limit });
      // RETURNING has no order of its own.
      return rows
        .sort((a, b) => Number(a.id) - Number(b.id))
        .map((row) => ({
          id: String(row.id),
          jobId: String(row.job_id),
          ownerId: row.owner_id === null ? null : String(row.owner_id),
          webhookUrl: row.webhook_url === null ? null : String(row.webhook_url),
          topic: String(row.topic),
          payload: fromJson(String(row.payload)),
          createdAt: Number(row.created_at),
          attempts: Number(row.attempts),
        }));
    },
    postpone(id, delayMs) {
      postpone.run(clock.now() + delayMs, Number(id));
    },
    remove(id) {
      remove.run(Number(id));
    },
  };
}
