import type { EngineStatus, JobStore, Logger } from '@platen/core';
import { shareAnswer } from '@platen/core/internal';
import { isOutage } from './outage.ts';

/** While jobs cannot be stored, it is tried no more often than this. */
const trialIntervalMs = 1_000;

/** Whether jobs can be stored, as far as this node knows. */
export interface StoreHealth {
  /** Takes note of how a write ends. */
  watch<Result>(storing: Promise<Result>): Promise<Result>;
  /** Costs nothing until a submission has failed; from then on a trial, at most once a second. Never rejects. */
  check(): Promise<EngineStatus['store']>;
}

/**
 * A database whose disk is full, or that was made read-only, still answers what is read: only a submission that fails shows it.
 * Then the store is failing until a submission or a trial succeeds.
 */
export function createStoreHealth(jobs: Pick<JobStore, 'checkWrite'>, logger: Logger): StoreHealth {
  let state: EngineStatus['store'] = 'ok';

  function set(found: EngineStatus['store'], error?: unknown): void {
    if (found === state) return;
    state = found;
    if (found === 'failing') logger.error({ err: error }, 'jobs cannot be stored; trying until they can');
    else logger.warn({}, 'jobs can be stored again');
  }

  async function watch<Result>(storing: Promise<Result>): Promise<Result> {
    try {
      const result = await storing;
      set('ok');
      return result;
    } catch (error) {
      if (isOutage(error)) set('failing', error);
      throw error;
    }
  }

  const trial = shareAnswer(() => watch(jobs.checkWrite()).catch(() => {}), trialIntervalMs); // It goes on failing.

  return {
    watch,
    async check() {
      if (state === 'failing') await trial();
      return state;
    },
  };
}
