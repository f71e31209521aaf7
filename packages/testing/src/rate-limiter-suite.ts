import type { RateLimiter } from '@platen/core';
import { describe, expect } from 'vitest';
import { createRule, type Make, type TimedSubject } from './subject.ts';

/** Every rule of the `RateLimiter` contract. `make` returns a limiter that has counted nothing. */
export function rateLimiterSuite(make: Make<TimedSubject<RateLimiter>>): void {
  const rule = createRule<RateLimiter, TimedSubject<RateLimiter>>(make);
  const three = { limit: 3, windowMs: 6_000 };

  // Where to advance is to wait, the rules wait side by side.
  describe('RateLimiter', { concurrent: true }, () => {
    rule('allows up to the limit, then says when to come back', async (limiter) => {
      const states = [];
      for (let turn = 0; turn < 4; turn += 1) states.push(await limiter.take('key', three));
      expect(states.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
      expect(states.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0]);
      expect(states[3]?.retryAfterMs).toBeGreaterThan(5_000);
      expect(states[3]?.retryAfterMs).toBeLessThanOrEqual(6_000);
    });

    rule('no span of one window holds more than the limit', async (limiter, { advance }) => {
      const allowed: { readonly fromMs: number; readonly toMs: number }[] = [];
      let advancedMs = 0;
      const startedAt = performance.now();
      // Where to advance is to wait, more time passes than was asked for.
      const elapsedMs = () => Math.max(advancedMs, performance.now() - startedAt);
      // Two at a time, at odd moments: a fixed window or a token bucket lets too many through at the seams.
      for (const gapMs of [0, 5_900, 200, 100, 2_900, 3_000, 100, 5_800, 150, 150, 6_000, 1]) {
        await advance(gapMs);
        advancedMs += gapMs;
        for (let turn = 0; turn < 2; turn += 1) {
          const fromMs = elapsedMs();
          if ((await limiter.take('key', three)).allowed) allowed.push({ fromMs, toMs: elapsedMs() });
        }
      }
      for (const [index, { fromMs }] of allowed.entries()) {
        const within = allowed.slice(index).filter(({ toMs }) => toMs < fromMs + three.windowMs);
        expect(within.length).toBeLessThanOrEqual(3);
      }
      expect(allowed.length).toBeGreaterThanOrEqual(9);
    });

    rule(
      'a high limit holds as a low one does, and room comes back with the oldest requests',
      async (limiter, { advance }) => {
        const many = { limit: 90, windowMs: 6_000 };
        const take = async (count: number) => {
          const states = [];
          for (let turn = 0; turn < count; turn += 1) states.push(await limiter.take('key', many));
          return states.filter(({ allowed }) => allowed).length;
        };
        const started = Date.now();
        expect(await take(60)).toBe(60);
        await advance(3_000);
        const more = await take(45);
        expect(more).toBeGreaterThanOrEqual(30);
        // Where to advance is to wait, a machine may be so busy that the first have left the window meanwhile.
        if (Date.now() - started >= many.windowMs) return;
        expect(more).toBe(30);
        const refused = await limiter.take('key', many);
        expect(refused).toMatchObject({ allowed: false, remaining: 0 });
        expect(refused.retryAfterMs).toBeLessThanOrEqual(3_000);
        await advance(refused.retryAfterMs + 2_500);
        // Where to advance is to wait, the first 60 took their time.
        const again = await take(75);
        expect(again).toBeGreaterThan(0);
        expect(again).toBeLessThanOrEqual(60);
      },
    );

    rule('room comes back as each request leaves the window', async (limiter, { advance }) => {
      await limiter.take('key', three);
      await advance(3_000);
      await limiter.take('key', three);
      await limiter.take('key', three);
      const refused = await limiter.take('key', three);
      expect(refused.allowed).toBe(false);
      await advance(refused.retryAfterMs);
      expect(await limiter.take('key', three)).toMatchObject({ allowed: true, remaining: 0 });
      expect(await limiter.take('key', three)).toMatchObject({ allowed: false });
    });

    rule('a refused request is not counted', async (limiter, { advance }) => {
      for (let turn = 0; turn < 10; turn += 1) await limiter.take('key', three);
      await advance(6_000);
      expect(await limiter.peek('key', three)).toMatchObject({ allowed: true, remaining: 3 });
    });

    rule('racing requests do not pass the limit', async (limiter) => {
      const states = await Promise.all(Array.from({ length: 50 }, () => limiter.take('key', three)));
      expect(states.filter(({ allowed }) => allowed)).toHaveLength(3);
    });

    rule('looking does not count', async (limiter) => {
      expect(await limiter.peek('key', three)).toMatchObject({
        allowed: true,
        remaining: 3,
        resetMs: 0,
        retryAfterMs: 0,
      });
      await limiter.take('key', three);
      for (let turn = 0; turn < 5; turn += 1) await limiter.peek('key', three);
      expect(await limiter.peek('key', three)).toMatchObject({ allowed: true, remaining: 2, retryAfterMs: 0 });
      expect((await limiter.peek('key', three)).resetMs).toBeGreaterThan(0);
    });

    rule('keys are counted apart', async (limiter) => {
      for (let turn = 0; turn < 4; turn += 1) await limiter.take('busy', three);
      expect(await limiter.take('quiet', three)).toMatchObject({ allowed: true, remaining: 2 });
    });
  });
}
