import { setTimeout as wait } from 'node:timers/promises';
import { createSqliteStore } from '@platen/sqlite';
import { createWebhooks, jobMessages } from '../src/index.ts';

// Ends one job after the other and sends its event to the endpoint and to the job's own URL, until it is killed; ready once the first has ended. With "drain" it
// only sends what is left.
const [, , file = '', url = '', round = '', mode = ''] = process.argv;
const store = createSqliteStore({ file, busyTimeoutMs: 30_000 });
const webhooks = createWebhooks({
  store: store.webhookStore,
  outbox: store.jobs.outbox,
  allowHttp: true,
  allowedNetworks: ['127.0.0.0/8'],
  jobUrls: true,
  timeoutMs: 500,
  retryDelayMs: 20,
  pollMs: 20,
});
const unbounded = { quotaPerMonth: null, maxQueued: null, maxQueuedPerOwner: null };
const claim = { nodeId: 'node', leaseMs: 600_000, maxRunningPerOwner: null };
process.on('disconnect', () => process.exit());
webhooks.start();
if (mode === 'drain') process.send?.('ready');
for (let number = 0; mode !== 'drain'; number += 1) {
  const id = `job-${round}-${number}`;
  await store.jobs.insert(
    {
      id,
      ownerId: 'a',
      keyId: null,
      operation: 'pdf/merge',
      options: {},
      limits: {},
      correlationId: id,
      requestHash: null,
      inputs: [],
      warnings: [],
      secrets: null,
      webhookUrl: `${url}/job`,
    },
    unbounded,
  );
  const claimed = await store.jobs.claim(id, claim);
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  const outcome = { state: 'cancelled', warnings: [] } as const;
  const messages = jobMessages(claimed.job, outcome);
  await store.jobs.finish(id, claimed.job.fence, { outcome, durationMs: 0, retentionMs: 86_400_000, messages });
  if (number === 0) process.send?.('ready');
  await wait(5);
}
