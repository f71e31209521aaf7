import { endedJob, type FinishRequest, isHeld, type JobRecord } from '@platen/core';
import * as rows from './job-rows.ts';
import { addMessages } from './outbox-table.ts';
import { giveBackQuotaUnits } from './quota-counts.ts';
import type { Sql } from './transactions.ts';
import { addUsage } from './usage-days.ts';

/** How a job ends: by the node that holds this fence, or by anybody when there is none. */
export interface Ending {
  readonly id: string;
  readonly fence: number | null;
  readonly request: FinishRequest;
}

/** Ends jobs, with all that follows from it; null for those that belong to another node or are final already. */
export async function endJobs(sql: Sql, endings: readonly Ending[]): Promise<readonly (JobRecord | null)[]> {
  const { jobs, now } = await rows.lockJobs(
    sql,
    endings.map(({ id }) => id),
  );
  const seen = new Set<string>();
  const ended = endings.map(({ id, fence, request }) => {
    const before = jobs.get(id);
    if (before === undefined || seen.has(id) || (fence !== null && !isHeld(before.job, fence))) return null;
    const job = endedJob(before.job, request, now);
    if (job === null) return null;
    seen.add(id);
    const { quotaPeriod: unitOf, webhookUrl } = before;
    return { job, unitOf, webhookUrl, messages: request.messages };
  });

  const changes = ended.filter((end) => end !== null);
  rows.replaceJobs(
    sql,
    changes.map(({ job, webhookUrl }) => ({ job, secrets: null, quotaPeriod: null, webhookUrl })),
  );
  const units = changes.flatMap(({ job: { ownerId, state }, unitOf }) =>
    ownerId !== null && unitOf !== null && state !== 'completed' ? [{ ownerId, period: unitOf }] : [],
  );
  giveBackQuotaUnits(sql, units);
  addUsage(
    sql,
    changes.map(({ job }) => job),
  );
  const messages = changes.flatMap(({ job, webhookUrl, messages }) =>
    messages.map((message) => ({ job, webhookUrl, message })),
  );
  addMessages(sql, messages, now);
  return ended.map((end) => end?.job ?? null);
}
