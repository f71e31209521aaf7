import type { ApiKeyRecord, KeyStore } from './api-key.ts';
import { dayOf } from './day-of.ts';
import type { JobPage, JobStore } from './job-store.ts';

/** An owner that has keys or jobs. */
export interface KnownOwner {
  readonly ownerId: string;
  /** Its keys, newest first, including expired and revoked ones. */
  readonly keys: readonly Pick<ApiKeyRecord, 'id' | 'name'>[];
  /** True if more jobs of the owner can be expected, because a key is valid or there were jobs recently. */
  readonly isActive: boolean;
}

/** The stores that name owners. If a host identifies callers itself, its key store has no owners, but the jobs name them. */
export interface OwnerSources {
  /** The key store; null for a host without keys. */
  readonly keys: Pick<KeyStore, 'list'> | null;
  readonly jobs: Pick<JobStore, 'usage'> & { list(filter: object, page: object): Promise<JobPage> };
  /** Now, in milliseconds since the epoch. */
  readonly now: number;
}

const dayMs = 86_400_000;
/** As far back as the usage that the dashboard shows. */
const usageDays = 92;
/** Jobs that have not ended are in no usage yet. */
const latestJobs = 1_000;

/** Owners of keys, of jobs that ended in the last 92 days, and of the latest 1 000 jobs, by name. */
export async function listOwners({ keys, jobs, now }: OwnerSources): Promise<readonly KnownOwner[]> {
  const [records, usage, page] = await Promise.all([
    keys?.list() ?? [],
    jobs.usage({ fromDay: dayOf(now - usageDays * dayMs), toDay: dayOf(now) }),
    jobs.list({}, { limit: latestJobs }),
  ]);
  const ofJobs = new Set([...usage, ...page.jobs].flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId])));
  const ofKeys = Map.groupBy(records.toReversed(), ({ ownerId }) => ownerId);
  return [...new Set([...ofKeys.keys(), ...ofJobs])].toSorted().map((ownerId) => {
    const own = ofKeys.get(ownerId) ?? [];
    return {
      ownerId,
      keys: own.map(({ id, name }) => ({ id, name })),
      isActive: ofJobs.has(ownerId) || own.some((key) => isValid(key, now)),
    };
  });
}

/**
 * Why no jobs of an owner can be expected, in words that follow its name; null if the owner has a valid key or a job. The
 * message considers that people often type the name of a key instead of its owner.
 */
export function ownerProblem(ownerId: string, owners: readonly KnownOwner[]): string | null {
  if (owners.some((owner) => owner.isActive && owner.ownerId === ownerId)) return null;
  const named = owners.filter(({ keys }) => keys.some(({ name }) => name === ownerId));
  if (named.length > 0) {
    return `is the name of a key, whose owner is ${named.map((owner) => `"${owner.ownerId}"`).join(' or ')}`;
  }
  return 'has no valid key and had no job: nothing would be sent';
}

function isValid({ revokedAt, expiresAt }: ApiKeyRecord, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}
