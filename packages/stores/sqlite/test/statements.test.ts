import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { systemClock } from '@platen/core';
import { expect, test } from 'vitest';
import { createJobTable } from '../src/job-table.ts';
import { migrations } from '../src/migrations.ts';
import { createOutboxTable } from '../src/outbox-table.ts';
import { createWebhookTable } from '../src/webhook-table.ts';

/** The plan of each statement that is prepared for reading or changing tables that grow with history. */
function plansOf(prepareAll: (database: DatabaseSync) => unknown): readonly (readonly [string, string])[] {
  const database = new DatabaseSync(':memory:');
  for (const step of migrations) database.exec(step);
  const prepared: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = (text: string): StatementSync => {
    prepared.push(text.replaceAll(/\s+/g, ' ').trim());
    return prepare(text);
  };
  prepareAll(database);
  return prepared.map((text) => [
    text,
    prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map(({ detail }) => detail)
      .join('; '),
  ]);
}

/** Reads or sorts every row of a table that grows with history. */
function isCostly([text, plan]: readonly [string, string]): boolean {
  // That index has what is unfinished alone.
  if (/SCAN (jobs|webhook_deliveries|outbox)\b(?! USING COVERING INDEX jobs_backlog)/.test(plan)) return true;
  // No more rows are sorted than are taken, and of endpoints there are few.
  const isSmall = /LIMIT :limit ?\)/.test(text) || /FROM webhook_endpoints WHERE :/.test(text);
  return plan.includes('TEMP B-TREE') && !isSmall;
}

test('no statement about jobs reads or sorts what grows', () => {
  const plans = plansOf((database) =>
    createJobTable(database, systemClock, createOutboxTable(database, systemClock), () => {}),
  );
  expect(plans.length).toBeGreaterThan(5);
  expect(plans.filter(isCostly)).toEqual([]);
});

test('no statement about webhooks reads or sorts what grows', () => {
  const plans = plansOf((database) => {
    const { listDeliveries, replayDeliveries } = createWebhookTable(database, systemClock);
    for (const filter of [
      { states: ['parked', 'pending'] },
      { endpointId: 'endpoint' },
      { endpointId: 'endpoint', states: ['parked'] },
    ] as const) {
      listDeliveries(filter, 10);
      replayDeliveries(filter);
    }
  });
  expect(plans.length).toBeGreaterThan(15);
  expect(plans.filter(isCostly)).toEqual([]);
});
