import { errorTable } from '@platen/core';
import { jobTransitions } from '@platen/core/internal';

/** Codes that no route of this interface answers with. */
const outsideCodes = new Set(['CANCELLED', 'NOT_RETRYABLE']);

const count = { type: 'integer', minimum: 0 };
const time = { type: 'string', format: 'date-time' };
const timeOrNull = { type: ['string', 'null'], format: 'date-time' };
const textOrNull = { type: ['string', 'null'] };

/** The bodies of the interface as JSON Schema (draft 2020-12). `record` lists every field: nothing else is ever sent. */
export const interfaceSchemas = {
  AcceptedJob: record({
    jobId: { type: 'string' },
    status: { const: 'processing' },
    statusUrl: { type: 'string', format: 'uri' },
  }),
  Job: {
    oneOf: ['ProcessingJob', 'CompletedJob', 'FailedJob', 'CancelledJob'].map(reference),
    // The discriminator of generated clients.
    discriminator: {
      propertyName: 'status',
      mapping: {
        processing: '#/components/schemas/ProcessingJob',
        completed: '#/components/schemas/CompletedJob',
        failed: '#/components/schemas/FailedJob',
        cancelled: '#/components/schemas/CancelledJob',
      },
    },
  },
  ProcessingJob: record({
    jobId: { type: 'string' },
    status: { const: 'processing' },
    progress: { type: 'integer', minimum: 0, maximum: 99 },
  }),
  CompletedJob: record(
    {
      jobId: { type: 'string' },
      status: { const: 'completed' },
      progress: { const: 100 },
      durationMs: { type: 'integer', minimum: 0 },
      outputs: { type: 'array', items: reference('Output') },
    },
    {
      inputBytes: {
        type: 'integer',
        minimum: 0,
        description: 'Size of all inputs; only from operations that report sizes, such as pdf/compress',
      },
      outputBytes: {
        type: 'integer',
        minimum: 0,
        description: 'Size of all outputs; only from operations that report sizes, such as pdf/compress',
      },
      warnings: { type: 'array', items: reference('Warning') },
    },
  ),
  FailedJob: record(
    {
      jobId: { type: 'string' },
      status: { const: 'failed' },
      progress: { type: 'integer', minimum: 0, maximum: 99 },
      durationMs: { type: 'integer', minimum: 0 },
      error: reference('Error'),
    },
    { warnings: { type: 'array', items: reference('Warning') } },
  ),
  CancelledJob: record(
    {
      jobId: { type: 'string' },
      status: { const: 'cancelled' },
      progress: { type: 'integer', minimum: 0, maximum: 99 },
      durationMs: { type: 'integer', minimum: 0 },
    },
    { warnings: { type: 'array', items: reference('Warning') } },
  ),
  Output: record({
    fileName: { type: 'string', minLength: 1 },
    sizeBytes: { type: 'integer', minimum: 0 },
    contentType: { type: 'string' },
    downloadUrl: { type: 'string', format: 'uri' },
    expiresAt: { type: 'string', format: 'date-time' },
  }),
  Warning: record({ code: { type: 'string', pattern: '^[A-Z_]+$' }, message: { type: 'string' } }),
  Error: record({
    code: { enum: Object.keys(errorTable).filter((code) => !outsideCodes.has(code)) },
    message: { type: 'string', minLength: 1 },
    correlationId: { type: 'string' },
    details: { type: 'object' },
  }),
  Account: record({
    keyId: { type: 'string' },
    name: { type: 'string' },
    createdAt: timeOrNull,
    quota: record({
      limit: { type: ['integer', 'null'] },
      used: { type: 'integer', minimum: 0 },
      remaining: { type: ['integer', 'null'] },
      period: { const: 'month' },
      resetsAt: { type: 'string', format: 'date-time' },
    }),
    rateLimit: record({
      limit: { type: ['integer', 'null'] },
      windowSeconds: { type: 'integer' },
      remaining: { type: ['integer', 'null'] },
      resetsAt: { type: ['string', 'null'], format: 'date-time' },
    }),
    limits: record({
      maxFileBytes: { type: 'integer' },
      maxFiles: { type: 'integer' },
      maxPages: { type: 'integer' },
      linkTtlSeconds: { type: 'number' },
      retentionSeconds: { type: 'number' },
    }),
    operations: { type: 'array', items: { type: 'string' } },
    ocrLanguages: { type: 'array', items: { type: 'string' } },
    ocrModels: {
      type: 'array',
      items: { type: 'string' },
      description: 'Models of the second reader for scans; empty if none is installed',
    },
  }),
} as const;

/** The bodies of the interface and of the routes to manage jobs. */
export const openApiSchemas = {
  ...interfaceSchemas,
  ManagedJob: record({
    jobId: { type: 'string' },
    operation: { type: 'string' },
    status: { enum: Object.keys(jobTransitions) },
    progress: { type: 'integer', minimum: 0, maximum: 100 },
    attempts: count,
    keyId: textOrNull,
    fileName: textOrNull,
    inputCount: count,
    inputBytes: count,
    outputCount: count,
    outputBytes: count,
    createdAt: time,
    updatedAt: time,
    startedAt: timeOrNull,
    finishedAt: timeOrNull,
    expiresAt: timeOrNull,
    correlationId: { type: 'string' },
    error: { oneOf: [reference('Error'), { type: 'null' }] },
  }),
  JobPage: record({ jobs: { type: 'array', items: reference('ManagedJob') }, nextCursor: textOrNull }),
  WebhookSecrets: record({
    secrets: {
      type: 'array',
      minItems: 1,
      items: record({ secret: { type: 'string', pattern: '^whsec_' }, expiresAt: timeOrNull }),
    },
  }),
  NotRetryable: record({
    code: { const: 'NOT_RETRYABLE' },
    message: { type: 'string', minLength: 1 },
    correlationId: { type: 'string' },
    details: { type: 'object' },
  }),
} as const;

function record(required: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

function reference(schema: string) {
  return { $ref: `#/components/schemas/${schema}` };
}
