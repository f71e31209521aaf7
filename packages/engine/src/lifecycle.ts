import type { EngineRoles, EngineStatus, StagingFolder } from '@platen/core';
import { shuttingDown } from '@platen/core/internal';
import { checkRoles } from './check-calls.ts';
import type { ResolvedOptions } from './engine-options.ts';
import type { Housekeeping } from './housekeeping.ts';
import type { JobEvents } from './job-events.ts';
import type { JobRunner } from './job-runner.ts';
import { createOpenUploads } from './open-uploads.ts';
import type { StagingArea } from './staging-area.ts';
import { wait } from './wait.ts';

/** How an engine is opened, started and stopped. */
export interface Lifecycle {
  readonly state: EngineStatus['state'];
  /** Whether it was started to run jobs. */
  readonly works: boolean;
  /** Aborted when the engine stops. */
  readonly stopping: AbortSignal;
  /**
   * Opens the engine unless it is open; rejects with `SERVICE_UNAVAILABLE` once it stops. What was `begun` before, an upload,
   * is accepted until the grace period is over.
   */
  accept(call?: { readonly begun: boolean }): Promise<void>;
  /** A folder for an upload, which is waited for when the engine stops. */
  stage(): Promise<StagingFolder>;
  start(roles?: EngineRoles): Promise<void>;
  stop(graceMs?: number, drainMs?: number): Promise<void>;
}

/** The parts of an engine that are opened and closed. */
interface Parts extends Pick<ResolvedOptions, 'operations' | 'executor' | 'queue' | 'bus' | 'warm'> {
  readonly events: JobEvents;
  readonly runner: JobRunner;
  readonly housekeeping: Housekeeping;
  readonly staging: StagingArea;
}

const defaultGraceMs = 30_000;

/** The lifecycle of an engine over its parts; `owned` are those that the engine created and closes itself. */
// Long: one state, and all that moves it.
export function createLifecycle(
  { operations, executor, queue, bus, warm, events, runner, housekeeping, staging }: Parts,
  owned: { readonly queue: boolean; readonly bus: boolean },
): Lifecycle {
  const workers = [...operations.values()].map(({ worker }) => worker);
  const stopping = new AbortController();
  const uploads = createOpenUploads();
  /** Ends the time in which the engine only says that it is about to stop. */
  const drain = new AbortController();
  let isLeaving = false;
  /** The shortest of those asked for. */
  let grace = Number.POSITIVE_INFINITY;
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

  const accept = async ({ begun } = { begun: false }) => {
    const isOver = stopping.signal.aborted || state === 'stopped';
    if (isOver || (state === 'draining' && !begun)) throw shuttingDown();
    opened ??= open();
    await opened.catch((error: unknown) => {
      opened = null; // The next call tries again: the disk may have space by then.
      throw error;
    });
  };

  async function start({ work = true, maintain = true }: EngineRoles = {}): Promise<void> {
    works = work;
    if (work) executor.checkWorkers();
    if (work && warm.length > 0) executor.warm?.(warm.flatMap((name) => operations.get(name)?.worker ?? []));
    try {
      await housekeeping.start({ works: work, maintains: maintain });
    } catch (error) {
      if (state === 'running') state = 'idle';
      throw error;
    }
    if (work && state === 'running') runner.start();
  }

  const finishWork = () => Promise.all([runner.stop(grace), uploads.ended(grace)]);

  async function end(drainMs: number): Promise<void> {
    isLeaving = true;
    if (drainMs > 0) await wait(drainMs, drain.signal);
    state = 'draining';
    // Whatever started now would outlive the engine.
    await starting.catch(() => {});
    await finishWork();
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
      return isLeaving && state === 'running' ? 'draining' : state;
    },
    get works() {
      return works;
    },
    stopping: stopping.signal,
    accept,
    async stage() {
      await accept();
      return uploads.add(await staging.create());
    },
    async start(roles) {
      checkRoles(roles);
      await accept();
      if (state === 'running') return starting;
      state = 'running';
      starting = start(roles);
      return starting;
    },
    async stop(graceMs = defaultGraceMs, drainMs = 0) {
      // Repeated calls share one stop: the shortest grace period applies, and all of them resolve together.
      grace = Math.min(grace, graceMs);
      if (ending !== null) {
        drain.abort();
        if (state === 'draining') await finishWork();
      }
      ending ??= end(drainMs);
      return ending;
    },
  };
}
