import type { DatabaseSync } from 'node:sqlite';
import { type ApiKeyRecord, ConversionError, type KeyStore } from '@platen/core';
import { fromJson, type Table, toJson } from './table.ts';

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: string;
  readonly scopes: string | null;
  readonly limits: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
}

export function createKeyTable(database: DatabaseSync): Table<KeyStore> {
  const insert = database.prepare(`
    INSERT INTO keys VALUES (
      :id, :name, :prefix, :hash, :scopes, :limits, :created_at, :expires_at, :revoked_at, :last_used_at
    ) ON CONFLICT DO NOTHING`);
  const selectByHash = database.prepare('SELECT * FROM keys WHERE hash = ?');
  const selectAll = database.prepare('SELECT * FROM keys ORDER BY created_at, rowid');
  const revoke = database.prepare('UPDATE keys SET revoked_at = coalesce(revoked_at, :at) WHERE id = :id');
  const touch = database.prepare('UPDATE keys SET last_used_at = max(coalesce(last_used_at, :at), :at) WHERE id = :id');

  return {
    create(record) {
      if (insert.run({ ...toRow(record) }).changes === 0) {
        throw new ConversionError('INTERNAL_ERROR', 'There is already such a key');
      }
    },

    findByHash(hash) {
      const row = selectByHash.get(hash);
      return row === undefined ? null : fromRow(row as unknown as KeyRow);
    },

    list() {
      return selectAll.all().map((row) => fromRow(row as unknown as KeyRow));
    },

    revoke(id, at) {
      return revoke.run({ id, at }).changes === 1;
    },

    touch(id, at) {
      touch.run({ id, at });
    },
  };
}

function toRow(record: ApiKeyRecord): KeyRow {
  return {
    id: record.id,
    name: record.name,
    prefix: record.prefix,
    hash: record.hash,
    scopes: toJson(record.scopes),
    limits: JSON.stringify(record.limits),
    created_at: record.createdAt,
    expires_at: record.expiresAt,
    revoked_at: record.revokedAt,
    last_used_at: record.lastUsedAt,
  };
}

function fromRow(row: KeyRow): ApiKeyRecord {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    hash: row.hash,
    scopes: row.scopes === null ? null : fromJson(row.scopes),
    limits: fromJson(row.limits),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
