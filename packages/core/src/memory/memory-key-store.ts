import type { ApiKeyRecord, KeyStore } from '../api-key.ts';
import { ConversionError } from '../errors.ts';

/** A `KeyStore` in the memory of the process, for tests and for hosts that create their keys at each start. */
export function createMemoryKeyStore(): KeyStore {
  const keys = new Map<string, ApiKeyRecord>();
  const idsByHash = new Map<string, string>();

  return {
    async create(record) {
      if (keys.has(record.id) || idsByHash.has(record.hash)) {
        throw new ConversionError('INTERNAL_ERROR', 'There is already such a key');
      }
      keys.set(record.id, structuredClone(record));
      idsByHash.set(record.hash, record.id);
    },

    async findByHash(hash) {
      return keys.get(idsByHash.get(hash) ?? '') ?? null;
    },

    async list() {
      return [...keys.values()].sort((a, b) => a.createdAt - b.createdAt);
    },

    async revoke(id, at) {
      const record = keys.get(id);
      if (record === undefined) return false;
      keys.set(id, { ...record, revokedAt: record.revokedAt ?? at });
      return true;
    },

    async touch(id, at) {
      const record = keys.get(id);
      if (record !== undefined) keys.set(id, { ...record, lastUsedAt: Math.max(record.lastUsedAt ?? at, at) });
    },
  };
}
