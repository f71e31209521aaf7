import type { DatabaseSync } from 'node:sqlite';
import {
  type Clock,
  purgedAtOnce,
  type WebhookDeliveryFilter,
  type WebhookEndpoint,
  type WebhookStore,
} from '@platen/core';
import { type DeliveryRow, fromDeliveryRow, fromDueRow, fromJson } from '@platen/core/sql';
import { prepareOverdue } from './prepare-overdue.ts';
import type { Table } from './table.ts';
import { createTakeDue } from './take-due.ts';

// Long: the statements of one table.
export function createWebhookTable(database: DatabaseSync, clock: Clock): Table<WebhookStore> {
  const saveEndpoint = database.prepare(`
    INSERT INTO webhook_endpoints (id, owner_id, created_at, endpoint) VALUES (:id, :ownerId, :createdAt, :endpoint)
    ON CONFLICT (id) DO UPDATE SET owner_id = :ownerId, created_at = :createdAt, endpoint = :endpoint`);
  const addEndpoint = database.prepare(`
    INSERT INTO webhook_endpoints (id, owner_id, created_at, endpoint) VALUES (:id, :ownerId, :createdAt, :endpoint)
    ON CONFLICT (id) DO NOTHING`);
  const getEndpoint = database.prepare('SELECT endpoint FROM webhook_endpoints WHERE id = ?');
  const listEndpoints = database.prepare(`
    SELECT endpoint FROM webhook_endpoints WHERE :ownerId IS NULL OR owner_id = :ownerId ORDER BY created_at, rowid`);
  const removeEndpoint = database.prepare('DELETE FROM webhook_endpoints WHERE id = ?');
  const removeDeliveries = database.prepare('DELETE FROM webhook_deliveries WHERE endpoint_id = ?');
  const add = database.prepare(`
    INSERT INTO webhook_deliveries (
      event_id, endpoint_id, url, traceparent, job_id, event, body, created_at, state, attempts, begun_at, updated_at, available_at
    ) VALUES (:eventId, :endpointId, :url, :traceparent, :jobId, :event, :body, :createdAt, 'pending', 0, :now, :now, :now)
    ON CONFLICT DO NOTHING`);
  const takeDue = createTakeDue(database);
  const catchUp = database.prepare(`
    UPDATE webhook_deliveries SET available_at = min(available_at, :now), updated_at = :now WHERE number IN (
      SELECT number FROM webhook_deliveries INDEXED BY webhook_deliveries_ahead
      WHERE state = 'pending' AND updated_at > :now ORDER BY updated_at LIMIT 1000
    )`);
  const settle = database.prepare(`
    UPDATE webhook_deliveries SET state = :state, updated_at = :now, available_at = :availableAt, problem = :problem
    WHERE event_id = :eventId AND endpoint_id = :endpointId`);
  const purge = database.prepare(`
    DELETE FROM webhook_deliveries WHERE number IN (
      SELECT number FROM webhook_deliveries INDEXED BY webhook_deliveries_ended
      WHERE state <> 'pending' AND updated_at <= ? ORDER BY updated_at LIMIT ${purgedAtOnce}
    )`);

  const overdue = prepareOverdue(
    database,
    'available_at',
    'webhook_deliveries',
    'webhook_deliveries_due',
    "state = 'pending'",
  );

  return {
    saveEndpoint(endpoint) {
      const { id, ownerId, createdAt } = endpoint;
      saveEndpoint.run({ id, ownerId, createdAt, endpoint: JSON.stringify(endpoint) });
    },
    addEndpoint(endpoint) {
      const { id, ownerId, createdAt } = endpoint;
      addEndpoint.run({ id, ownerId, createdAt, endpoint: JSON.stringify(endpoint) });
      return fromJson<WebhookEndpoint>(String(getEndpoint.get(id)?.endpoint));
    },
    listEndpoints({ ownerId } = {}) {
      const rows = listEndpoints.all({ ownerId: ownerId ?? null });
      return rows.map(({ endpoint }) => fromJson<WebhookEndpoint>(String(endpoint)));
    },
    removeEndpoint(id) {
      removeDeliveries.run(id);
      return removeEndpoint.run(id).changes === 1;
    },
    addDeliveries(deliveries) {
      const now = clock.now();
      for (const { eventId, endpointId, url, traceparent = null, jobId, event, body, createdAt } of deliveries) {
        add.run({ eventId, endpointId, url, traceparent, jobId, event, body, createdAt, now });
      }
    },
    takeDeliveries(request) {
      const now = clock.now();
      // What was put off before the clock was set back is not put off for that long again. There is nothing of it otherwise.
      catchUp.run({ now });
      return takeDue(request, now).map(fromDueRow);
    },
    settleDelivery(eventId, endpointId, attempt) {
      const now = clock.now();
      const availableAt = attempt.state === 'pending' ? now + attempt.delayMs : now;
      const problem = attempt.state === 'delivered' ? null : attempt.problem;
      settle.run({ eventId, endpointId, state: attempt.state, now, availableAt, problem });
    },
    listDeliveries(filter, limit) {
      const { rows, values } = matching(filter, 'ORDER BY number DESC LIMIT :limit');
      return database
        .prepare(`SELECT * FROM (${rows}) ORDER BY number DESC LIMIT :limit`)
        .all({ ...values, limit })
        .map((row) => fromDeliveryRow(row as unknown as DeliveryRow));
    },
    replayDeliveries(filter) {
      const { rows, values } = matching(filter);
      const { changes } = database
        .prepare(`
          UPDATE webhook_deliveries
          SET state = 'pending', attempts = 0, begun_at = :now, updated_at = :now, available_at = :now
          WHERE number IN (SELECT number FROM (${rows}))`)
        .run({ ...values, now: clock.now() });
      return Number(changes);
    },
    purgeDeliveries(ageMs) {
      return Number(purge.run(clock.now() - ageMs).changes);
    },
    overdue: () => overdue(clock.now()),
  };
}

/**
 * What a filter asks for, as rows, and its values: of each state its own part of an index, of which `bound` takes as many as are
 * needed.
 */
function matching({ endpointId, eventId, states }: WebhookDeliveryFilter, bound = '') {
  const values: Record<string, string> = {
    ...(endpointId === undefined ? {} : { endpointId }),
    ...(eventId === undefined ? {} : { eventId }),
  };
  const conditions = [
    ...(endpointId === undefined ? [] : ['endpoint_id = :endpointId']),
    ...(eventId === undefined ? [] : ['event_id = :eventId']),
  ];
  const from = (state: string | null) => {
    const all = state === null ? conditions : [...conditions, `state = :${state}`];
    const where = all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`;
    return `SELECT * FROM (SELECT * FROM webhook_deliveries ${indexFor(all, eventId)} ${where} ${bound})`;
  };
  if (states === undefined) return { rows: from(null), values };
  for (const [index, state] of states.entries()) values[`state${index}`] = state;
  const parts = states.map((_, index) => from(`state${index}`));
  // Of no state there is nothing.
  return { rows: parts.length === 0 ? `${from(null)} LIMIT 0` : parts.join(' UNION ALL '), values };
}

/** Named, since without statistics SQLite cannot tell which has fewer. */
function indexFor(conditions: readonly string[], eventId: string | undefined): string {
  if (eventId !== undefined || conditions.length === 0) return '';
  const columns = ['endpoint', 'state'].filter((name) => conditions.some((condition) => condition.startsWith(name)));
  return `INDEXED BY webhook_deliveries_by_${columns.join('_')}`;
}
