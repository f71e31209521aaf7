import {
  purgedAtOnce,
  type WebhookDeliveryFilter,
  type WebhookDeliveryState,
  type WebhookEndpoint,
  type WebhookStore,
} from '@platen/core';
import { deliveryStates } from '@platen/core/internal';
import { type DeliveryRow, fromDeliveryRow, fromDueRow, fromJson } from '@platen/core/sql';
import { chooseDue, type Walk } from './due-deliveries.ts';
import { overdueIn } from './job-counts.ts';
import { createPlaceholders, type Put } from './placeholders.ts';
import { nowMs, type Sql, type Transact } from './transactions.ts';

/** Rows that one statement of many changes, chosen as an array first: of a subquery the planner may read the whole table. */
const batchSize = 1_000;

/** What was put off before the clock was set back is not put off for that long again. There is nothing of it otherwise. */
const catchUp = `
  UPDATE webhook_deliveries SET available_at = least(available_at, ${nowMs}), updated_at = ${nowMs}
  WHERE number = ANY (ARRAY(
    SELECT number FROM webhook_deliveries
    WHERE state = 'pending' AND updated_at > (SELECT ${nowMs}) ORDER BY updated_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
  ))`;

// Long: the statements of one table.
export function createWebhookTable(transact: Transact): WebhookStore {
  let walkedTo: Walk['walkedTo'] = null;

  return {
    async saveEndpoint(endpoint) {
      await transact((sql) =>
        sql.run(
          `INSERT INTO webhook_endpoints (id, owner_id, created_at, endpoint) VALUES ($1, $2, $3, $4)
           ON CONFLICT (id) DO UPDATE SET owner_id = $2, created_at = $3, endpoint = $4`,
          [endpoint.id, endpoint.ownerId, endpoint.createdAt, JSON.stringify(endpoint)],
        ),
      );
    },

    addEndpoint: (endpoint) =>
      transact(async (sql) => {
        await sql.run(
          `INSERT INTO webhook_endpoints (id, owner_id, created_at, endpoint) VALUES ($1, $2, $3, $4)
           ON CONFLICT (id) DO NOTHING`,
          [endpoint.id, endpoint.ownerId, endpoint.createdAt, JSON.stringify(endpoint)],
        );
        const there = 'SELECT endpoint FROM webhook_endpoints WHERE id = $1';
        const row = await sql.first<{ endpoint: string }>(there, [endpoint.id]);
        return row === undefined ? endpoint : fromJson<WebhookEndpoint>(row.endpoint);
      }),

    async listEndpoints({ ownerId } = {}) {
      const rows = await transact((sql) =>
        sql.all<{ endpoint: string }>(
          `SELECT endpoint FROM webhook_endpoints WHERE $1::text IS NULL OR owner_id = $1 ORDER BY created_at, number`,
          [ownerId ?? null],
        ),
      );
      return rows.map(({ endpoint }) => fromJson<WebhookEndpoint>(endpoint));
    },

    removeEndpoint: (id) =>
      transact(async (sql) => {
        await sql.run('DELETE FROM webhook_deliveries WHERE endpoint_id = $1', [id]);
        return (await sql.run('DELETE FROM webhook_endpoints WHERE id = $1', [id])) === 1;
      }),

    async addDeliveries(deliveries) {
      await transact(async (sql) => {
        for (const { eventId, endpointId, url, jobId, event, body, createdAt, traceparent = null } of deliveries) {
          await sql.run(
            `INSERT INTO webhook_deliveries (
               event_id, endpoint_id, url, job_id, event, body, created_at, traceparent, state, attempts, begun_at,
               updated_at, available_at
             ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', 0, ${nowMs}, ${nowMs}, ${nowMs}) ON CONFLICT DO NOTHING`,
            [eventId, endpointId, url, jobId, event, body, createdAt, traceparent],
          );
        }
      });
    },

    async takeDeliveries(request) {
      const rows = await transact(async (sql) => {
        await sql.run(catchUp);
        const { numbers, ...walk } = await chooseDue(sql, request, walkedTo);
        walkedTo = walk.walkedTo;
        if (numbers.length === 0) return [];
        return sql.all<DeliveryRow>(
          `UPDATE webhook_deliveries SET attempts = attempts + 1, available_at = ${nowMs} + $2
           WHERE number = ANY (ARRAY(
             SELECT number FROM webhook_deliveries
             WHERE number = ANY ($1) AND state = 'pending' AND available_at <= ${nowMs} FOR UPDATE SKIP LOCKED
           )) RETURNING *`,
          [numbers, request.holdMs],
        );
      });
      // RETURNING has no order of its own.
      return rows.toSorted((a, b) => a.number - b.number).map(fromDueRow);
    },

    async settleDelivery(eventId, endpointId, attempt) {
      const delayMs = attempt.state === 'pending' ? attempt.delayMs : 0;
      const problem = attempt.state === 'delivered' ? null : attempt.problem;
      await transact((sql) =>
        sql.run(
          `UPDATE webhook_deliveries
           SET state = $3, updated_at = ${nowMs}, available_at = ${nowMs} + $4, problem = $5
           WHERE event_id = $1 AND endpoint_id = $2`,
          [eventId, endpointId, attempt.state, delayMs, problem],
        ),
      );
    },

    async listDeliveries(filter, limit) {
      const rows = await transact((sql) => listRows(sql, filter, limit));
      return rows.map(fromDeliveryRow);
    },

    async replayDeliveries(filter) {
      let replayed = 0;
      for (const state of filter.states ?? deliveryStates) {
        for (let after = 0, rows: readonly { readonly number: number }[] = []; ; after = rows.at(-1)?.number ?? after) {
          rows = await transact((sql) => replayBatch(sql, filter, state, after));
          replayed += rows.length;
          if (rows.length < batchSize) break;
        }
      }
      return replayed;
    },

    purgeDeliveries: (ageMs) =>
      transact((sql) =>
        sql.run(
          `DELETE FROM webhook_deliveries WHERE number = ANY (ARRAY(
             SELECT number FROM webhook_deliveries
             WHERE state <> 'pending' AND updated_at <= (SELECT ${nowMs}) - $1::bigint ORDER BY updated_at LIMIT ${purgedAtOnce}
           ))`,
          [ageMs],
        ),
      ),

    overdue: () => transact((sql) => overdueIn(sql, 'available_at', 'webhook_deliveries', "state = 'pending'")),
  };
}

/** Of each state its own part of an index, the newest first. */
async function listRows(sql: Sql, filter: WebhookDeliveryFilter, limit: number): Promise<readonly DeliveryRow[]> {
  const { values, put } = createPlaceholders();
  const conditions = toConditions(filter, put);
  const bound = `ORDER BY number DESC LIMIT ${put(limit)}`;
  const rowsWhere = (where: readonly string[]) =>
    `SELECT * FROM webhook_deliveries ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`} ${bound}`;
  if (filter.states === undefined) return sql.all<DeliveryRow>(rowsWhere(conditions), values);
  const parts = filter.states.map((state) => `(${rowsWhere([...conditions, `state = ${put(state)}`])})`);
  if (parts.length === 0) return [];
  return sql.all<DeliveryRow>(`SELECT * FROM (${parts.join(' UNION ALL ')}) AS found ${bound}`, values);
}

/** Makes the next deliveries of a state due: those with a greater number, so many. */
function replayBatch(
  sql: Sql,
  filter: WebhookDeliveryFilter,
  state: WebhookDeliveryState,
  after: number,
): Promise<readonly { readonly number: number }[]> {
  const { values, put } = createPlaceholders();
  const where = [`state = ${put(state)}`, `number > ${put(after)}`, ...toConditions(filter, put)].join(' AND ');
  return sql.all(
    `WITH changed AS (
       UPDATE webhook_deliveries SET state = 'pending', attempts = 0, begun_at = ${nowMs}, updated_at = ${nowMs},
         available_at = ${nowMs}
       WHERE number = ANY (ARRAY(SELECT number FROM webhook_deliveries WHERE ${where} ORDER BY number LIMIT ${batchSize}))
       RETURNING number
     ) SELECT number FROM changed ORDER BY number`,
    values,
  );
}

function toConditions({ endpointId, eventId }: WebhookDeliveryFilter, put: Put): readonly string[] {
  return [
    ...(endpointId === undefined ? [] : [`endpoint_id = ${put(endpointId)}`]),
    ...(eventId === undefined ? [] : [`event_id = ${put(eventId)}`]),
  ];
}
