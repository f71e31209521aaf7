import { fileURLToPath } from 'node:url';
import type { ConversionEngine, JobRecord, KeyStore } from '@platen/core';
import { createMemoryKeyStore } from '@platen/core/memory';
import { createEngine, createThreadExecutor, type EngineOptions } from '@platen/engine';
import { standardOperations } from '@platen/standard';

/** The path of a fixture. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
}

/** An engine with keys, for tests. */
export interface TestPlaten {
  readonly engine: ConversionEngine;
  readonly keys: KeyStore;
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
  return {
    engine,
    keys: createMemoryKeyStore(),
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
