import {
  type ConversionEngine,
  invalidRequest,
  type JobOutcome,
  type JobRecord,
  type JobWebhooks,
  type NewOutboxMessage,
  type WebhookDelivery,
  type WebhookDeliveryFilter,
  type WebhookEndpoint,
} from '@platen/core';
import { counted, randomId } from '@platen/core/internal';
import { findUrlProblem } from './check-url.ts';
import { jobMessages, type WebhookEvent, webhookEvents } from './job-messages.ts';
import { jobUrlEndpoint } from './job-url-endpoint.ts';
import { sendTestEvent, type TestResult } from './send-test-event.ts';
import { createSecret } from './signature.ts';
import { resolveOptions, type WebhookOptions } from './webhook-options.ts';
import { createWebhookSender } from './webhook-sender.ts';

/** The properties of an endpoint that the caller chooses; id and secret are generated. */
export interface NewWebhookEndpoint {
  /** The owner of the jobs whose ends it is notified of. */
  readonly ownerId: string;
  readonly url: string;
  /** The events to send. Default: all. */
  readonly events?: readonly WebhookEvent[];
}

/** Notifies endpoints when jobs of their owner end. */
export interface Webhooks {
  /** Pass it to the engine as `messagesFor`. */
  readonly messagesFor: (job: JobRecord, outcome: JobOutcome) => readonly NewOutboxMessage[];
  /** Pass it to the engine as `jobWebhooks`. Null unless `jobUrls` is true. */
  readonly forJobs: JobWebhooks | null;
  /** Starts sending. With an engine, messages are sent as soon as one of its jobs ends, without a wait for the next poll. */
  start(engine?: Pick<ConversionEngine, 'on'>): void;
  /** Stops sending, and resolves when no attempt is running. Remaining messages are sent after the next start. */
  stop(): Promise<void>;

  /**
   * Creates an endpoint with a secret. Rejects with `INVALID_REQUEST` if the URL is not allowed, or if the owner already has
   * `maxEndpointsPerOwner` endpoints.
   */
  createEndpoint(endpoint: NewWebhookEndpoint): Promise<WebhookEndpoint>;
  listEndpoints(ownerId?: string): Promise<readonly WebhookEndpoint[]>;
  removeEndpoint(id: string): Promise<boolean>;
  /**
   * Creates a new secret. The previous one also signs for `overlapMs`, 24 h by default. Null for an unknown endpoint.
   */
  rotateSecret(id: string, overlapMs?: number): Promise<WebhookEndpoint | null>;

  /**
   * Sends a message of the type `webhook.test` at once, signed like any other, whatever events the endpoint takes. It is
   * sent once and not recorded. Null for an unknown endpoint. Resolves to a `problem` if the endpoint cannot be reached.
   */
  sendTest(id: string): Promise<TestResult | null>;

  /** Lists deliveries, newest first; 100 by default. */
  listDeliveries(filter?: WebhookDeliveryFilter, limit?: number): Promise<readonly WebhookDelivery[]>;
  /**
   * Sends the deliveries that the filter finds again, whether delivered or not. Without states, it finds parked ones.
   * Returns their number.
   */
  replay(filter?: WebhookDeliveryFilter): Promise<number>;
}

const dayMs = 24 * 3_600_000;
/** Secrets that sign at once: each makes the header longer. */
const maxSecrets = 5;

/** Creates webhooks that use a store and the outbox of the job store. Throws a TypeError on wrong options. */
export function createWebhooks(webhookOptions: WebhookOptions): Webhooks {
  const options = resolveOptions(webhookOptions);
  const { store, clock } = options;
  const sender = createWebhookSender(options);
  let stops: readonly (() => void)[] = [];

  return {
    messagesFor: jobMessages,

    forJobs: options.jobUrls
      ? {
          findUrlProblem: (url) => findUrlProblem(url, options.send),
          secretsOf: async (ownerId) => {
            const { secrets } = await jobUrlEndpoint(options, ownerId);
            return secrets.filter(({ expiresAt }) => expiresAt === null || clock.now() < expiresAt);
          },
        }
      : null,

    start(engine) {
      const events = ['job-completed', 'job-failed', 'job-cancelled'] as const;
      stops = engine === undefined ? [] : events.map((event) => engine.on(event, () => sender.wake()));
      sender.start();
    },

    async stop() {
      for (const stop of stops) stop();
      stops = [];
      await sender.stop();
    },

    async createEndpoint({ ownerId, url, events }) {
      const problem = findUrlProblem(url, options.send);
      if (problem !== null) throw invalidRequest([{ field: 'url', problem }]);
      const unknown = events?.find((event) => !webhookEvents.includes(event));
      if (unknown !== undefined || events?.length === 0) {
        throw invalidRequest([{ field: 'events', problem: 'must name events', allowed: webhookEvents }]);
      }
      const others = (await store.listEndpoints({ ownerId })).filter((endpoint) => endpoint.url !== null);
      if (others.length >= options.maxEndpointsPerOwner) {
        throw invalidRequest([{ field: 'ownerId', problem: `already has ${counted(others.length, 'endpoint')}` }]);
      }
      const endpoint: WebhookEndpoint = {
        id: randomId(),
        ownerId,
        url,
        events: events ?? null,
        secrets: [{ secret: createSecret(), expiresAt: null }],
        createdAt: clock.now(),
      };
      await store.saveEndpoint(endpoint);
      return endpoint;
    },

    listEndpoints: (ownerId) => store.listEndpoints(ownerId === undefined ? {} : { ownerId }),

    removeEndpoint: (id) => store.removeEndpoint(id),

    async rotateSecret(id, overlapMs = dayMs) {
      const known = (await store.listEndpoints()).find((endpoint) => endpoint.id === id);
      if (known === undefined) return null;
      const rotated = withNewSecret(known, clock.now(), overlapMs);
      await store.saveEndpoint(rotated);
      return rotated;
    },

    async sendTest(id) {
      const endpoint = (await store.listEndpoints()).find((each) => each.id === id);
      return endpoint === undefined ? null : sendTestEvent(endpoint, options);
    },

    listDeliveries: (filter = {}, limit = 100) => store.listDeliveries(filter, limit),

    async replay(filter = {}) {
      const count = await store.replayDeliveries({ ...filter, states: filter.states ?? ['parked'] });
      sender.wake();
      return count;
    },
  };
}

function withNewSecret(endpoint: WebhookEndpoint, now: number, overlapMs: number): WebhookEndpoint {
  const older = endpoint.secrets
    .map(({ secret, expiresAt }) => ({ secret, expiresAt: Math.min(expiresAt ?? Infinity, now + overlapMs) }))
    .filter(({ expiresAt }) => expiresAt > now);
  const secrets = [{ secret: createSecret(), expiresAt: null }, ...older].slice(0, maxSecrets);
  return { ...endpoint, secrets };
}
