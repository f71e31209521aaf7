import type { QuotaStore } from '../access.ts';

/** A `QuotaStore` in the memory of the process. It keeps a short entry for every unit that was not given back. */
export function createMemoryQuotaStore(): QuotaStore {
  const counts = new Map<string, number>();
  /** Job id → the count its unit is in. */
  const reservations = new Map<string, string>();

  return {
    async reserve({ owner, period, limit, jobId }) {
      const account = accountOf(owner, period);
      const used = counts.get(account) ?? 0;
      if (reservations.has(jobId)) return { reserved: true, used };
      if (limit !== null && used >= limit) return { reserved: false, used };
      counts.set(account, used + 1);
      reservations.set(jobId, account);
      return { reserved: true, used: used + 1 };
    },

    async release(jobId) {
      const account = reservations.get(jobId);
      if (account === undefined) return;
      reservations.delete(jobId);
      counts.set(account, (counts.get(account) ?? 1) - 1);
    },

    async used(owner, period) {
      return counts.get(accountOf(owner, period)) ?? 0;
    },
  };
}

function accountOf(owner: string, period: string): string {
  return `${period} ${owner}`;
}
