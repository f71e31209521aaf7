import {
  type ConversionEngine,
  ConversionError,
  type ConversionInput,
  type EngineStatus,
  type Operation,
} from '@platen/core';
import { convertFiles } from './convert-files.ts';
import { type EngineOptions, resolveOptions } from './engine-options.ts';
import { createJobEvents } from './events.ts';
import { createJanitor } from './janitor.ts';
import { createJobRunner, shuttingDown } from './job-runner.ts';
import { createStagingArea } from './staging-area.ts';
import { findOperation, removeInputs, submitJob } from './submit-job.ts';

const defaultGraceMs = 30_000;

/**
 * The engine that hosts embed: durable jobs through `submit`, or conversions without a job through `convert`. It does
 * nothing until used; `start` makes it take jobs off its queue.
 */
export function createEngine(engineOptions: EngineOptions): ConversionEngine {
  const options = resolveOptions(engineOptions);
  const { jobs, blobs, queue, clock, retentionMs, logger } = options;
  const staging = createStagingArea(options.stagingFolder, logger);
  const events = createJobEvents(logger);
  const runner = createJobRunner(options, staging, events);
  const janitor = createJanitor(options, runner, events);
  const stopping = new AbortController();
  let state: EngineStatus['state'] = 'idle';
  let opened: Promise<void> | null = null;

  const accept = async () => {
    if (state === 'draining' || state === 'stopped') throw shuttingDown();
    opened ??= staging.open().then(() => options.executor.open(staging.path));
    await opened;
  };

  return {
    operations: options.operations,
    limits: options.limits,
    retentionMs,
    async start() {
      await accept();
      if (state === 'running') return;
      state = 'running';
      await janitor.start();
      runner.start();
    },
    async stop(graceMs = defaultGraceMs) {
      if (state === 'draining' || state === 'stopped') return;
      state = 'draining';
      await runner.stop(graceMs);
      stopping.abort(shuttingDown());
      await janitor.stop();
      await options.executor.close();
      await queue.close();
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
    async cancel(jobId) {
      const known = await jobs.get(jobId);
      const now = clock.now();
      const outcome = { state: 'cancelled', warnings: known?.warnings ?? [] } as const;
      const cancelled = await jobs.close(jobId, { outcome, now, purgeAt: now + retentionMs });
      if (cancelled === null) return jobs.get(jobId);
      runner.abort(jobId, new ConversionError('CANCELLED', 'The job was cancelled'));
      await queue.remove(jobId);
      await removeInputs(options, cancelled.inputs);
      events.emit('job-cancelled', cancelled);
      return cancelled;
    },
    async open(jobId, outputIndex, range) {
      const output = (await jobs.get(jobId))?.outputs[outputIndex];
      if (output === undefined) throw new ConversionError('NOT_FOUND', 'There is no such file any more');
      return blobs.read(output.key, range);
    },
    async convert(operation, inputs, given = {}, settings = {}) {
      await accept();
      const known = typeof operation === 'string' ? findOperation(options, operation) : (operation as Operation);
      const list = Array.isArray(inputs) ? (inputs as readonly ConversionInput[]) : [inputs as ConversionInput];
      return convertFiles(options, staging, known, list, given, settings, stopping.signal);
    },
    async status() {
      const queued = await queue.size();
      return { state, queued, running: runner.running(), maxQueued: options.maxQueued };
    },
    on: (event, listener) => events.on(event, listener),
  };
}
