import type { Principal } from '@platen/core';
import { authenticate } from './authenticate.ts';
import type { Exchange } from './exchange.ts';
import { type KeyRate, limitRate } from './rate-limit.ts';
import type { Surface } from './surface-options.ts';

/** Who calls, and what is left of that key's rate limit. */
export interface Caller {
  readonly principal: Principal;
  readonly rate: KeyRate | null;
}

/** Authenticates a request and counts it against the key's rate. Rejects with `UNAUTHORIZED` or `RATE_LIMITED`. */
export async function identify(surface: Surface, exchange: Exchange): Promise<Caller> {
  if (exchange.caller !== null) return { principal: exchange.caller, rate: null };
  const principal = await authenticate(surface, exchange);
  return { principal, rate: await limitRate(surface, exchange, principal) };
}
