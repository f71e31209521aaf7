import type { QuotaReservation, QuotaStore } from '@platen/core';
import { describe, expect } from 'vitest';
import { createRule, type Make, type Subject } from './subject.ts';

/** Every rule of the `QuotaStore` contract. `make` returns an empty store. */
export function quotaStoreSuite(make: Make<Subject<QuotaStore>>): void {
  const rule = createRule<QuotaStore, Subject<QuotaStore>>(make);
  const unit = (jobId: string, changes: Partial<QuotaReservation> = {}): QuotaReservation => {
    return { owner: 'owner-1', period: '2026-11', limit: 3, jobId, ...changes };
  };

  describe('QuotaStore', () => {
    rule('takes one unit a job until the limit', async (quotas) => {
      expect(await quotas.used('owner-1', '2026-11')).toBe(0);
      for (const used of [1, 2, 3]) expect(await quotas.reserve(unit(`job-${used}`))).toEqual({ reserved: true, used });
      expect(await quotas.reserve(unit('job-4'))).toEqual({ reserved: false, used: 3 });
      expect(await quotas.used('owner-1', '2026-11')).toBe(3);
    });

    rule('racing reservations never pass the limit', async (quotas) => {
      const units = Array.from({ length: 20 }, (_, index) => quotas.reserve(unit(`job-${index}`)));
      expect((await Promise.all(units)).filter(({ reserved }) => reserved)).toHaveLength(3);
      expect(await quotas.used('owner-1', '2026-11')).toBe(3);
    });

    rule('reserving twice for one job counts once, even at the limit', async (quotas) => {
      for (const id of ['a', 'b', 'c']) await quotas.reserve(unit(id));
      expect(await quotas.reserve(unit('a'))).toEqual({ reserved: true, used: 3 });
    });

    rule('a unit given back can be taken again, and is given back only once', async (quotas) => {
      for (const id of ['a', 'b', 'c']) await quotas.reserve(unit(id));
      await quotas.release('a');
      await quotas.release('a');
      await quotas.release('nobody');
      expect(await quotas.used('owner-1', '2026-11')).toBe(2);
      expect(await quotas.reserve(unit('d'))).toEqual({ reserved: true, used: 3 });
      expect(await quotas.reserve(unit('a'))).toEqual({ reserved: false, used: 3 });
    });

    rule('a refused job has nothing to give back', async (quotas) => {
      for (const id of ['a', 'b', 'c', 'd']) await quotas.reserve(unit(id));
      await quotas.release('d');
      expect(await quotas.used('owner-1', '2026-11')).toBe(3);
    });

    rule('owners and months are counted apart', async (quotas) => {
      await quotas.reserve(unit('a'));
      await quotas.reserve(unit('b', { owner: 'owner-2' }));
      await quotas.reserve(unit('c', { period: '2026-12' }));
      expect(await quotas.used('owner-1', '2026-11')).toBe(1);
      expect(await quotas.used('owner-2', '2026-11')).toBe(1);
      await quotas.release('c');
      expect(await quotas.used('owner-1', '2026-12')).toBe(0);
      expect(await quotas.used('owner-1', '2026-11')).toBe(1);
    });

    rule('unlimited is counted all the same', async (quotas) => {
      for (const used of [1, 2, 3, 4]) {
        expect(await quotas.reserve(unit(`job-${used}`, { limit: null }))).toEqual({ reserved: true, used });
      }
    });
  });
}
