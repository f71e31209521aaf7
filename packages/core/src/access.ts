import type { KeyLimits } from './api-key.ts';

/** Who a request comes from. `id` owns the jobs it submits. */
export interface Principal {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  /** Operations it may call; null for all. */
  readonly scopes: readonly string[] | null;
  readonly limits: KeyLimits;
}

export interface Credentials {
  /** The value of `X-API-Key`, or null when there is none. */
  readonly apiKey: string | null;
}

/** Tells who a request comes from; null for a key that is missing, unknown, revoked or expired, all alike. */
export interface Authenticator {
  authenticate(credentials: Credentials): Promise<Principal | null>;
}

export interface QuotaReservation {
  readonly owner: string;
  /** The calendar month in UTC, as `2026-11`. */
  readonly period: string;
  /** Null for unlimited: the unit is counted all the same. */
  readonly limit: number | null;
  /** What the unit is for: a job id. Reserving twice for one job counts once. */
  readonly jobId: string;
}

/** Counts one unit a job. Durable when its promises resolve. */
export interface QuotaStore {
  /** Takes a unit unless that would pass the limit. `used` is the count after it (or as it stands, when refused). */
  reserve(reservation: QuotaReservation): Promise<{ readonly reserved: boolean; readonly used: number }>;
  /** Gives the unit of a job back; a second time it does nothing. */
  release(jobId: string): Promise<void>;
  used(owner: string, period: string): Promise<number>;
}

export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}

export interface RateState {
  readonly allowed: boolean;
  /** How many more are allowed now. */
  readonly remaining: number;
  /** Milliseconds until the window is empty again, if nothing more comes. */
  readonly resetMs: number;
  /** Milliseconds until the next one is allowed; 0 when one is allowed now. */
  readonly retryAfterMs: number;
}

/** Allows at most `limit` in *any* span of `windowMs`: a sliding window. */
export interface RateLimiter {
  /** Counts one, unless it is over the limit. */
  take(key: string, rule: RateRule): Promise<RateState>;
  /** Looks without counting. */
  peek(key: string, rule: RateRule): Promise<RateState>;
}
