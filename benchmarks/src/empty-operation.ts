import { defineOperation } from '@platen/core';
import { z } from 'zod';

/** Writes one byte: what is left is the way there and back. */
export const emptyOperation = defineOperation({
  name: 'bench/empty',
  title: 'Nothing',
  description: 'Writes one byte.',
  accepts: ['application/pdf'],
  files: { min: 1, max: 1 },
  options: z.object({}),
  worker: new URL('./empty-operation.worker.ts', import.meta.url),
});
