import { jobTransitions } from '@platen/core/internal';
import { errors, json } from '../openapi-answers.ts';
import { jobLinks } from '../openapi-links.ts';
import { pageSize } from './list-query.ts';

const states = Object.keys(jobTransitions);

/** What may be done with a job, whatever it is. */
const next = ['getJob', 'watchJob', 'downloadOutputs', 'cancelJob', 'retryJob', 'deleteJob'];

const jobId = { name: 'jobId', in: 'path', required: true, schema: { type: 'string' } };

/** The routes to manage jobs, as paths of the OpenAPI document. */
// Long: a list.
export function describeManageRoutes({ webhookUrls }: { readonly webhookUrls: boolean }) {
  return {
    '/api/manage/jobs': { get: describeListing() },
    '/api/manage/jobs/{jobId}': {
      get: {
        operationId: 'getManagedJob',
        summary: 'Read a job with its times and sizes',
        parameters: [jobId],
        responses: {
          200: { ...json('The job', 'ManagedJob'), ...jobLinks(next) },
          ...errors(401, 403, 404, 429, 500, 503),
        },
      },
      delete: {
        operationId: 'deleteJob',
        summary: 'Delete a job and its files now',
        description: 'Cancels the job first if it has not ended. Links to its outputs no longer work.',
        parameters: [jobId],
        responses: { 204: { description: 'The job is gone' }, ...errors(401, 403, 404, 429, 500, 503) },
      },
    },
    '/api/manage/jobs/{jobId}/cancel': {
      post: {
        operationId: 'cancelJob',
        summary: 'Cancel a job',
        description: 'A job that has ended does not change: see its `status`.',
        parameters: [jobId],
        responses: {
          200: { ...json('The job as it is now', 'ManagedJob'), ...jobLinks(['retryJob', 'deleteJob']) },
          ...errors(401, 403, 404, 429, 500, 503),
        },
      },
    },
    '/api/manage/jobs/{jobId}/retry': {
      post: {
        operationId: 'retryJob',
        summary: 'Queue a failed or cancelled job again',
        description:
          'The job keeps its id and takes a quota unit. The server must keep the files of failed jobs. Passwords are dropped when a job ends: submit a file that needs one again.',
        parameters: [jobId],
        responses: {
          202: { ...json('The job is queued again', 'ManagedJob'), ...jobLinks(['getManagedJob', 'cancelJob']) },
          ...errors(401, 402, 403, 404, 429, 500, 503),
          409: json('The job has not failed, or its files are gone', 'NotRetryable'),
        },
      },
    },
    '/api/manage/jobs/{jobId}/outputs.zip': {
      get: {
        operationId: 'downloadOutputs',
        summary: 'Download all outputs of a job as one ZIP archive',
        parameters: [jobId],
        responses: {
          200: {
            description: 'The archive',
            content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
          },
          ...errors(401, 403, 404, 410, 429, 500, 503),
        },
      },
    },
    '/api/manage/jobs/{jobId}/events': {
      get: {
        operationId: 'watchJob',
        summary: 'Watch a job by server-sent events',
        description: 'First `job` with the current job, then its changes. The stream ends with the job.',
        parameters: [jobId],
        responses: { 200: eventStream(), ...errors(401, 403, 404, 429, 500, 503) },
      },
    },
    '/api/manage/events': {
      get: {
        operationId: 'watchJobs',
        summary: 'Watch all jobs by server-sent events',
        description: 'First `jobs` with the newest jobs, as in a listing, then every change of every job.',
        responses: { 200: eventStream(), ...errors(401, 403, 429, 500, 503) },
      },
    },
    ...(webhookUrls ? { '/api/manage/webhook-secret': { get: describeWebhookSecret() } } : {}),
  };
}

function describeWebhookSecret() {
  return {
    operationId: 'getWebhookSecret',
    summary: 'Read the secrets that sign webhooks to the URLs of jobs',
    description: 'For the `webhookUrl` of any job of the owner. While secrets overlap, each of them signs.',
    responses: { 200: json('The secrets, the newest first', 'WebhookSecrets'), ...errors(401, 403, 429, 500, 503) },
  };
}

function describeListing() {
  const text = { type: 'string', minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' };
  const optional = (name: string, description: string, schema: object) => ({ name, in: 'query', description, schema });
  return {
    operationId: 'listJobs',
    summary: "List the jobs of the calling key's owner",
    description: 'The jobs that match all parameters. Pass `nextCursor` as `cursor` for the next page.',
    parameters: [
      optional('status', 'One or more of these', { type: 'array', items: { enum: states }, maxItems: 50 }),
      optional('operation', 'One or more of these', { type: 'array', items: text, maxItems: 50 }),
      optional('createdFrom', 'Created at this time or later', { type: 'string', format: 'date-time' }),
      optional('createdBefore', 'Created before this time', { type: 'string', format: 'date-time' }),
      optional('text', 'Part of the name of the first file, or a whole job id or correlation id', text),
      optional('order', 'The jobs that come first', { enum: ['newest', 'oldest'], default: 'newest' }),
      optional('cursor', '`nextCursor` of the previous page', { type: 'string' }),
      optional('limit', 'The number of jobs on a page', {
        type: 'integer',
        minimum: 1,
        maximum: pageSize.max,
        default: pageSize.default,
      }),
    ],
    responses: { 200: json('A page of jobs', 'JobPage'), ...errors(400, 401, 403, 429, 500, 503) },
  };
}

function eventStream() {
  return {
    description:
      'Events `job.queued`, `job.started`, `job.progress`, `job.completed`, `job.failed`, `job.cancelled` and `job.deleted`, each with a ManagedJob as its data',
    // OpenAPI 3.1 has no word for an event, and readers of its documents differ in what they take a schema here for.
    content: { 'text/event-stream': {} },
  };
}
