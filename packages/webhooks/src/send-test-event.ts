import { randomUUID } from 'node:crypto';
import type { WebhookEndpoint } from '@platen/core';
import { type SendResult, sendWebhook } from './send-webhook.ts';
import { signedHeaders } from './signature.ts';
import type { ResolvedOptions } from './webhook-options.ts';

/** The result of a test message. */
export interface TestResult extends SendResult {
  /** The `webhook-id` of the message. */
  readonly eventId: string;
  /** Milliseconds from sending to the end of the part of the answer that was read. */
  readonly durationMs: number;
}

/** Enough for the message of an error; a page of a wrong server is longer. */
const answerBytes = 2_000;

/** Sends an endpoint a message that is signed like those about jobs, and says by its type that it is about none. */
export async function sendTestEvent(
  { id, ownerId, url, secrets }: WebhookEndpoint,
  { clock, send }: Pick<ResolvedOptions, 'clock' | 'send'>,
): Promise<TestResult> {
  const eventId = `evt_test_${randomUUID()}`;
  if (url === null) {
    const problem = 'it has no URL of its own: each job names one';
    return { eventId, problem, status: null, answer: '', durationMs: 0 };
  }
  const now = clock.now();
  const data = { test: true, endpointId: id, ownerId };
  const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date(now).toISOString(), data });
  const startedAt = performance.now();
  const result = await sendWebhook(url, signedHeaders({ eventId, body }, secrets, now), body, send, answerBytes);
  return { eventId, ...result, durationMs: Math.round(performance.now() - startedAt) };
}
