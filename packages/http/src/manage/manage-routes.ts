import { ConversionError, type JobWebhooks, type Principal, summarizeJob } from '@platen/core';
import { jobNotFound } from '@platen/core/internal';
import { isStillFrom } from '../authenticate.ts';
import { attachment } from '../content-disposition.ts';
import type { Exchange } from '../exchange.ts';
import type { HttpReply } from '../http-message.ts';
import { jsonReply } from '../json-reply.ts';
import { findOwnJob } from '../own-job.ts';
import { quotaLimit } from '../quota.ts';
import { checkScope, checkWebhookScope, coversJob, listableOperations } from '../scope.ts';
import type { Surface } from '../surface-options.ts';
import type { EventStreams } from './event-streams.ts';
import { createJobArchive } from './job-archive.ts';
import { readListQuery } from './list-query.ts';
import { describeManagedJob } from './managed-job.ts';

/** A route for key holders. */
export interface ManageRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly answer: (exchange: Exchange, principal: Principal, jobId: string) => Promise<HttpReply>;
}

/** The routes by which owners look at their jobs and change them: opt-in, beside the interface. */
export function createManageRoutes(surface: Surface, streams: EventStreams): readonly ManageRoute[] {
  const { engine } = surface;
  const job = '/api/manage/jobs/{jobId}';
  const list = async (principal: Principal, url: string) => {
    const { filter, page } = readListQuery(url);
    const operations = listableOperations(principal, filter.operations, engine.operations.keys());
    const mine = { ...filter, ...(operations === undefined ? {} : { operations }), ownerId: principal.ownerId };
    const { jobs, nextCursor } = await engine.list(mine, page);
    return { jobs: jobs.map(describeManagedJob), nextCursor };
  };
  const find = async (principal: Principal, jobId: string) =>
    describeManagedJob(summarizeJob(await findOwnJob(surface, principal, jobId)));

  return [
    {
      method: 'GET',
      path: '/api/manage/jobs',
      answer: async ({ request }, principal) => jsonReply(200, await list(principal, request.url)),
    },
    { method: 'GET', path: job, answer: async (_, principal, jobId) => jsonReply(200, await find(principal, jobId)) },
    {
      method: 'DELETE',
      path: job,
      async answer(_, principal, jobId) {
        await findOwnJob(surface, principal, jobId, 'jobs:delete');
        if (!(await engine.remove(jobId))) throw jobNotFound();
        return { status: 204, headers: { 'Cache-Control': 'no-store' }, body: null };
      },
    },
    { method: 'POST', path: `${job}/cancel`, answer: (_, principal, jobId) => cancel(surface, principal, jobId) },
    { method: 'POST', path: `${job}/retry`, answer: (_, principal, jobId) => retry(surface, principal, jobId) },
    {
      method: 'GET',
      path: `${job}/outputs.zip`,
      answer: (exchange, principal, jobId) => sendArchive(surface, exchange, principal, jobId),
    },
    {
      method: 'GET',
      path: `${job}/events`,
      async answer(exchange, principal, jobId) {
        await findOwnJob(surface, principal, jobId);
        if (exchange.request.method === 'HEAD') return streamReply(null);
        const readState = async () => {
          const data = await find(principal, jobId);
          return { name: 'job', data, jobs: [data] };
        };
        return streamReply(await streams.open({ ...listener(surface, exchange, principal), jobId, readState }));
      },
    },
    {
      method: 'GET',
      path: '/api/manage/events',
      async answer(exchange, principal) {
        if (exchange.request.method === 'HEAD') return streamReply(null);
        const readState = async () => {
          const data = await list(principal, '');
          return { name: 'jobs', data, jobs: data.jobs };
        };
        return streamReply(await streams.open({ ...listener(surface, exchange, principal), jobId: null, readState }));
      },
    },
    ...(engine.jobWebhooks === null ? [] : [webhookSecretRoute(engine.jobWebhooks)]),
  ];
}

/** Who listens, and whether that is still so: a key that is revoked or expires ends the streams it opened. */
function listener(surface: Surface, exchange: Exchange, principal: Principal) {
  const { ownerId } = principal;
  const isAllowed = () => isStillFrom(surface, exchange, principal);
  const mayRead = (operation: string) => coversJob(principal, 'jobs:read', operation);
  return { ownerId, isAllowed, mayRead };
}

/** What signs the webhooks to the URLs of jobs: whoever submits them has to know it. */
function webhookSecretRoute(webhooks: JobWebhooks): ManageRoute {
  return {
    method: 'GET',
    path: '/api/manage/webhook-secret',
    async answer(_, principal) {
      checkWebhookScope(principal);
      const secrets = (await webhooks.secretsOf(principal.ownerId)).map(({ secret, expiresAt }) => ({
        secret,
        expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      }));
      return jsonReply(200, { secrets });
    },
  };
}

async function cancel(surface: Surface, principal: Principal, jobId: string): Promise<HttpReply> {
  await findOwnJob(surface, principal, jobId, 'jobs:delete');
  const job = await surface.engine.cancel(jobId);
  if (job === null) throw jobNotFound();
  return jsonReply(200, describeManagedJob(summarizeJob(job)));
}

/** A retry runs the operation again: it takes what a submission takes, a scope and a quota unit. */
async function retry(surface: Surface, principal: Principal, jobId: string): Promise<HttpReply> {
  const { operation } = await findOwnJob(surface, principal, jobId);
  checkScope(principal, operation);
  const job = await surface.engine.retry(jobId, { quotaPerMonth: quotaLimit(surface, principal) });
  if (job === null) throw jobNotFound();
  return jsonReply(202, describeManagedJob(summarizeJob(job)));
}

async function sendArchive(
  surface: Surface,
  { request }: Exchange,
  principal: Principal,
  jobId: string,
): Promise<HttpReply> {
  const job = await findOwnJob(surface, principal, jobId);
  if (job.state !== 'completed') {
    throw new ConversionError('NOT_FOUND', `The job is ${job.state}: only a completed one has outputs`);
  }
  const damaged = job.outputs.find(({ isDamaged }) => isDamaged === true);
  // Rejects as a download of it does.
  if (damaged !== undefined) await surface.engine.open(jobId, job.outputs.indexOf(damaged));
  const body = () =>
    createJobArchive({
      files: job.outputs,
      modifiedAt: new Date(job.finishedAt ?? job.updatedAt),
      open: (index) => surface.engine.open(jobId, index),
      onError: (error) => reportBrokenArchive(surface, jobId, error),
    });
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': attachment(`${jobId}.zip`),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
  };
  return { status: 200, headers, body: request.method === 'HEAD' ? null : body() };
}

/** An owner may delete a job whose archive is on its way: no fault of the service. */
function reportBrokenArchive({ logger }: Surface, jobId: string, error: unknown): void {
  const level = ConversionError.is(error) && error.code === 'NOT_FOUND' ? 'warn' : 'error';
  logger[level]({ err: error, jobId }, 'an archive of outputs broke off');
}

/** Neither a middleware that compresses nor a proxy may hold events back. */
function streamReply(body: HttpReply['body']): HttpReply {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      'X-Content-Type-Options': 'nosniff',
    },
    body,
  };
}
