import { fileURLToPath } from 'node:url';
import type { ConversionEngine, JobRecord, KeyStore, WebhookStore } from '@platen/core';
import { createMemoryJobStore, createMemoryKeyStore, createMemoryWebhookStore } from '@platen/core/memory';
import { createEngine, createThreadExecutor, type EngineOptions } from '@platen/engine';
import { standardOperations } from '@platen/standard';
import { createWebhooks, type Webhooks } from '@platen/webhooks';

/** The path of a fixture. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
}

/** An engine with keys, for tests. */
export interface TestPlaten {
  readonly engine: ConversionEngine;
  readonly keys: KeyStore;
  /** Nothing is sent: what its store is told is what the pages show. */
  readonly webhooks: Webhooks;
  readonly webhookStore: WebhookStore;
  /** Runs a job to its end, whichever that is. */
  finished(
    operation: string,
    inputs: readonly string[],
    options?: Record<string, unknown>,
    owner?: { readonly ownerId: string; readonly keyId: string },
  ): Promise<JobRecord>;
  stop(): Promise<void>;
}

/** All operations, everything in memory; the files of failed jobs are kept. */
export async function startPlaten(options: Partial<EngineOptions> = {}): Promise<TestPlaten> {
  const engine: ConversionEngine = createEngine({
    operations: standardOperations,
    executor: createThreadExecutor({ threads: 2 }),
    keepFailedInputs: true,
    ...options,
  });
  await engine.start();
  const webhookStore = createMemoryWebhookStore();
  return {
    engine,
    keys: createMemoryKeyStore(),
    webhooks: createWebhooks({ store: webhookStore, outbox: createMemoryJobStore().outbox, jobUrls: true }),
    webhookStore,
    async finished(operation, inputs, given = {}, owner = undefined) {
      const ended = new Promise<JobRecord>((resolve) => {
        for (const event of ['job-completed', 'job-failed', 'job-cancelled'] as const) {
          engine.on(event, (job) => job.operation === operation && resolve(job));
        }
      });
      await engine.submit({ operation, inputs, options: given, ...owner });
      return ended;
    },
    stop: () => engine.stop(0),
  };
}

/** What a delivery came to, and how often it was tried. */
type Ended = 'delivered' | 'pending' | 'parked';

/** Makes an endpoint of an owner, with a delivery for each state: job `job-0` in the first, `job-1` in the second. */
export async function sampleEndpoint(
  { webhooks, webhookStore }: Pick<TestPlaten, 'webhooks' | 'webhookStore'>,
  ownerId: string,
  states: readonly Ended[],
): Promise<string> {
  const { id } = await webhooks.createEndpoint({ ownerId, url: `https://${ownerId}.example/hooks` });
  await addDeliveries(webhookStore, id, states);
  return id;
}

/** Records deliveries to an endpoint, and one attempt at each. */
export async function addDeliveries(
  store: WebhookStore,
  endpointId: string,
  states: readonly Ended[],
  url: string | null = null,
): Promise<void> {
  for (const [index, state] of states.entries()) {
    const eventId = `evt_${endpointId}-${index}`;
    const job = { jobId: `job-${index}`, event: 'job.completed', body: '{"secretBody":true}', createdAt: Date.now() };
    await store.addDeliveries([{ eventId, endpointId, url, ...job }]);
    await store.takeDeliveries({ limit: 1_000, perUrl: 1_000, perOwner: 1_000, underWay: [], holdMs: 60_000 });
    const problem = 'answered 500';
    await store.settleDelivery(
      eventId,
      endpointId,
      state === 'delivered' ? { state } : state === 'parked' ? { state, problem } : { state, problem, delayMs: 60_000 },
    );
  }
}
