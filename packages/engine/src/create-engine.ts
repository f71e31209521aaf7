import {
  type ConversionEngine,
  ConversionError,
  type ConversionInput,
  type ConvertSettings,
  type EngineStatus,
  type Operation,
  type OptionsOf,
} from '@platen/core';
import { createJobChanges } from './change-job.ts';
import { convertFiles } from './convert-files.ts';
import { type EngineOptions, resolveOptions } from './engine-options.ts';
import { findOperation } from './find-operation.ts';
import { createHousekeeping } from './housekeeping.ts';
import { createJobEvents } from './job-events.ts';
import { createJobRunner } from './job-runner.ts';
import { shuttingDown } from './shutting-down.ts';
import { createStagingArea } from './staging-area.ts';
import { createStorageHealth } from './storage-health.ts';
import { submitJob } from './submit-job.ts';

const defaultGraceMs = 30_000;

/**
 * The engine that hosts embed: durable jobs through `submit`, or conversions without a job through `convert`. It does
 * nothing until used; `start` makes it take jobs off its queue.
 */
// Long: puts the parts of an engine together and implements its interface over them.
export function createEngine<const Operations extends readonly Operation[]>(
  engineOptions: EngineOptions<Operations>,
): ConversionEngine<OptionsOf<Operations>> {
  const options = resolveOptions(engineOptions);
  const { jobs, blobs, queue, bus, nodes, nodeId, retentionMs, logger } = options;
  const staging = createStagingArea(options.stagingFolder, logger);
  const storage = createStorageHealth(staging.path, 2 * options.limits.maxRequestBytes, logger);
  const events = createJobEvents({ nodeId, bus, jobs, logger });
  const runner = createJobRunner(options, staging, events);
  const changes = createJobChanges(options, runner, events);
  const housekeeping = createHousekeeping(options, runner, events, staging);
  const stopping = new AbortController();
  let state: EngineStatus['state'] = 'idle';
  let opened: Promise<unknown> | null = null;

  const accept = async () => {
    if (state === 'draining' || state === 'stopped') throw shuttingDown();
    opened ??= staging
      .open()
      .then(() => Promise.all([options.executor.open(staging.path), events.connect(runner.abort)]));
    await opened;
  };

  const engine: ConversionEngine = {
    operations: options.operations,
    limits: options.limits,
    retentionMs,
    maxQueued: options.maxQueued,
    isolated: options.executor.isolated,
    jobWebhooks: options.jobWebhooks,
    nodeId,
    async start({ work = true, maintain = true } = {}) {
      await accept();
      if (state === 'running') return;
      state = 'running';
      try {
        await housekeeping.start({ works: work, maintains: maintain });
      } catch (error) {
        state = 'idle';
        throw error;
      }
      if (work) runner.start();
    },
    async stop(graceMs = defaultGraceMs) {
      if (state === 'draining' || state === 'stopped') return;
      state = 'draining';
      await runner.stop(graceMs);
      stopping.abort(shuttingDown());
      await housekeeping.stop();
      await events.disconnect();
      await options.executor.close();
      // What the host gave is the host's to close.
      if (engineOptions.queue === undefined) await queue.close();
      if (engineOptions.bus === undefined) await bus.close();
      await staging.close();
      state = 'stopped';
    },
    async stage() {
      await accept();
      return staging.create();
    },
    async submit(request) {
      await accept();
      return submitJob(options, staging, events, request);
    },
    get: (jobId) => jobs.get(jobId),
    list: (filter = {}, page) => jobs.list(filter, page),
    counts: (ownerId) => jobs.counts(ownerId),
    standing: (ownerId) => jobs.standing(ownerId),
    usage: (filter) => jobs.usage(filter),
    nodes: () => nodes.list(),
    cancel: changes.cancel,
    retry: changes.retry,
    remove: changes.remove,
    async open(jobId, outputIndex, range) {
      const output = (await jobs.get(jobId))?.outputs[outputIndex];
      if (output === undefined) throw new ConversionError('NOT_FOUND', 'There is no such file any more');
      return blobs.read(output.key, range === undefined ? {} : { range });
    },
    async directLink(jobId, outputIndex, expiresInMs) {
      const output = (await jobs.get(jobId))?.outputs[outputIndex];
      if (output === undefined) return null;
      const { key, fileName, mediaType } = output;
      return blobs.directLink(key, { expiresInMs, fileName, mediaType });
    },
    async convert(
      operation: string | Operation,
      inputs: ConversionInput | readonly ConversionInput[],
      given: Readonly<Record<string, unknown>> = {},
      settings: ConvertSettings = {},
    ) {
      await accept();
      const known = typeof operation === 'string' ? findOperation(options, operation) : operation;
      const list = Array.isArray(inputs) ? (inputs as readonly ConversionInput[]) : [inputs as ConversionInput];
      return convertFiles(options, staging, known, list, given, settings, stopping.signal);
    },
    async status() {
      const { queued } = await jobs.counts();
      const known = { state, queued, running: runner.running().length, maxQueued: options.maxQueued };
      const { starts: workerStarts } = options.executor;
      // Before it is open and after it is stopped there is no folder to look at.
      return {
        ...known,
        workerStarts,
        storage: state === 'running' || state === 'draining' ? await storage.check() : 'ok',
      };
    },
    on: (event, listener) => events.on(event, listener),
  };
  return engine as ConversionEngine<OptionsOf<Operations>>;
}
