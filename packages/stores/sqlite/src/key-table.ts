import type { DatabaseSync } from 'node:sqlite';
import { type ApiKeyRecord, ConversionError, type KeyStore } from '@platen/core';
import { fromKeyRow, type KeyRow, toKeyRow } from '@platen/core/sql';
import type { Table } from './table.ts';

export function createKeyTable(database: DatabaseSync): Table<KeyStore> {
  const insert = database.prepare(`
    INSERT INTO keys (
      id, owner_id, name, prefix, hash, scopes, limits, created_at, expires_at, revoked_at, last_used_at, successor_id
    ) VALUES (
      :id, :owner_id, :name, :prefix, :hash, :scopes, :limits, :created_at, :expires_at, :revoked_at, :last_used_at,
      :successor_id
    ) ON CONFLICT DO NOTHING`);
  const selectByHash = database.prepare('SELECT * FROM keys WHERE hash = ?');
  const selectAll = database.prepare(
    'SELECT * FROM keys WHERE :ownerId IS NULL OR owner_id = :ownerId ORDER BY created_at, rowid',
  );
  const rotate = database.prepare(`
    UPDATE keys SET successor_id = :successorId, expires_at = min(coalesce(expires_at, :expiresAt), :expiresAt)
    WHERE id = :id AND revoked_at IS NULL AND successor_id IS NULL`);
  const revoke = database.prepare('UPDATE keys SET revoked_at = coalesce(revoked_at, :at) WHERE id = :id');
  const touch = database.prepare('UPDATE keys SET last_used_at = max(coalesce(last_used_at, :at), :at) WHERE id = :id');

  function create(record: ApiKeyRecord): void {
    if (insert.run({ ...toKeyRow(record) }).changes === 0) {
      throw new ConversionError('INTERNAL_ERROR', 'There is already such a key');
    }
  }

  return {
    create,

    findByHash(hash) {
      const row = selectByHash.get(hash);
      return row === undefined ? null : fromKeyRow(row as unknown as KeyRow);
    },

    list({ ownerId } = {}) {
      return selectAll.all({ ownerId: ownerId ?? null }).map((row) => fromKeyRow(row as unknown as KeyRow));
    },

    revoke(id, at) {
      return revoke.run({ id, at }).changes === 1;
    },

    rotate(id, successor, expiresAt) {
      if (rotate.run({ id, successorId: successor.id, expiresAt }).changes === 0) return false;
      // Should it reject, the call is undone as a whole.
      create(successor);
      return true;
    },

    touch(id, at) {
      touch.run({ id, at });
    },
  };
}
