import type { JobRecord, JobStore } from '@platen/core';
import { counted, internalFailures } from '@platen/core/internal';

/** As many of the newest jobs that ended are looked at: records of more are rarely kept, and each is read. */
const lookedAt = 500;

/** How many of the newest jobs met a fault of the software, with the newest of these. */
export async function describeFailures(jobs: Pick<JobStore, 'list' | 'get'>): Promise<string> {
  const { jobs: ended } = await jobs.list({ states: ['completed', 'failed'] }, { limit: lookedAt });
  let affected = 0;
  let newest: string | null = null;
  for (const { id } of ended) {
    const job = await jobs.get(id);
    const said = job === null ? null : failureOf(job);
    if (said === null) continue;
    affected += 1;
    newest ??= said;
  }
  if (newest === null) return `none in the newest ${counted(ended.length, 'job')}`;
  return `in ${affected} of the newest ${counted(ended.length, 'job')}, the last: ${newest}; the log has its stack`;
}

function failureOf(job: JobRecord): string | null {
  const { failed, caught } = internalFailures(job);
  const message = failed ?? caught[0];
  if (message === undefined) return null;
  const at = job.finishedAt === null ? '' : `${new Date(job.finishedAt).toISOString()}, `;
  return `${at}${job.operation}, job ${job.id}: ${message}`;
}
