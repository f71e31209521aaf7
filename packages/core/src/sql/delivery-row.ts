import type { DueWebhookDelivery, WebhookDelivery } from '../webhook-store.ts';

/** The columns of a delivery to an endpoint of webhooks. */
export interface DeliveryRow {
  readonly number: number;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly url: string | null;
  readonly job_id: string;
  readonly event: string;
  readonly body: string;
  readonly created_at: number;
  readonly state: WebhookDelivery['state'];
  readonly attempts: number;
  readonly begun_at: number;
  readonly updated_at: number;
  readonly problem: string | null;
  readonly traceparent: string | null;
}

/** The delivery that a row of the table of deliveries holds, as it is listed. */
export function fromDeliveryRow(row: DeliveryRow): WebhookDelivery {
  return {
    eventId: row.event_id,
    endpointId: row.endpoint_id,
    jobId: row.job_id,
    event: row.event,
    body: row.body,
    createdAt: row.created_at,
    state: row.state,
    attempts: row.attempts,
    begunAt: row.begun_at,
    updatedAt: row.updated_at,
    problem: row.problem,
  };
}

/** The delivery that a row holds, for whoever sends it. */
export function fromDueRow(row: DeliveryRow): DueWebhookDelivery {
  return { ...fromDeliveryRow(row), url: row.url, traceparent: row.traceparent };
}
