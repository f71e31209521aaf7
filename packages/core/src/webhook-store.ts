import type { Overdue } from './job-store.ts';

/** A secret that signs the messages to an endpoint. */
export interface WebhookSecret {
  /** `whsec_` and base64, as Standard Webhooks has it. */
  readonly secret: string;
  /**
   * Until then, it also signs, together with its successor; null for the current secret. Milliseconds since the epoch.
   */
  readonly expiresAt: number | null;
}

/** Where messages about an owner's jobs go when they end. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly ownerId: string;
  /** Null for the endpoint that holds the secret for jobs with their own URLs. */
  readonly url: string | null;
  /** Only these events; null for all. */
  readonly events: readonly string[] | null;
  /** The newest first. */
  readonly secrets: readonly WebhookSecret[];
  readonly createdAt: number;
}

/** `pending` is sent again later; `parked` has failed for good and waits to be replayed. */
export type WebhookDeliveryState = 'pending' | 'delivered' | 'parked';

/** One event for one endpoint. */
export interface NewWebhookDelivery {
  /** The same at every endpoint and every attempt: by it a receiver knows what it has seen. */
  readonly eventId: string;
  readonly endpointId: string;
  /** The URL that came with the job, if the endpoint has none. Null for the URL of the endpoint. */
  readonly url: string | null;
  readonly jobId: string;
  /** Such as `job.completed`. */
  readonly event: string;
  /** The body, byte for byte. */
  readonly body: string;
  readonly createdAt: number;
  /** The trace of the job, as W3C's `traceparent`; null outside of any. */
  readonly traceparent?: string | null;
}

/** A delivery without its destination: the URL of a job may hold a secret. */
export interface WebhookDelivery extends Omit<NewWebhookDelivery, 'url' | 'traceparent'> {
  readonly state: WebhookDeliveryState;
  /** How often it was taken since it was last begun, this time included. */
  readonly attempts: number;
  /** When it was recorded, or replayed: retries are counted from then, on the store's clock. */
  readonly begunAt: number;
  readonly updatedAt: number;
  /** Why the last attempt failed; null when none did. */
  readonly problem: string | null;
}

/** A delivery that is due. */
export interface DueWebhookDelivery extends WebhookDelivery, Pick<NewWebhookDelivery, 'url'> {
  readonly traceparent: string | null;
}

/** The result of an attempt. */
export type WebhookAttempt =
  | { readonly state: 'delivered' }
  | { readonly state: 'pending'; readonly delayMs: number; readonly problem: string }
  | { readonly state: 'parked'; readonly problem: string };

/** Which deliveries are meant: those that meet everything given. */
export interface WebhookDeliveryFilter {
  readonly endpointId?: string;
  readonly eventId?: string;
  readonly states?: readonly WebhookDeliveryState[];
}

/** How many deliveries are taken, and of whom. */
export interface WebhookTake {
  readonly limit: number;
  /** The URL of an endpoint, or the URL that came with a job. */
  readonly perUrl: number;
  readonly perOwner: number;
  /** Deliveries that the caller has taken and not settled. */
  readonly underWay: readonly Pick<WebhookDelivery, 'eventId' | 'endpointId'>[];
  readonly holdMs: number;
}

/** How many deliveries a call forgets at most, so that others need not wait for it. */
export const purgedAtOnce = 1_000;

/** Keeps endpoints and deliveries. Every write is durable when its promise resolves. */
export interface WebhookStore {
  /** Stores an endpoint, in place of one with its id. */
  saveEndpoint(endpoint: WebhookEndpoint): Promise<void>;
  /** Stores an endpoint unless its id exists; resolves to the endpoint that then exists. */
  addEndpoint(endpoint: WebhookEndpoint): Promise<WebhookEndpoint>;
  /** All endpoints, or those of one owner, oldest first. */
  listEndpoints(filter?: { readonly ownerId?: string }): Promise<readonly WebhookEndpoint[]>;
  /** Forgets an endpoint and its deliveries; false when no endpoint has that id. */
  removeEndpoint(id: string): Promise<boolean>;

  /**
   * Records deliveries that are due at once. A delivery whose event and endpoint are already known is left unchanged.
   */
  addDeliveries(deliveries: readonly NewWebhookDelivery[]): Promise<void>;
  /**
   * Pending deliveries that are due, those that have been for longest first: at most `limit` and, together with those `underWay`, at most `perUrl` to
   * one URL and `perOwner` of one owner. Those under way are not among them. Nobody else gets them for `holdMs`.
   */
  takeDeliveries(request: WebhookTake): Promise<readonly DueWebhookDelivery[]>;
  /** Records the result of an attempt. An unknown delivery is ignored. */
  settleDelivery(eventId: string, endpointId: string, attempt: WebhookAttempt): Promise<void>;
  /** The newest first, at most `limit`. */
  listDeliveries(filter: WebhookDeliveryFilter, limit: number): Promise<readonly WebhookDelivery[]>;
  /** Makes deliveries due at once, and counts their attempts from the start. Returns their number. */
  replayDeliveries(filter: WebhookDeliveryFilter): Promise<number>;
  /** Forgets deliveries, other than pending ones, that were last changed so long ago, at most `purgedAtOnce`. Returns how many. */
  purgeDeliveries(ageMs: number): Promise<number>;
  /** The deliveries that are due and were not taken yet. */
  overdue(): Promise<Overdue>;
}
