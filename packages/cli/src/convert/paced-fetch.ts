import { setTimeout as delay } from 'node:timers/promises';

/** What pacing needs of its surroundings; replaced in tests. */
export interface PaceSettings {
  /** Sends a request; the global `fetch` when not given. */
  readonly fetch?: typeof fetch;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

/** Requests that count against the rate limit; downloads do not. */
const countedPath = /\/api\/v1\//;
const policyPattern = /;q=(\d+);w=(\d+)/;

/** The share of the rate limit that may be used at once, and the one that is spread over its window: less than all, for other users of the key. */
const burstShare = 0.25;
const steadyShare = 0.7;

/**
 * A `fetch` for many jobs at once under one key. It learns the rate limit of the server from its answers and stays within it: a few requests
 * go at once, further ones as far apart as the limit allows for ever (the generic cell rate algorithm). Neither polls nor submissions are
 * refused then, and none waits for a whole window.
 */
export function createPacedFetch({
  fetch: send = (input, init) => fetch(input, init),
  now = () => performance.now(),
  pause = (ms, signal) => delay(ms, undefined, { signal }),
}: PaceSettings = {}): typeof fetch {
  let gapMs = 0;
  let burst = 0;
  /** When all requests so far would have been sent, each a gap after the one before. */
  let dueAt = 0;

  const learn = (headers: Headers) => {
    const [, limit, windowSeconds] = policyPattern.exec(headers.get('RateLimit-Policy') ?? '') ?? [];
    if (limit === undefined || windowSeconds === undefined) return;
    gapMs = (1_000 * Number(windowSeconds)) / Math.max(1, steadyShare * Number(limit));
    burst = Math.floor(burstShare * Number(limit));
  };

  return async (input, init) => {
    if (!countedPath.test(String(input instanceof Request ? input.url : input))) return send(input, init);
    dueAt = Math.max(dueAt, now()) + gapMs;
    const waitMs = dueAt - now() - (burst + 1) * gapMs;
    if (waitMs > 0) await pause(waitMs, init?.signal ?? undefined);
    const response = await send(input, init);
    learn(response.headers);
    return response;
  };
}
