import type { EngineStatus, JobStore, Logger } from '@platen/core';
import { shareAnswer } from '@platen/core/internal';
import { isOutage } from './outage.ts';

/** While jobs cannot be stored, it is tried no more often than this. */
const trialIntervalMs = 1_000;
/** A store that has answered anything this short a time ago is not asked whether it does. */
const answeredMs = 250;
/** An id that no job has: only whether the store answers matters. */
const unknownJob = '00000000-0000-0000-0000-000000000000';

/** Whether the store answers and jobs can be stored, as far as this node knows. */
export interface StoreHealth {
  /** The store, whose answers are noted. */
  readonly jobs: JobStore;
  /** Takes note of how a write ends. */
  watch<Result>(storing: Promise<Result>): Promise<Result>;
  /**
   * Asks for one record alone, and nothing at all while the store answers others. Once a submission has failed it costs a trial, at most
   * once a second. Whoever looks at the same time shares a question. Never rejects.
   */
  check(): Promise<EngineStatus['store']>;
}

/**
 * A database whose disk is full, or that was made read-only, still answers what is read: only a submission that fails shows it.
 * Then the store is failing until a submission or a trial succeeds.
 */
export function createStoreHealth(given: JobStore, logger: Logger): StoreHealth {
  let state: EngineStatus['store'] = 'ok';
  let answeredAt = Number.NEGATIVE_INFINITY;
  let isSilent = false;
  const jobs = noting(given, () => {
    answeredAt = performance.now();
  });

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

  async function ask(): Promise<EngineStatus['store']> {
    try {
      await jobs.get(unknownJob);
      if (isSilent) logger.warn({}, 'the job store answers again');
      isSilent = false;
      return 'ok';
    } catch (error) {
      if (!isSilent) logger.warn({ err: error }, 'the job store does not answer');
      isSilent = true;
      return 'failing';
    }
  }

  const trial = shareAnswer(() => watch(jobs.checkWrite()).catch(() => {}), trialIntervalMs); // It goes on failing.
  const question = shareAnswer(ask, 0);

  return {
    jobs,
    watch,
    async check() {
      if (state === 'failing') {
        await trial();
        return state;
      }
      return performance.now() - answeredAt < answeredMs ? 'ok' : question();
    },
  };
}

/** The same store; `note` is called whenever a call is answered. */
function noting(jobs: JobStore, note: () => void): JobStore {
  // In front of an object of its own: a host may have frozen its store.
  return new Proxy(Object.create(jobs) as JobStore, {
    get(_, name) {
      const member: unknown = Reflect.get(jobs, name);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) => {
        const answer: unknown = Reflect.apply(member, jobs, args);
        Promise.resolve(answer).then(note, () => {}); // The caller learns of it.
        return answer;
      };
    },
  });
}
