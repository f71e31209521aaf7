// Ends a job that had a password, and dies before the log is cleaned.
import { createSqliteStore } from '@platen/sqlite';

const store = createSqliteStore({ file: process.argv[2] ?? '' });
const job = {
  id: 'a',
  ownerId: null,
  keyId: null,
  operation: 'pdf/merge',
  options: {},
  secrets: { password: 'correct-horse-battery' },
  limits: {},
  correlationId: 'request',
  requestHash: null,
  webhookUrl: null,
  inputs: [],
  warnings: [],
} as const;
await store.jobs.insert(job, { quotaPerMonth: null, maxQueued: null, maxQueuedPerOwner: null });
await store.jobs.claim('a', { nodeId: 'node', leaseMs: 60_000, maxRunningPerOwner: null });
const outcome = { state: 'completed', outputs: [], warnings: [] } as const;
await store.jobs.finish('a', 1, { outcome, durationMs: 0, retentionMs: 60_000, messages: [] });
process.kill(process.pid, 'SIGKILL');
