import type { LeaderLock } from '@platen/core';
import { expect } from 'vitest';
import { withClockOff } from './clock-off.ts';
import { createRule, type Make, type SharedSubject, type SuiteRunner, vitestRunner } from './subject.ts';

const longMs = 600_000;

/** Every rule of the `LeaderLock` contract. `make` returns a lock that nobody holds. */
export function leaderLockSuite(make: Make<SharedSubject<LeaderLock>>, runner: SuiteRunner = vitestRunner): void {
  const rule = createRule<LeaderLock, SharedSubject<LeaderLock>>(make, runner);

  runner.describe('LeaderLock', () => {
    rule('of racing nodes one holds a role, and goes on holding it', async (lock, { connect }) => {
      const other = (await connect?.()) ?? lock;
      const held = await Promise.all(
        Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? lock : other).hold('sweep', `n${index}`, longMs)),
      );
      expect(held.filter((holds) => holds)).toHaveLength(1);
      const leader = held.indexOf(true);
      const locks = [lock, other];
      expect(await locks[leader % 2]?.hold('sweep', `n${leader}`, longMs)).toBe(true);
    });

    rule('roles are held apart', async (lock) => {
      expect(await lock.hold('sweep', 'a', longMs)).toBe(true);
      expect(await lock.hold('webhooks', 'b', longMs)).toBe(true);
      expect(await lock.hold('sweep', 'b', longMs)).toBe(false);
    });

    rule('a role given up is free at once, and only its holder can give it up', async (lock) => {
      await lock.hold('sweep', 'a', longMs);
      await lock.release('sweep', 'b');
      expect(await lock.hold('sweep', 'b', longMs)).toBe(false);
      await lock.release('sweep', 'a');
      expect(await lock.hold('sweep', 'b', longMs)).toBe(true);
      await lock.release('nothing', 'b');
    });

    rule(
      'after the clock was set back by hours, the role of a node that is gone is free',
      async (lock, { advance }) => {
        await lock.hold('sweep', 'gone', 50);
        await advance(-3 * 60 * 60_000);
        await advance(100);
        expect(await lock.hold('sweep', 'next', longMs)).toBe(true);
        expect(await lock.hold('sweep', 'gone', longMs)).toBe(false);
      },
    );

    rule('a machine with another clock takes no role away', async (lock) => {
      await lock.hold('sweep', 'a', 60_000);
      for (const ms of [300_000, -300_000]) {
        expect(await withClockOff(ms, () => lock.hold('sweep', 'b', 60_000))).toBe(false);
      }
    });
  });
}
