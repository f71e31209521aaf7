import type { ConversionEngine, Logger, WorkerStarts } from '@platen/core';
import type * as PromClient from 'prom-client';
import { readReadiness } from './health.ts';

/** What this node is and does, and how often it has started workers. Returns a function that reads it anew. */
export function createNodeGauges(
  engine: ConversionEngine,
  logger: Logger,
  registry: PromClient.Registry,
  { Counter, Gauge }: typeof PromClient,
): () => Promise<void> {
  const registers = [registry];
  const ready = new Gauge({ name: 'platen_ready', help: '1 while /readyz of this node is 200', registers });
  const storeUp = new Gauge({
    name: 'platen_store_up',
    help: '1 while the job store answers and jobs can be stored',
    registers,
  });
  const running = new Gauge({ name: 'platen_jobs_running', help: 'Running jobs of this node', registers });
  const limit = new Gauge({
    name: 'platen_jobs_queued_limit',
    help: 'Waiting jobs above which this node refuses submissions (maxQueued)',
    registers,
  });
  const workerStarts = new Counter({
    name: 'platen_worker_starts_total',
    help: 'Worker processes started; a warm process is reused',
    registers,
  });
  const workerStartSeconds = new Counter({
    name: 'platen_worker_start_seconds_total',
    help: 'Time from the start of worker processes until they were ready',
    registers,
  });
  const workerStartCpuSeconds = new Counter({
    name: 'platen_worker_start_cpu_seconds_total',
    help: 'Processor time of worker processes until they were ready',
    registers,
  });
  let known: WorkerStarts = { count: 0, durationMs: 0, cpuMs: 0 };
  const countStarts = (starts: WorkerStarts) => {
    workerStarts.inc(starts.count - known.count);
    workerStartSeconds.inc((starts.durationMs - known.durationMs) / 1000);
    workerStartCpuSeconds.inc((starts.cpuMs - known.cpuMs) / 1000);
    known = starts;
  };

  return async () => {
    const { isReady, status } = await readReadiness(engine, logger);
    ready.set(isReady ? 1 : 0);
    storeUp.set(status !== null && status.store !== 'failing' ? 1 : 0);
    // The node itself knows what it does, whatever its store says.
    const here = status ?? (await engine.status());
    running.set(here.running);
    limit.set(here.maxQueued);
    if (here.workerStarts !== null) countStarts(here.workerStarts);
  };
}
