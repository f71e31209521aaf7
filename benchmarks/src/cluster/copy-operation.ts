import { defineOperation } from '@platen/core';
import { z } from 'zod';

export const copyOptions = z.object({ holdMs: z.coerce.number().int().min(0).max(600_000).default(0) });

/** Hands its input back, after as long as is asked for: what is left is what the cluster does. */
export const copyOperation = defineOperation({
  name: 'bench/copy',
  title: 'Copy',
  description: 'Hands its input back.',
  accepts: ['application/pdf'],
  files: { min: 1, max: 1 },
  options: copyOptions,
  // Never loaded: the executor of the benchmark copies by itself.
  worker: new URL('../empty-operation.worker.ts', import.meta.url),
});
