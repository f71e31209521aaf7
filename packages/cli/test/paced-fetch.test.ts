import { expect, test } from 'vitest';
import { createPacedFetch } from '../src/convert/paced-fetch.ts';

/** A server with a sliding window, and a clock that moves while a request waits. */
function createServer(limit: number) {
  let nowMs = 0;
  const sentAt: number[] = [];
  const send = async () => {
    const inWindow = sentAt.filter((at) => at > nowMs - 60_000).length;
    sentAt.push(nowMs);
    const headers = {
      'RateLimit-Policy': `"default";q=${limit};w=60`,
      RateLimit: `"default";r=${Math.max(0, limit - inWindow - 1)};t=60`,
    };
    return new Response(null, { status: inWindow < limit ? 200 : 429, headers });
  };
  const fetch = createPacedFetch({
    fetch: send,
    now: () => nowMs,
    pause: async (ms) => {
      nowMs += ms;
    },
  });
  return { fetch, sentAt, now: () => nowMs };
}

test('three hundred requests stay within a limit of sixty a minute, a few at once and the others evenly', async () => {
  const { fetch, sentAt, now } = createServer(60);
  for (let count = 0; count < 300; count += 1) {
    expect((await fetch('https://a.example/api/v1/jobs/x')).status).toBe(200);
  }
  expect(sentAt.filter((at) => at === 0).length).toBeGreaterThanOrEqual(15);
  const gaps = sentAt.map((at, index) => at - (sentAt[index - 1] ?? 0));
  expect(Math.max(...gaps)).toBeLessThan(1_500);
  // At the limit itself it would take 240 s.
  expect(now()).toBeLessThanOrEqual(420_000);
});

test('downloads do not wait', async () => {
  const { fetch, sentAt, now } = createServer(1);
  for (let count = 0; count < 10; count += 1) await fetch('https://a.example/api/download/x');
  expect([sentAt.length, now()]).toEqual([10, 0]);
});

test('a server without a limit is not waited for', async () => {
  const paced = createPacedFetch({
    fetch: async () => new Response(null),
    now: () => 0,
    pause: () => Promise.reject(),
  });
  for (let count = 0; count < 200; count += 1) await paced('https://a.example/api/v1/account');
});
