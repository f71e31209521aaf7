export { createMemoryBlobStore } from './memory/memory-blob-store.ts';
export { createMemoryJobQueue, type MemoryJobQueueOptions } from './memory/memory-job-queue.ts';
export { createMemoryJobStore } from './memory/memory-job-store.ts';
export { createMemoryKeyStore } from './memory/memory-key-store.ts';
export { createMemoryQuotaStore } from './memory/memory-quota-store.ts';
export { createMemoryRateLimiter, type MemoryRateLimiterOptions } from './memory/memory-rate-limiter.ts';
