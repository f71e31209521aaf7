import type { WebhookDeliveryFilter, WebhookEndpoint, WebhookStore } from '@platen/core';
import { type DeliveryRow, fromDeliveryRow, fromDueRow, fromJson } from '@platen/core/sql';
import { nowMs, type Transact } from './transactions.ts';

const matching = `
  ($1::text IS NULL OR endpoint_id = $1) AND ($2::text IS NULL OR event_id = $2)
  AND ($3::text[] IS NULL OR state = ANY ($3))`;

/** What was put off before the clock was set back is not put off for that long again. */
const due = `state = 'pending' AND (available_at <= ${nowMs} OR updated_at > ${nowMs})`;

// Long: the statements of one table.
export function createWebhookTable(transact: Transact): WebhookStore {
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
        for (const { eventId, endpointId, url, jobId, event, body, createdAt } of deliveries) {
          await sql.run(
            `INSERT INTO webhook_deliveries (
               event_id, endpoint_id, url, job_id, event, body, created_at, state, attempts, begun_at, updated_at,
               available_at
             ) VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', 0, ${nowMs}, ${nowMs}, ${nowMs}) ON CONFLICT DO NOTHING`,
            [eventId, endpointId, url, jobId, event, body, createdAt],
          );
        }
      });
    },

    async takeDeliveries({ limit, perUrl, perOwner, underWay, holdMs }) {
      const rows = await transact((sql) =>
        sql.all<DeliveryRow>(
          // PostgreSQL locks no rows under a window function: they are chosen first, then locked if nobody was quicker.
          `UPDATE webhook_deliveries SET attempts = attempts + 1, available_at = ${nowMs} + $4
           WHERE number IN (
             SELECT number FROM webhook_deliveries
             WHERE ${due} AND number IN (
               SELECT number FROM (
                 SELECT *, row_number() OVER (PARTITION BY owner ORDER BY busy DESC, number) AS owner_place FROM (
                   SELECT *, row_number() OVER (PARTITION BY endpoint_id, url ORDER BY busy DESC, number) AS url_place FROM (
                     SELECT *, coalesce((SELECT owner_id FROM webhook_endpoints WHERE id = endpoint_id), endpoint_id) AS owner,
                       (event_id, endpoint_id) IN (SELECT * FROM unnest($5::text[], $6::text[])) AS busy
                     FROM webhook_deliveries WHERE state = 'pending'
                   ) AS pending WHERE busy OR ${due}
                 ) AS by_url WHERE url_place <= $2
               ) AS by_owner WHERE owner_place <= $3 AND NOT busy ORDER BY number LIMIT $1
             ) FOR UPDATE SKIP LOCKED
           ) RETURNING *`,
          [
            limit,
            perUrl,
            perOwner,
            holdMs,
            underWay.map(({ eventId }) => eventId),
            underWay.map(({ endpointId }) => endpointId),
          ],
        ),
      );
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
      const rows = await transact((sql) =>
        sql.all<DeliveryRow>(`SELECT * FROM webhook_deliveries WHERE ${matching} ORDER BY number DESC LIMIT $4`, [
          ...filterValues(filter),
          limit,
        ]),
      );
      return rows.map(fromDeliveryRow);
    },

    replayDeliveries: (filter) =>
      transact((sql) =>
        sql.run(
          `UPDATE webhook_deliveries SET state = 'pending', attempts = 0, begun_at = ${nowMs}, updated_at = ${nowMs},
             available_at = ${nowMs}
           WHERE ${matching}`,
          filterValues(filter),
        ),
      ),

    purgeDeliveries: (ageMs) =>
      transact((sql) =>
        sql.run(`DELETE FROM webhook_deliveries WHERE state <> 'pending' AND updated_at <= ${nowMs} - $1`, [ageMs]),
      ),
  };
}

function filterValues({ endpointId, eventId, states }: WebhookDeliveryFilter) {
  return [endpointId ?? null, eventId ?? null, states ?? null];
}
