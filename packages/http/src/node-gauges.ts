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
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const ready = gauge('platen_ready', '1 while /readyz of this node is 200');
  const storeUp = gauge('platen_store_up', '1 while the job store answers and jobs can be stored');
  const running = gauge('platen_jobs_running', 'Running jobs of this node');
  const limitHelp = 'Waiting jobs above which this node refuses submissions (maxQueued)';
  const limit = gauge('platen_jobs_queued_limit', limitHelp);
  const workerStarts = counter('platen_worker_starts_total', 'Worker processes started; a warm process is reused');
  const secondsHelp = 'Time from the start of worker processes until they were ready';
  const workerStartSeconds = counter('platen_worker_start_seconds_total', secondsHelp);
  const cpuHelp = 'Processor time of worker processes until they were ready';
  const workerStartCpuSeconds = counter('platen_worker_start_cpu_seconds_total', cpuHelp);
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
