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

const matching = `
  (:endpointId IS NULL OR endpoint_id = :endpointId) AND (:eventId IS NULL OR event_id = :eventId)
  AND (:states IS NULL OR state IN (SELECT value FROM json_each(:states)))`;

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
      SELECT number FROM webhook_deliveries WHERE state = 'pending' AND updated_at > :now ORDER BY updated_at LIMIT 1000
    )`);
  const settle = database.prepare(`
    UPDATE webhook_deliveries SET state = :state, updated_at = :now, available_at = :availableAt, problem = :problem
    WHERE event_id = :eventId AND endpoint_id = :endpointId`);
  const list = database.prepare(`SELECT * FROM webhook_deliveries WHERE ${matching} ORDER BY number DESC LIMIT :limit`);
  const replay = database.prepare(`
    UPDATE webhook_deliveries
    SET state = 'pending', attempts = 0, begun_at = :now, updated_at = :now, available_at = :now WHERE ${matching}`);
  const purge = database.prepare(`
    DELETE FROM webhook_deliveries WHERE number IN (
      SELECT number FROM webhook_deliveries WHERE state <> 'pending' AND updated_at <= ? ORDER BY updated_at LIMIT ${purgedAtOnce}
    )`);

  const overdue = prepareOverdue(database, 'available_at', 'webhook_deliveries', "state = 'pending'");

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
      return list.all({ ...filterValues(filter), limit }).map((row) => fromDeliveryRow(row as unknown as DeliveryRow));
    },
    replayDeliveries(filter) {
      return Number(replay.run({ ...filterValues(filter), now: clock.now() }).changes);
    },
    purgeDeliveries(ageMs) {
      return Number(purge.run(clock.now() - ageMs).changes);
    },
    overdue: () => overdue(clock.now()),
  };
}

function filterValues({ endpointId, eventId, states }: WebhookDeliveryFilter) {
  return {
    endpointId: endpointId ?? null,
    eventId: eventId ?? null,
    states: states === undefined ? null : JSON.stringify(states),
  };
}
