import type { KeyStore } from '@platen/core';

/** Knows which keys may no longer be used. */
export interface RevokedKeys {
  /** When a key was revoked, in milliseconds since the epoch; null while it is not, or when nobody here knows it. */
  revokedAt(keyId: string): Promise<number | null>;
}

/** The keys are read at most once in this time, however many downloads there are. */
const freshMs = 1_000;

/** Reads revocations from the store of the keys; without one no key counts as revoked. */
export function createRevokedKeys(keys: KeyStore | null): RevokedKeys {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<ReadonlyMap<string, number>> = Promise.resolve(new Map());

  const read = async (store: KeyStore) => {
    const records = await store.list();
    return new Map(records.flatMap(({ id, revokedAt }) => (revokedAt === null ? [] : [[id, revokedAt] as const])));
  };
  return {
    async revokedAt(keyId) {
      if (keys === null) return null;
      if (performance.now() - readAt >= freshMs) {
        readAt = performance.now();
        reading = read(keys);
        reading.catch(() => {
          readAt = Number.NEGATIVE_INFINITY;
        });
      }
      return (await reading).get(keyId) ?? null;
    },
  };
}
