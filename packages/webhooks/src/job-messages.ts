import { randomUUID } from 'node:crypto';
import type { JobOutcome, JobRecord, NewOutboxMessage } from '@platen/core';

/** The events that webhooks send when a job ends. */
export const webhookEvents = ['job.completed', 'job.failed', 'job.cancelled'] as const;
/** The name of an event that webhooks send: one of `webhookEvents`. */
export type WebhookEvent = (typeof webhookEvents)[number];

/**
 * The messages for the outbox when a job ends: `messagesFor` of the engine. Receivers fetch the outputs by the id of the
 * job.
 */
export function jobMessages(job: JobRecord, outcome: JobOutcome): readonly NewOutboxMessage[] {
  const endedAt = Date.now();
  const outputs = outcome.state === 'completed' ? outcome.outputs : [];
  const { id: jobId, ownerId, operation, correlationId, traceparent } = job;
  const data = {
    jobId,
    ownerId,
    operation,
    status: outcome.state,
    fileName: job.inputs[0]?.fileName ?? null,
    createdAt: new Date(job.createdAt).toISOString(),
    startedAt: job.startedAt === null ? null : new Date(job.startedAt).toISOString(),
    outputCount: outputs.length,
    outputBytes: outputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    correlationId,
    error: outcome.state === 'failed' ? outcome.error : null,
  };
  return [
    {
      topic: `job.${outcome.state}` satisfies WebhookEvent,
      payload: {
        id: `evt_${randomUUID()}`,
        timestamp: new Date(endedAt).toISOString(),
        data,
        ...(traceparent == null ? {} : { traceparent }),
      },
    },
  ];
}
