import { ConversionError, invalidRequest, type JobRecord } from '@platen/core';
import { jsonReply } from '@platen/http';
import type { Call, Route } from '../call.ts';
import type { Settings } from '../dashboard-options.ts';
import { readJson } from '../read-json.ts';
import { viewJob, viewSummary } from './job-view.ts';
import { readFilter } from './read-filter.ts';

/** Jobs: listed, shown, cancelled, run again, removed. */
export function jobRoutes<Source>({ engine, keys, quotaPerMonth }: Settings<Source>): readonly Route[] {
  return [
    {
      method: 'GET',
      path: 'data/jobs',
      access: 'viewer',
      async answer({ query }) {
        const { filter, page } = readFilter(query);
        const { ownerId } = filter;
        const [{ jobs, nextCursor }, counts] = await Promise.all([engine.list(filter, page), engine.counts(ownerId)]);
        return jsonReply(200, { jobs: jobs.map(viewSummary), nextCursor, counts });
      },
    },
    {
      method: 'GET',
      path: 'data/jobs/{id}',
      access: 'viewer',
      async answer(call) {
        const [job, nodes] = await Promise.all([engine.get(idOf(call)), engine.nodes()]);
        const hosts = Object.fromEntries(nodes.map(({ id, host, pid }) => [id, `${host} (${pid})`]));
        return jsonReply(200, { job: viewJob(found(job)), hosts });
      },
    },
    {
      method: 'POST',
      path: 'data/jobs/{id}/cancel',
      access: 'manager',
      answer: async (call) => jsonReply(200, { job: viewJob(found(await engine.cancel(idOf(call)))) }),
    },
    {
      method: 'POST',
      path: 'data/jobs/{id}/retry',
      access: 'manager',
      async answer(call) {
        const password = readPassword(await readJson(call.request.message));
        const { keyId, ownerId } = found(await engine.get(idOf(call)));
        const owned = ownerId === null ? [] : ((await keys?.list({ ownerId })) ?? []);
        const limits = owned.find(({ id }) => id === keyId)?.limits;
        const quota = limits?.quotaPerMonth === undefined ? quotaPerMonth : limits.quotaPerMonth;
        const settings = { quotaPerMonth: quota, ...(password === null ? {} : { secrets: { password } }) };
        return jsonReply(200, { job: viewJob(found(await engine.retry(idOf(call), settings))) });
      },
    },
    {
      method: 'DELETE',
      path: 'data/jobs/{id}',
      access: 'manager',
      async answer(call) {
        if (!(await engine.remove(idOf(call)))) throw notFound();
        return jsonReply(200, {});
      },
    },
  ];
}

function idOf({ parameters }: Call): string {
  return parameters.id ?? '';
}

/** Passwords of files were forgotten when the job ended: one may be given again. */
function readPassword({ password = null }: Readonly<Record<string, unknown>>): string | null {
  if (password === null || (typeof password === 'string' && password.length <= 1_000)) return password;
  throw invalidRequest([{ field: 'password', problem: 'must be a text of at most 1000 characters' }]);
}

function found(job: JobRecord | null): JobRecord {
  if (job === null) throw notFound();
  return job;
}

function notFound(): ConversionError {
  return new ConversionError('JOB_NOT_FOUND', 'There is no such job any more');
}
