import type { Authenticator } from './access.ts';
import { hashApiKey, isApiKey, type KeyStore } from './api-key.ts';
import { type Clock, systemClock } from './runtime.ts';

/** The key store, and the clock by which keys expire. */
export interface KeyAuthenticatorOptions {
  readonly keys: KeyStore;
  readonly clock?: Clock;
}

/** Use of a key is recorded at most once a minute: a write for every request would serve nobody. */
const touchIntervalMs = 60_000;

/** Authenticates `X-API-Key` against a key store. */
export function createKeyAuthenticator({ keys, clock = systemClock }: KeyAuthenticatorOptions): Authenticator {
  const touching = new Set<string>();
  /** Not waited for, and allowed to fail: what may be read on a disk that is full or locked is read. */
  const touch = (id: string, at: number) => {
    if (touching.has(id)) return;
    touching.add(id);
    keys
      .touch(id, at)
      .catch(() => {}) // The next request tries again.
      .finally(() => touching.delete(id));
  };
  return {
    challenge: 'ApiKey realm="platen", header="X-API-Key"',
    async authenticate({ apiKey }) {
      if (apiKey === null || !isApiKey(apiKey)) return null;
      const record = await keys.findByHash(hashApiKey(apiKey));
      const now = clock.now();
      if (record === null || record.revokedAt !== null || (record.expiresAt !== null && record.expiresAt <= now))
        return null;
      if (record.lastUsedAt === null || now - record.lastUsedAt >= touchIntervalMs) touch(record.id, now);
      const { id: keyId, ownerId, name, createdAt, scopes, limits } = record;
      return { keyId, ownerId, name, createdAt, scopes, limits };
    },
  };
}
