import { ConversionError, type Principal, type RateRule, type RateState } from '@platen/core';
import type { Exchange } from './exchange.ts';
import type { Surface } from './surface-options.ts';

export const minuteMs = 60_000;

/** What is left of a key's rate limit; null for a key without one. */
export interface KeyRate {
  readonly rule: RateRule;
  readonly state: RateState;
}

/** Counts a request of a key and adds the rate headers to its answer. Rejects with `RATE_LIMITED` over the limit. */
export async function limitRate(surface: Surface, exchange: Exchange, principal: Principal): Promise<KeyRate | null> {
  const { requestsPerMinute = surface.requestsPerMinute } = principal.limits;
  if (requestsPerMinute === null) return null;
  const rule: RateRule = { limit: requestsPerMinute, windowMs: minuteMs };
  const state = await surface.rateLimiter.take(`key:${principal.keyId}`, rule);
  Object.assign(exchange.replyHeaders, rateHeaders(rule, state, surface.clock.now()));
  if (!state.allowed) throw rateLimited(rule, state, `More than ${rule.limit} requests in 60 seconds`);
  return { rule, state };
}

export function rateLimited(rule: RateRule, state: RateState, message: string): ConversionError {
  const details = {
    limit: rule.limit,
    windowSeconds: seconds(rule.windowMs),
    retryAfterSeconds: Math.max(1, seconds(state.retryAfterMs)),
  };
  return new ConversionError('RATE_LIMITED', message, { details });
}

/**
 * The fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers-10) and the older `X-` ones besides, whose
 * reset is in seconds since the epoch.
 */
function rateHeaders({ limit, windowMs }: RateRule, { remaining, resetMs }: RateState, now: number) {
  return {
    'RateLimit-Policy': `"default";q=${limit};w=${seconds(windowMs)}`,
    RateLimit: `"default";r=${remaining};t=${seconds(resetMs)}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(seconds(now + resetMs)),
  };
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
