import { type ClaimedJob, type JobRecord, type JobSecrets, summarizeJob } from '../job.ts';
import {
  claimedJob,
  claimWaitMs,
  damagedJob,
  endedJob,
  expiredJob,
  hasLostLease,
  isHeld,
  queuedJob,
  releasedJob,
  renewedJob,
  retriedJob,
} from '../job-changes.ts';
import { decodeCursor, encodeCursor, pageLimit } from '../job-page.ts';
import type { JobState } from '../job-state.ts';
import type { FinishRequest, JobFilter, JobStore, OwnerStanding } from '../job-store.ts';
import { quotaMonth } from '../quota-month.ts';
import { findRefusal } from '../refusal.ts';
import { type Clock, systemClock } from '../runtime.ts';
import { createMemoryOutbox, type MemoryOutbox } from './memory-outbox.ts';
import { createMemoryUsage, type MemoryUsage } from './memory-usage.ts';
import { overdueOf } from './overdue-of.ts';

/** The options of a job store in memory. */
export interface MemoryJobStoreOptions {
  /** The clock of the store. Default: the clock of the system. */
  readonly clock?: Clock;
}

/**
 * A `JobStore` in the memory of the process: for tests, and for hosts that can lose their jobs on a restart.
 * It is also the shortest reading of the contract. Records are replaced, never changed, so a caller may keep one.
 */
export function createMemoryJobStore({ clock = systemClock }: MemoryJobStoreOptions = {}): JobStore {
  return new MemoryJobStore(clock);
}

/** What the store keeps of a job besides its record. */
interface Aside {
  readonly secrets: JobSecrets;
  readonly webhookUrl: string | null;
  /** The account that holds its quota unit; null when it holds none. */
  readonly account: string | null;
  /** Not handed out for purging again before this. */
  readonly purgeHeldUntil: number;
}

class MemoryJobStore implements JobStore {
  readonly durable = false;
  readonly enqueues = false;
  readonly outbox: MemoryOutbox;
  readonly #clock: Clock;
  readonly #usage: MemoryUsage = createMemoryUsage();
  readonly #jobs = new Map<string, JobRecord>();
  readonly #asides = new Map<string, Aside>();
  /** Quota units taken, by account: month and owner. */
  readonly #units = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.outbox = createMemoryOutbox(clock);
  }

  readonly insert: JobStore['insert'] = async (given, bounds) => {
    const { id, ownerId, secrets, webhookUrl } = structuredClone(given);
    const known = this.#jobs.get(id);
    if (known !== undefined) return { kind: 'known', job: known } as const;
    const standing = this.#standing(ownerId);
    const refusal = findRefusal(ownerId, bounds, standing);
    if (refusal !== null) return refusal;
    const job = this.#save(queuedJob(structuredClone(given), this.#clock.now()));
    this.#setAside(id, { secrets, webhookUrl, account: this.#takeUnit(ownerId) });
    return { kind: 'inserted', job, ownerQueued: standing.ownerQueued } as const;
  };

  readonly get: JobStore['get'] = async (id) => {
    return this.#jobs.get(id) ?? null;
  };

  readonly list: JobStore['list'] = async (filter, page = {}) => {
    const sign = filter.order === 'oldest' ? 1 : -1;
    const compare = (a: { createdAt: number; id: string }, b: { createdAt: number; id: string }) =>
      sign * (a.createdAt - b.createdAt || (a.id < b.id ? -1 : Number(a.id > b.id)));
    const after = page.cursor === undefined ? null : decodeCursor(page.cursor);
    const matching = [...this.#jobs.values()].filter(
      (job) => matches(job, filter) && (after === null || compare(after, job) < 0),
    );
    const limit = pageLimit(page);
    const jobs = matching.sort(compare).slice(0, limit);
    const last = jobs.at(-1);
    const nextCursor = last !== undefined && matching.length > limit ? encodeCursor(last) : null;
    return { jobs: jobs.map(summarizeJob), nextCursor };
  };

  readonly backlog: JobStore['backlog'] = async () => {
    const unfinished = [...this.#jobs.values()].filter(({ state }) => state === 'queued' || state === 'processing');
    return [...Map.groupBy(unfinished, ({ operation }) => operation)].map(([operation, jobs]) => {
      const waiting = jobs.filter(({ state }) => state === 'queued').map(({ createdAt }) => createdAt);
      return {
        operation,
        queued: waiting.length,
        processing: jobs.length - waiting.length,
        oldestQueuedAt: waiting.length === 0 ? null : waiting.reduce((oldest, at) => Math.min(oldest, at)),
      };
    });
  };

  readonly overdue: JobStore['overdue'] = async () => {
    const now = this.#clock.now();
    const purgeTimes = [...this.#jobs.values()].flatMap(({ purgeAt }) =>
      purgeAt === null || purgeAt > now ? [] : [purgeAt],
    );
    return { purge: overdueOf(purgeTimes, now), outbox: overdueOf(this.outbox.times(), now) };
  };

  readonly checkWrite: JobStore['checkWrite'] = async () => {};

  readonly counts: JobStore['counts'] = async (ownerId) => {
    const count = (state: JobState) => this.#count(state, ownerId);
    return {
      queued: count('queued'),
      processing: count('processing'),
      completed: count('completed'),
      failed: count('failed'),
      cancelled: count('cancelled'),
    };
  };

  readonly standing: JobStore['standing'] = async (ownerId) => {
    return this.#standing(ownerId);
  };

  readonly usage: JobStore['usage'] = async (filter) => {
    return this.#usage.list(filter);
  };

  readonly claim: JobStore['claim'] = async (id, { nodeId, leaseMs, maxRunningPerOwner }) => {
    const job = this.#jobs.get(id);
    if (job?.state !== 'queued') return { kind: 'not_queued' } as const;
    const now = this.#clock.now();
    const waitMs = claimWaitMs(job, now);
    if (waitMs > 0) return { kind: 'not_yet', waitMs } as const;
    const { maxRunningPerOwner: bound = maxRunningPerOwner } = job.limits;
    const isBusy = job.ownerId !== null && bound !== null && this.#count('processing', job.ownerId) >= bound;
    if (isBusy) return { kind: 'owner_busy' } as const;
    const claimed: ClaimedJob = {
      ...this.#save(claimedJob(job, nodeId, leaseMs, now)),
      secrets: this.#asides.get(id)?.secrets ?? null,
    };
    return { kind: 'claimed', job: claimed } as const;
  };

  readonly renew: JobStore['renew'] = async (renewals, leaseMs) => {
    const now = this.#clock.now();
    const lost: string[] = [];
    for (const { id, fence, ...known } of renewals) {
      const job = this.#jobs.get(id);
      if (isHeld(job, fence)) this.#save(renewedJob(job, known, leaseMs, now));
      else lost.push(id);
    }
    return lost;
  };

  readonly release: JobStore['release'] = async (id, fence, request) => {
    const job = this.#jobs.get(id);
    if (!isHeld(job, fence)) return false;
    this.#save(releasedJob(job, request, this.#clock.now()));
    return true;
  };

  readonly finish: JobStore['finish'] = async (id, fence, request) => {
    const job = this.#jobs.get(id);
    return isHeld(job, fence) ? this.#end(job, request) : null;
  };

  readonly close: JobStore['close'] = async (id, request) => {
    const job = this.#jobs.get(id);
    return job === undefined ? null : this.#end(job, request);
  };

  readonly retry: JobStore['retry'] = async (id, bounds, secrets) => {
    const job = this.#jobs.get(id);
    if (job === undefined) return { kind: 'unknown' } as const;
    const retried = retriedJob(job, this.#clock.now());
    if (retried === null) return { kind: 'not_retryable', job } as const;
    const standing = this.#standing(job.ownerId);
    const refusal = findRefusal(job.ownerId, bounds, standing);
    if (refusal !== null) return refusal;
    this.#setAside(id, {
      secrets: structuredClone(secrets),
      account: this.#takeUnit(job.ownerId),
      purgeHeldUntil: 0,
    });
    return { kind: 'queued', job: this.#save(retried), ownerQueued: standing.ownerQueued } as const;
  };

  readonly markDamaged: JobStore['markDamaged'] = async (id, outputIndex) => {
    const job = this.#jobs.get(id);
    const damaged = job === undefined ? null : damagedJob(job, outputIndex, this.#clock.now());
    return damaged === null ? null : this.#save(damaged);
  };

  readonly requeueExpired: JobStore['requeueExpired'] = async ({ delaysMs, ignoreLeases = false }) => {
    const now = this.#clock.now();
    const expired = [...this.#jobs.values()].filter(
      (job) => hasLostLease(job, now) || (ignoreLeases && job.leaseUntil !== null),
    );
    return expired.map((job) => this.#save(expiredJob(job, delaysMs, now)));
  };

  readonly takePurgeable: JobStore['takePurgeable'] = async ({ limit, holdMs }) => {
    const now = this.#clock.now();
    const isDue = ({ id, purgeAt }: JobRecord) =>
      purgeAt !== null && purgeAt <= now && (this.#asides.get(id)?.purgeHeldUntil ?? 0) <= now;
    const due = [...this.#jobs.values()].filter(isDue).sort((a, b) => (a.purgeAt ?? 0) - (b.purgeAt ?? 0));
    const taken = due.slice(0, limit);
    for (const { id } of taken) this.#setAside(id, { purgeHeldUntil: now + holdMs });
    return taken;
  };

  readonly removeAll: JobStore['removeAll'] = async (ids) => {
    const there = ids.filter((id) => this.#jobs.delete(id));
    for (const id of there) this.#asides.delete(id);
    return there;
  };

  readonly remove: JobStore['remove'] = async (id) => {
    this.#asides.delete(id);
    return this.#jobs.delete(id);
  };

  #save(job: JobRecord): JobRecord {
    this.#jobs.set(job.id, job);
    return job;
  }

  #setAside(id: string, changes: Partial<Aside>): void {
    const nothing: Aside = { secrets: null, webhookUrl: null, account: null, purgeHeldUntil: 0 };
    this.#asides.set(id, { ...nothing, ...this.#asides.get(id), ...changes });
  }

  #end(job: JobRecord, { messages, ...request }: FinishRequest): JobRecord | null {
    const ended = endedJob(job, structuredClone(request), this.#clock.now());
    if (ended === null) return null;
    const { account = null, webhookUrl = null } = this.#asides.get(job.id) ?? {};
    if (account !== null && ended.state !== 'completed') this.#units.set(account, (this.#units.get(account) ?? 1) - 1);
    this.#setAside(job.id, { secrets: null, account: null });
    this.#usage.add(ended);
    this.outbox.add(ended, messages, webhookUrl);
    return this.#save(ended);
  }

  #standing(ownerId: string | null): OwnerStanding {
    const { period, resetsAt } = quotaMonth(this.#clock.now());
    return {
      queued: this.#count('queued'),
      ownerQueued: this.#count('queued', ownerId),
      ownerRunning: this.#count('processing', ownerId),
      quotaUsed: this.#units.get(accountOf(ownerId, period)) ?? 0,
      quotaResetsAt: resetsAt,
    };
  }

  #takeUnit(ownerId: string | null): string | null {
    if (ownerId === null) return null;
    const account = accountOf(ownerId, quotaMonth(this.#clock.now()).period);
    this.#units.set(account, (this.#units.get(account) ?? 0) + 1);
    return account;
  }

  /** Of one owner, or of all when undefined. */
  #count(state: JobState, ownerId?: string | null): number {
    let count = 0;
    for (const job of this.#jobs.values()) {
      if (job.state === state && (ownerId === undefined || job.ownerId === ownerId)) count += 1;
    }
    return count;
  }
}

function accountOf(ownerId: string | null, period: string): string {
  return `${period} ${ownerId ?? ''}`;
}

function matches(job: JobRecord, filter: JobFilter): boolean {
  const { ownerId, states, operations, createdFrom, createdBefore, text } = filter;
  return (
    (ownerId === undefined || job.ownerId === ownerId) &&
    (states === undefined || states.includes(job.state)) &&
    (operations === undefined || operations.includes(job.operation)) &&
    (createdFrom === undefined || job.createdAt >= createdFrom) &&
    (createdBefore === undefined || job.createdAt < createdBefore) &&
    (text === undefined || hasText(job, text))
  );
}

function hasText({ id, correlationId, inputs }: JobRecord, text: string): boolean {
  const isInName = inputs[0]?.fileName.toLowerCase().includes(text.toLowerCase()) ?? false;
  return isInName || id === text || correlationId === text;
}
