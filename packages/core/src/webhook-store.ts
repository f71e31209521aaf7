import type { Overdue } from './job-store.ts';

/** A secret that signs the messages to an endpoint. */
export interface WebhookSecret {
  /** `whsec_` and base64, as Standard Webhooks defines it. */
  readonly secret: string;
  /**
   * Until when an earlier secret also signs, together with its successor, in milliseconds since the epoch; null for the
   * current secret.
   */
  readonly expiresAt: number | null;
}

/** A destination of messages about ended jobs of an owner. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly ownerId: string;
  /** The URL; null for the endpoint that has the secret for jobs with a `webhookUrl`. */
  readonly url: string | null;
  /** Events that are sent, such as `job.completed`; null for all. */
  readonly events: readonly string[] | null;
  /** The newest first. */
  readonly secrets: readonly WebhookSecret[];
  readonly createdAt: number;
}

/**
 * State of a delivery: `pending` will be sent (again), `delivered` has arrived, `parked` has failed too often and waits
 * until somebody replays it.
 */
export type WebhookDeliveryState = 'pending' | 'delivered' | 'parked';

/** All of them. */
export const deliveryStates: readonly WebhookDeliveryState[] = ['pending', 'delivered', 'parked'];

/** One event for one endpoint. */
export interface NewWebhookDelivery {
  /** Id of the event, the same at every endpoint and attempt. A receiver recognises repeated messages by it. */
  readonly eventId: string;
  readonly endpointId: string;
  /** The `webhookUrl` of the job, if the endpoint has no URL; null for the URL of the endpoint. */
  readonly url: string | null;
  readonly jobId: string;
  /** Such as `job.completed`. */
  readonly event: string;
  /** The body, exactly as it is signed and sent. */
  readonly body: string;
  readonly createdAt: number;
  /** W3C `traceparent` of the job; null if it has none. */
  readonly traceparent?: string | null;
}

/** A delivery without its URL, because the URL of a job may contain a secret. */
export interface WebhookDelivery extends Omit<NewWebhookDelivery, 'url' | 'traceparent'> {
  readonly state: WebhookDeliveryState;
  /** Number of attempts since `begunAt`, including this one. */
  readonly attempts: number;
  /** When the delivery was recorded or last replayed, by the clock of the store. Retries are counted from then. */
  readonly begunAt: number;
  readonly updatedAt: number;
  /** Why the last attempt failed; null if it did not fail. */
  readonly problem: string | null;
}

/** A delivery that is due, with its destination. */
export interface DueWebhookDelivery extends WebhookDelivery, Pick<NewWebhookDelivery, 'url'> {
  readonly traceparent: string | null;
}

/** The result of an attempt. */
export type WebhookAttempt =
  | { readonly state: 'delivered' }
  | { readonly state: 'pending'; readonly delayMs: number; readonly problem: string }
  | { readonly state: 'parked'; readonly problem: string };

/** Selects deliveries: those that match all given fields. */
export interface WebhookDeliveryFilter {
  readonly endpointId?: string;
  readonly eventId?: string;
  readonly states?: readonly WebhookDeliveryState[];
}

/** Bounds on the deliveries that one call takes. */
export interface WebhookTake {
  readonly limit: number;
  /** Largest number of deliveries to one URL: that of an endpoint, or that of a job. */
  readonly perUrl: number;
  readonly perOwner: number;
  /** Deliveries that the caller has taken and not settled yet. */
  readonly underWay: readonly Pick<WebhookDelivery, 'eventId' | 'endpointId'>[];
  readonly holdMs: number;
}

/** Largest number of deliveries that one call removes, so that other calls do not wait long. */
export const purgedAtOnce = 1_000;

/** Keeps endpoints and deliveries of webhooks. Every write is durable when its promise resolves. */
export interface WebhookStore {
  /** Stores an endpoint, replacing one with the same id. */
  saveEndpoint(endpoint: WebhookEndpoint): Promise<void>;
  /** Stores an endpoint, unless its id exists. Resolves to the endpoint that exists afterwards. */
  addEndpoint(endpoint: WebhookEndpoint): Promise<WebhookEndpoint>;
  /** All endpoints, or those of one owner, oldest first. */
  listEndpoints(filter?: { readonly ownerId?: string }): Promise<readonly WebhookEndpoint[]>;
  /** Removes an endpoint and its deliveries. False if no endpoint has that id. */
  removeEndpoint(id: string): Promise<boolean>;

  /**
   * Records deliveries, which are due at once. If a delivery of the same event to the same endpoint exists, it stays
   * unchanged.
   */
  addDeliveries(deliveries: readonly NewWebhookDelivery[]): Promise<void>;
  /**
   * Takes pending deliveries that are due, the longest due first, at most `limit`. Together with those `underWay`, at most
   * `perUrl` go to one URL and at most `perOwner` belong to one owner. The result does not contain those under way. For
   * `holdMs`, no other call gets them.
   */
  takeDeliveries(request: WebhookTake): Promise<readonly DueWebhookDelivery[]>;
  /** Records the result of an attempt. An unknown delivery is ignored. */
  settleDelivery(eventId: string, endpointId: string, attempt: WebhookAttempt): Promise<void>;
  /** Lists deliveries, newest first, at most `limit`. */
  listDeliveries(filter: WebhookDeliveryFilter, limit: number): Promise<readonly WebhookDelivery[]>;
  /** Makes deliveries due at once, and counts their attempts from the start. Returns their number. */
  replayDeliveries(filter: WebhookDeliveryFilter): Promise<number>;
  /**
   * Removes deliveries that are not pending and have not changed for this long, at most `purgedAtOnce`. Returns their
   * number.
   */
  purgeDeliveries(ageMs: number): Promise<number>;
  /** Deliveries that are due and were not taken yet. */
  overdue(): Promise<Overdue>;
}
