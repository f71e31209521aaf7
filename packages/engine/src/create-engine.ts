import type { ConversionEngine, ConversionInput, ConvertSettings, Operation, OptionsOf } from '@platen/core';
import { checkAvailable, operationsByHealth } from './available-operations.ts';
import { createJobChanges } from './change-job.ts';
import { checkGivenOptions, checkInputs, checkRequest, checkSettings } from './check-calls.ts';
import { convertFiles } from './convert-files.ts';
import { type EngineOptions, resolveOptions } from './engine-options.ts';
import { findOperation } from './find-operation.ts';
import { createHousekeeping } from './housekeeping.ts';
import { isOperation } from './is-operation.ts';
import { createJobEvents } from './job-events.ts';
import { createJobQueries } from './job-queries.ts';
import { createJobRunner } from './job-runner.ts';
import { createLifecycle } from './lifecycle.ts';
import { runPipeline } from './run-pipeline.ts';
import { createStagingArea } from './staging-area.ts';
import { createStorageHealth } from './storage-health.ts';
import { createStoreHealth } from './store-health.ts';
import { submitJob } from './submit-job.ts';
import { takeStreams } from './take-streams.ts';

/**
 * Creates the engine that hosts embed. `submit` runs durable jobs, `convert` converts without a job. The engine does nothing
 * before its first call; `start` lets it take jobs from its queue. Throws a TypeError on wrong options.
 */
// Long: its parts, put together.
export function createEngine<const Operations extends readonly Operation[]>(
  engineOptions: EngineOptions<Operations>,
): ConversionEngine<OptionsOf<Operations>> {
  const resolved = resolveOptions(engineOptions);
  const store = createStoreHealth(resolved.jobs, resolved.logger);
  const options = { ...resolved, jobs: store.jobs };
  const { jobs, nodes, nodeId, operations, retentionMs, logger } = options;
  const staging = createStagingArea(options.stagingFolder, logger, {
    isOurs: engineOptions.stagingFolder === undefined,
  });
  const storage = createStorageHealth(staging.path, 2 * options.limits.maxRequestBytes, logger);
  const events = createJobEvents({ nodeId, bus: options.bus, jobs, logger });
  const runner = createJobRunner({ ...options, staging, events });
  const housekeeping = createHousekeeping({ ...options, runner, events, staging });
  const lifecycle = createLifecycle(
    { ...options, events, runner, housekeeping, staging },
    { queue: engineOptions.queue === undefined, bus: engineOptions.bus === undefined },
  );
  /** A node without workers of its own leaves the jobs to others. */
  const checkWorkers = async (operation: string) => (lifecycle.works ? checkAvailable(options, operation) : undefined);
  const changes = createJobChanges({ ...options, runner, events }, checkWorkers);
  const parts = { ...options, staging, events, checkWorkers, watchWrite: store.watch, stopping: lifecycle.stopping };

  const engine: ConversionEngine = {
    operations,
    limits: options.limits,
    retentionMs,
    maxQueued: options.maxQueued,
    isolated: options.executor.isolated,
    jobWebhooks: options.jobWebhooks,
    nodeId,
    start: lifecycle.start,
    stop: lifecycle.stop,
    stage: lifecycle.stage,
    checkWorkers,
    async submit(request) {
      checkRequest(request);
      using _streams = takeStreams('inputs' in request ? request.inputs : []);
      await lifecycle.accept({ begun: 'staged' in request });
      return await submitJob(parts, request);
    },
    ...createJobQueries(options),
    nodes: () => nodes.list(),
    cancel: changes.cancel,
    retry: changes.retry,
    canRetry: changes.canRetry,
    remove: changes.remove,
    async convert(
      operation: string | Operation,
      inputs: ConversionInput | readonly ConversionInput[],
      given: unknown = {},
      settings: ConvertSettings = {},
    ) {
      const list = Array.isArray(inputs) ? (inputs as readonly ConversionInput[]) : [inputs as ConversionInput];
      using _streams = takeStreams(list);
      if (typeof operation !== 'string' && !isOperation(operation)) {
        throw new TypeError('operation must be an operation or the name of one');
      }
      checkInputs(inputs);
      checkGivenOptions(given);
      checkSettings(settings);
      await lifecycle.accept();
      const known = typeof operation === 'string' ? findOperation(options, operation) : operation;
      return await convertFiles(parts, known, list, given, settings);
    },
    pipeline: (steps, inputs, settings) => runPipeline({ operations, logger }, engine.convert, steps, inputs, settings),
    async status() {
      const { state } = lifecycle;
      const { available, unavailable } = operationsByHealth(options);
      const failing = available.length === 0 ? 'failing' : 'degraded';
      const [storeState, storageState] = await Promise.all([
        store.check(),
        // Before it is opened and after it is stopped there is no folder to check.
        state === 'running' || state === 'draining' ? storage.check() : ('ok' as const),
      ]);
      return {
        state,
        running: runner.running().length,
        maxQueued: options.maxQueued,
        store: storeState,
        workers: lifecycle.works && unavailable.length > 0 ? failing : 'ok',
        unavailable: lifecycle.works ? unavailable : [],
        workerStarts: options.executor.starts,
        storage: storageState,
      };
    },
    on: (event, listener, settings) => events.on(event, listener, settings),
  };
  return engine as ConversionEngine<OptionsOf<Operations>>;
}
