import type { ApiKeyRecord, KeyStore } from '../api-key.ts';
import { ConversionError } from '../errors.ts';

/** A `KeyStore` in the memory of the process, for tests and for hosts that create their keys at each start. */
export function createMemoryKeyStore(): KeyStore {
  const keys = new Map<string, ApiKeyRecord>();
  const idsByHash = new Map<string, string>();

  function add(record: ApiKeyRecord): void {
    if (keys.has(record.id) || idsByHash.has(record.hash)) {
      throw new ConversionError('INTERNAL_ERROR', 'There is already such a key');
    }
    keys.set(record.id, structuredClone(record));
    idsByHash.set(record.hash, record.id);
  }

  return {
    async create(record) {
      add(record);
    },

    async findByHash(hash) {
      return keys.get(idsByHash.get(hash) ?? '') ?? null;
    },

    async list({ ownerId } = {}) {
      const chosen = [...keys.values()].filter((record) => ownerId === undefined || record.ownerId === ownerId);
      return chosen.sort((a, b) => a.createdAt - b.createdAt);
    },

    async revoke(id, at) {
      const record = keys.get(id);
      if (record === undefined) return false;
      keys.set(id, { ...record, revokedAt: record.revokedAt ?? at });
      return true;
    },

    async rotate(id, successor, expiresAt) {
      const record = keys.get(id);
      if (record === undefined || record.revokedAt !== null || record.successorId !== null) return false;
      add(successor);
      const earlier = Math.min(record.expiresAt ?? expiresAt, expiresAt);
      keys.set(id, { ...record, expiresAt: earlier, successorId: successor.id });
      return true;
    },

    async touch(id, at) {
      const record = keys.get(id);
      if (record !== undefined) keys.set(id, { ...record, lastUsedAt: Math.max(record.lastUsedAt ?? at, at) });
    },
  };
}
