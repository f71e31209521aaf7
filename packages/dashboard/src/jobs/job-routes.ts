import { ConversionError, type FieldProblem, invalidRequest, type JobRecord, type Operation } from '@platen/core';
import { readOptionFields } from '@platen/core/internal';
import { jsonReply } from '@platen/http';
import type { Call, Route } from '../call.ts';
import type { Settings } from '../dashboard-options.ts';
import { readJson } from '../read-json.ts';
import { viewJob, viewSummary } from './job-view.ts';
import { readFilter } from './read-filter.ts';

const maxSecretLength = 1_000;
/** One for each file of the largest request by default, and more. */
const maxSecrets = 100;

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
        const id = idOf(call);
        const [job, nodes, canRetry] = await Promise.all([engine.get(id), engine.nodes(), engine.canRetry(id)]);
        const hosts = Object.fromEntries(nodes.map((node) => [node.id, `${node.host} (${node.pid})`]));
        return jsonReply(200, { job: viewJob(found(job)), hosts, canRetry });
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
        const body = await readJson(call.request.message);
        const { keyId, ownerId, operation } = found(await engine.get(idOf(call)));
        const secrets = readSecrets(body, engine.operations.get(operation));
        const owned = ownerId === null ? [] : ((await keys?.list({ ownerId })) ?? []);
        const limits = owned.find(({ id }) => id === keyId)?.limits;
        const quota = limits?.quotaPerMonth === undefined ? quotaPerMonth : limits.quotaPerMonth;
        return jsonReply(200, {
          job: viewJob(found(await engine.retry(idOf(call), { quotaPerMonth: quota, secrets }))),
        });
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

/** Passwords of files were forgotten when the job ended: they may be given again, several where the operation takes several. */
function readSecrets(body: Readonly<Record<string, unknown>>, operation: Operation | undefined) {
  if (operation === undefined) return {};
  const fields = readOptionFields(operation);
  const given = Object.entries(body).filter(([name, value]) => fields.isSecret(name) && value !== null);
  const problems: FieldProblem[] = [];
  const secrets = given.map(([name, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (values.length > maxSecrets || (values.length !== 1 && !fields.isList(name)) || !values.every(isSecretText)) {
      problems.push({ field: name, problem: `must be a text of at most ${maxSecretLength} characters` });
    }
    return [name, fields.isList(name) ? values : values[0]] as const;
  });
  if (problems.length > 0) throw invalidRequest(problems);
  return Object.fromEntries(secrets);
}

function isSecretText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= maxSecretLength;
}

function found(job: JobRecord | null): JobRecord {
  if (job === null) throw notFound();
  return job;
}

function notFound(): ConversionError {
  return new ConversionError('JOB_NOT_FOUND', 'The job no longer exists');
}
