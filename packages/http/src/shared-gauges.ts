import type { Backlog, Clock, ConversionEngine, Logger, NodeRecord, Overdue, WebhookStore } from '@platen/core';
import type * as PromClient from 'prom-client';

/** Where what all nodes share is read. */
export interface SharedSources {
  readonly engine: ConversionEngine;
  /** Null where this node knows none. */
  readonly webhookStore: Pick<WebhookStore, 'overdue'> | null;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * What is of all nodes, read from the stores at each scrape: the same on every node. Returns a function that reads it and
 * resolves to its text; what cannot be read is left out, since counters matter most during an outage.
 */
export function createSharedGauges(
  { engine, webhookStore, clock, logger }: SharedSources,
  client: typeof PromClient,
): () => Promise<readonly string[]> {
  const parts = [
    createPart(client, logger, 'which jobs wait', () => engine.backlog(), backlogGauges(engine, clock)),
    createPart(client, logger, 'which nodes there are', () => engine.nodes(), nodeGauges()),
    createPart(
      client,
      logger,
      'what is overdue',
      async () => ({
        ...(await engine.overdue()),
        webhooks: webhookStore === null ? null : await webhookStore.overdue(),
      }),
      overdueGauges(),
    ),
  ];
  return async () => (await Promise.all(parts.map((read) => read()))).flat();
}

/** A gauge of one part, with these labels. */
type NewGauge = (name: string, help: string, ...labelNames: string[]) => PromClient.Gauge;
/** Makes gauges, and returns what sets them. */
type MakeGauges<Found> = (gauge: NewGauge) => (found: Found) => void;

function createPart<Found>(
  { Gauge, Registry }: typeof PromClient,
  logger: Logger,
  what: string,
  look: () => Promise<Found>,
  make: MakeGauges<Found>,
): () => Promise<readonly string[]> {
  const registry = new Registry();
  const set = make((name, help, ...labelNames) => new Gauge({ name, help, labelNames, registers: [registry] }));
  return async () => {
    try {
      set(await look());
    } catch (error) {
      logger.warn({ err: error }, `the store cannot be asked ${what}`);
      return [];
    }
    return [await registry.metrics()];
  };
}

function backlogGauges(engine: ConversionEngine, clock: Clock): MakeGauges<readonly Backlog[]> {
  return (gauge) => {
    const queued = gauge('platen_jobs_queued', 'Waiting jobs of all nodes', 'operation');
    const processing = gauge('platen_jobs_processing', 'Running jobs of all nodes', 'operation');
    const oldestHelp = 'How long the oldest waiting job of all nodes has waited';
    const oldest = gauge('platen_job_oldest_queued_seconds', oldestHelp, 'operation');
    return (backlog) => {
      // An operation of which nothing is left is not told of any more, but for those that are served here.
      for (const each of [queued, processing, oldest]) each.reset();
      const idle = [...engine.operations.keys()].map((operation) => ({
        operation,
        queued: 0,
        processing: 0,
        oldestQueuedAt: null,
      }));
      for (const row of [...idle, ...backlog]) {
        const { operation, oldestQueuedAt } = row;
        queued.set({ operation }, row.queued);
        processing.set({ operation }, row.processing);
        oldest.set({ operation }, oldestQueuedAt === null ? 0 : Math.max(0, clock.now() - oldestQueuedAt) / 1000);
      }
    };
  };
}

function nodeGauges(): MakeGauges<readonly NodeRecord[]> {
  return (gauge) => {
    const nodes = gauge('platen_nodes', 'Nodes that report their state, by whether they run jobs', 'works');
    const leaders = gauge('platen_leaders', 'Nodes that do the housekeeping: should be 1');
    const swept = gauge(
      'platen_last_sweep_timestamp_seconds',
      'Time of the last search for files that no job needs, on any node; 0 before the first search',
    );
    return (records) => {
      for (const works of [true, false]) {
        nodes.set({ works: String(works) }, records.filter((node) => node.works === works).length);
      }
      leaders.set(records.filter(({ leads }) => leads === true).length);
      swept.set(Math.max(0, ...records.map(({ sweptAt }) => sweptAt ?? 0)) / 1000);
    };
  };
}

type OverdueWork = Readonly<Record<'purge' | 'outbox', Overdue>> & { readonly webhooks: Overdue | null };

function overdueGauges(): MakeGauges<OverdueWork> {
  return (gauge) => {
    const late = gauge(
      'platen_overdue_seconds',
      'How long the oldest overdue work of all nodes has been due: jobs to purge, messages to forward, webhooks to send',
      'work',
    );
    const count = gauge('platen_overdue', 'Overdue pieces of work of all nodes, counted up to 10 000', 'work');
    return (overdue) => {
      for (const [work, found] of Object.entries(overdue)) {
        if (found === null) continue;
        late.set({ work }, found.lateMs / 1000);
        count.set({ work }, found.count);
      }
    };
  };
}
