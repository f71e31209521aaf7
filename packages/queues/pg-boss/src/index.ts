export { createPgBossQueue, type PgBossQueue, type PgBossQueueOptions } from './pg-boss-queue.ts';
