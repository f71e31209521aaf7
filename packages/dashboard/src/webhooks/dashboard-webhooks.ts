import type { WebhookDelivery, WebhookDeliveryFilter, WebhookEndpoint } from '@platen/core';

/** The part of `Webhooks` of `@platen/webhooks` that the dashboard uses. */
export interface DashboardWebhooks {
  createEndpoint(endpoint: {
    readonly ownerId: string;
    readonly url: string;
    readonly events?: readonly string[];
  }): Promise<WebhookEndpoint>;
  listEndpoints(ownerId?: string): Promise<readonly WebhookEndpoint[]>;
  removeEndpoint(id: string): Promise<boolean>;
  rotateSecret(id: string, overlapMs?: number): Promise<WebhookEndpoint | null>;
  /** Sends a test message at once; null for an unknown endpoint. */
  sendTest(id: string): Promise<{
    readonly eventId: string;
    readonly problem: string | null;
    readonly status: number | null;
    readonly answer: string;
    readonly durationMs: number;
  } | null>;
  listDeliveries(filter?: WebhookDeliveryFilter, limit?: number): Promise<readonly WebhookDelivery[]>;
  /** Sends parked deliveries again. Returns their number. */
  replay(filter?: WebhookDeliveryFilter): Promise<number>;
}
