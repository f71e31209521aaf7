import { invalidRequest, type JobCounts, type UsageRow } from '@platen/core';
import { dayOf } from '@platen/core/internal';
import { jsonReply } from '@platen/http';
import type { Route } from './call.ts';
import type { Settings } from './dashboard-options.ts';

const dayMs = 86_400_000;
const maxDays = 92;
/** Owners of one answer, the busiest first. */
const maxOwners = 25;
const summed = ['completed', 'failed', 'cancelled', 'processingMs', 'inputBytes', 'outputBytes'] as const;

/** What jobs came to: a sum for each day and operation, and how far the busiest owners got with their quota. */
export function usageRoute<Source>({ engine, keys, clock, quotaPerMonth }: Settings<Source>): Route {
  return {
    method: 'GET',
    path: 'data/usage',
    access: 'viewer',
    async answer({ query }) {
      const days = readDays(query);
      const now = clock.now();
      const [fromDay, toDay] = [dayOf(now - (days - 1) * dayMs), dayOf(now)];
      const rows = await engine.usage({ fromDay, toDay });
      const owners = sumBy(rows, ({ ownerId }) => JSON.stringify(ownerId)).toSorted((a, b) => jobsOf(b) - jobsOf(a));
      const records = (await keys?.list()) ?? [];
      const busiest = await Promise.all(
        owners.slice(0, maxOwners).map(async ({ day: _, operation: __, ...sums }) => {
          const { ownerId } = sums;
          const own = records.filter((key) => key.ownerId === ownerId && key.revokedAt === null);
          // A key of the owner that says nothing of it takes the default.
          const quotas = own.map(({ limits }) =>
            limits.quotaPerMonth === undefined ? quotaPerMonth : limits.quotaPerMonth,
          );
          const limit = quotas.includes(null) || quotas.length === 0 ? null : Math.max(...quotas.map(Number));
          const { quotaUsed, quotaResetsAt } = await engine.standing(ownerId);
          return { ...sums, quota: { used: quotaUsed, limit, resetsAt: quotaResetsAt } };
        }),
      );
      const byDay = sumBy(rows, ({ day, operation }) => `${day} ${operation}`).map(({ ownerId: _, ...sums }) => sums);
      return jsonReply(200, { fromDay, toDay, byDay, owners: busiest, ownerCount: owners.length });
    },
  };
}

function readDays(query: URLSearchParams): number {
  const days = Number(query.get('days') ?? 30);
  if (Number.isInteger(days) && days >= 1 && days <= maxDays) return days;
  throw invalidRequest([{ field: 'days', problem: `must be 1 to ${maxDays}` }]);
}

function jobsOf({ completed, failed, cancelled }: Pick<UsageRow, keyof UsageRow & keyof JobCounts>): number {
  return completed + failed + cancelled;
}

/** One row for each group, with the names of its first row. */
function sumBy(rows: readonly UsageRow[], groupOf: (row: UsageRow) => string): readonly UsageRow[] {
  return [...Map.groupBy(rows, groupOf).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first, ...sum(group) }];
  });
}

function sum(rows: readonly UsageRow[]): Pick<UsageRow, (typeof summed)[number]> {
  const total = { completed: 0, failed: 0, cancelled: 0, processingMs: 0, inputBytes: 0, outputBytes: 0 };
  for (const row of rows) for (const name of summed) total[name] += row[name];
  return total;
}
