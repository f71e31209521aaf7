import { requireSupportedNode } from './supported-node.ts';

export { createMemoryBlobStore, type MemoryBlobStoreOptions } from './memory/memory-blob-store.ts';
export { createMemoryJobBus } from './memory/memory-job-bus.ts';
export { createMemoryJobQueue, type MemoryJobQueueOptions } from './memory/memory-job-queue.ts';
export { createMemoryJobStore, type MemoryJobStoreOptions } from './memory/memory-job-store.ts';
export { createMemoryKeyStore } from './memory/memory-key-store.ts';
export { createMemoryLeaderLock, type MemoryLeaderLockOptions } from './memory/memory-leader-lock.ts';
export { createMemoryNodeRegistry, type MemoryNodeRegistryOptions } from './memory/memory-node-registry.ts';
export { createMemoryRateLimiter, type MemoryRateLimiterOptions } from './memory/memory-rate-limiter.ts';
export { createMemoryWebhookStore } from './memory/memory-webhook-store.ts';

requireSupportedNode();
