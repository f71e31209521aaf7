import type { ErrorCode } from '@platen/core';
import type { openApiSchemas } from './openapi-schemas.ts';

const jobId = '7f9c24e8-3b1d-4f6a-9a55-0d8f2a1c6b7e';
const correlationId = '1c0a4e52-6a0f-4d0e-8c31-52b7f3d0a9c4';

const managedJob = {
  jobId,
  operation: 'pdf/to-word',
  status: 'completed',
  progress: 100,
  attempts: 1,
  keyId: 'key-1',
  fileName: 'report.pdf',
  inputCount: 1,
  inputBytes: 482_113,
  outputCount: 1,
  outputBytes: 61_204,
  createdAt: '2026-11-22T10:00:00.000Z',
  updatedAt: '2026-11-22T10:00:03.400Z',
  startedAt: '2026-11-22T10:00:01.100Z',
  finishedAt: '2026-11-22T10:00:03.400Z',
  expiresAt: '2026-11-23T10:00:03.400Z',
  correlationId,
  error: null,
};

/** Example answers, each valid by its schema. */
export const openApiExamples: { readonly [schema in keyof typeof openApiSchemas]?: object } = {
  AcceptedJob: { jobId, status: 'processing', statusUrl: `https://api.example.com/api/v1/jobs/${jobId}` },
  Job: {
    jobId,
    status: 'completed',
    progress: 100,
    durationMs: 2_300,
    outputs: [
      {
        fileName: 'report.docx',
        sizeBytes: 61_204,
        contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        downloadUrl: 'https://api.example.com/api/download/WzEsImtleS0xIl0.c2lnbmF0dXJl',
        expiresAt: '2026-11-22T11:00:05.000Z',
      },
    ],
  },
  Account: {
    keyId: 'key-1',
    name: 'Production',
    createdAt: '2026-11-01T09:00:00.000Z',
    quota: { limit: 1_000, used: 12, remaining: 988, period: 'month', resetsAt: '2026-12-01T00:00:00.000Z' },
    rateLimit: { limit: 60, windowSeconds: 60, remaining: 59, resetsAt: '2026-11-22T10:01:00.000Z' },
    limits: {
      maxFileBytes: 104_857_600,
      maxFiles: 20,
      maxPages: 2_000,
      linkTtlSeconds: 3_600,
      retentionSeconds: 86_400,
    },
    operations: ['pdf/to-word', 'ocr'],
    ocrLanguages: ['eng', 'deu'],
    ocrModels: ['PP-OCRv6_det_small', 'PP-OCRv6_rec_small'],
  },
  ManagedJob: managedJob,
  JobPage: { jobs: [managedJob], nextCursor: 'WzE3NjM4MDU2MDAwMDAsIjdmOWMyNGU4Il0' },
  WebhookSecrets: { secrets: [{ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', expiresAt: null }] },
  NotRetryable: {
    code: 'NOT_RETRYABLE',
    message: 'The files of the job were removed when it ended',
    correlationId,
    details: {},
  },
};

/** An error of each status, as one of the codes that have it. */
export const errorExamples = {
  400: error('INVALID_REQUEST', 'pages: is not a page selection', {
    errors: [{ field: 'pages', problem: 'is not a page selection' }],
  }),
  401: error('UNAUTHORIZED', 'The API key in the header X-API-Key is not valid'),
  402: error('QUOTA_EXCEEDED', 'The quota of 1000 jobs a month is used up', {
    limit: 1_000,
    used: 1_000,
    resetsAt: '2026-12-01T00:00:00.000Z',
  }),
  403: error('FORBIDDEN', 'This API key may not call ocr', { scope: 'ocr' }),
  404: error('JOB_NOT_FOUND', 'There is no such job'),
  405: error('METHOD_NOT_ALLOWED', '/api/v1/pdf/to-word takes POST only, not GET', { allowed: ['POST'] }),
  409: error('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used for another request'),
  410: error('LINK_EXPIRED', 'This download link has expired: poll the job for a fresh one', {
    expiredAt: '2026-11-22T11:00:05.000Z',
  }),
  413: error('FILE_TOO_LARGE', 'report.pdf is larger than 104857600 bytes', {
    actualBytes: 104_923_136,
    limitBytes: 104_857_600,
    fileName: 'report.pdf',
  }),
  415: error('UNSUPPORTED_FORMAT', 'notes.txt is not a PDF', {
    detected: 'text/plain',
    accepted: ['application/pdf'],
    fileName: 'notes.txt',
  }),
  412: error('INVALID_REQUEST', 'If-Match: names another file than this link', {
    errors: [{ field: 'If-Match', problem: 'names another file than this link' }],
  }),
  416: error('INVALID_REQUEST', 'Range: selects no byte of the file, which has 100 bytes', {
    errors: [{ field: 'Range', problem: 'selects no byte of the file, which has 100 bytes' }],
  }),
  429: error('RATE_LIMITED', 'More than 60 requests in 60 seconds', {
    limit: 60,
    windowSeconds: 60,
    retryAfterSeconds: 3,
  }),
  500: error('INTERNAL_ERROR', 'Something unexpected went wrong'),
  503: error('SERVICE_UNAVAILABLE', 'Too many jobs are waiting; try again later', { reason: 'queue_full' }),
} satisfies { readonly [status: number]: object };

function error(code: ErrorCode, message: string, details: object = {}): object {
  return { code, message, correlationId, details };
}
