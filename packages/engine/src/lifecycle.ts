import type { EngineRoles, EngineStatus } from '@platen/core';
import { shuttingDown } from '@platen/core/internal';
import { checkRoles } from './check-calls.ts';
import type { ResolvedOptions } from './engine-options.ts';
import type { Housekeeping } from './housekeeping.ts';
import type { JobEvents } from './job-events.ts';
import type { JobRunner } from './job-runner.ts';
import type { StagingArea } from './staging-area.ts';

/** How an engine is opened, started and stopped. */
export interface Lifecycle {
  readonly state: EngineStatus['state'];
  /** Whether it was started to run jobs. */
  readonly works: boolean;
  /** Aborted when the engine stops. */
  readonly stopping: AbortSignal;
  /** Opens the engine unless it is open; rejects with `SERVICE_UNAVAILABLE` once it stops. */
  accept(): Promise<void>;
  start(roles?: EngineRoles): Promise<void>;
  stop(graceMs?: number): Promise<void>;
}

/** The parts of an engine that are opened and closed. */
interface Parts extends Pick<ResolvedOptions, 'operations' | 'executor' | 'queue' | 'bus'> {
  readonly events: JobEvents;
  readonly runner: JobRunner;
  readonly housekeeping: Housekeeping;
  readonly staging: StagingArea;
}

const defaultGraceMs = 30_000;

/** The lifecycle of an engine over its parts; `owned` are those that the engine created and closes itself. */
export function createLifecycle(
  { operations, executor, queue, bus, events, runner, housekeeping, staging }: Parts,
  owned: { readonly queue: boolean; readonly bus: boolean },
): Lifecycle {
  const workers = [...operations.values()].map(({ worker }) => worker);
  const stopping = new AbortController();
  let state: EngineStatus['state'] = 'idle';
  let works = false;
  let opened: Promise<unknown> | null = null;
  let starting: Promise<void> = Promise.resolve();
  let ending: Promise<void> | null = null;

  const open = async () => {
    await staging.open();
    await executor.open(staging.path, workers);
    // The message may be late and about an earlier run: the store knows.
    await events.connect(runner.renew);
  };

  const accept = async () => {
    if (state === 'draining' || state === 'stopped') throw shuttingDown();
    opened ??= open();
    await opened.catch((error: unknown) => {
      opened = null; // The next call tries again: the disk may have space by then.
      throw error;
    });
  };

  async function start({ work = true, maintain = true }: EngineRoles = {}): Promise<void> {
    works = work;
    if (work) executor.checkWorkers();
    try {
      await housekeeping.start({ works: work, maintains: maintain });
    } catch (error) {
      if (state === 'running') state = 'idle';
      throw error;
    }
    if (work && state === 'running') runner.start();
  }

  async function end(graceMs: number): Promise<void> {
    state = 'draining';
    // Whatever started now would outlive the engine.
    await starting.catch(() => {});
    await runner.stop(graceMs);
    stopping.abort(shuttingDown());
    await housekeeping.stop();
    await events.disconnect();
    await executor.close();
    if (owned.queue) await queue.close();
    if (owned.bus) await bus.close();
    await staging.close();
    state = 'stopped';
  }

  return {
    get state() {
      return state;
    },
    get works() {
      return works;
    },
    stopping: stopping.signal,
    accept,
    async start(roles) {
      checkRoles(roles);
      await accept();
      if (state === 'running') return starting;
      state = 'running';
      starting = start(roles);
      return starting;
    },
    async stop(graceMs = defaultGraceMs) {
      // Repeated calls share one stop: the shortest grace period applies, and all of them resolve together.
      if (ending !== null && state === 'draining') await runner.stop(graceMs);
      ending ??= end(graceMs);
      return ending;
    },
  };
}
