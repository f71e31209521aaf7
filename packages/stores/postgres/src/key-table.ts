import { type ApiKeyRecord, ConversionError, type KeyStore } from '@platen/core';
import { fromKeyRow, type KeyRow, toKeyRow } from '@platen/core/sql';
import type { Sql, SqlValue, Transact } from './transactions.ts';

export function createKeyTable(transact: Transact): KeyStore {
  return {
    create: (record) => transact((sql) => insertKey(sql, record)),

    async findByHash(hash) {
      const row = await transact((sql) => sql.first<KeyRow>('SELECT * FROM keys WHERE hash = $1', [hash]));
      return row === undefined ? null : fromKeyRow(row);
    },

    async list({ ownerId } = {}) {
      const rows = await transact((sql) =>
        sql.all<KeyRow>('SELECT * FROM keys WHERE $1::text IS NULL OR owner_id = $1 ORDER BY created_at, number', [
          ownerId ?? null,
        ]),
      );
      return rows.map(fromKeyRow);
    },

    revoke: (id, at) =>
      transact(async (sql) => {
        const changed = await sql.run('UPDATE keys SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1', [id, at]);
        return changed === 1;
      }),

    rotate: (id, successor, expiresAt) =>
      transact(async (sql) => {
        const changed = await sql.run(
          `UPDATE keys SET successor_id = $2, expires_at = least(expires_at, $3)
           WHERE id = $1 AND revoked_at IS NULL AND successor_id IS NULL`,
          [id, successor.id, expiresAt],
        );
        if (changed === 0) return false;
        await insertKey(sql, successor);
        return true;
      }),

    async touch(id, at) {
      await transact((sql) =>
        sql.run('UPDATE keys SET last_used_at = greatest(last_used_at, $2) WHERE id = $1', [id, at]),
      );
    },
  };
}

async function insertKey(sql: Sql, record: ApiKeyRecord): Promise<void> {
  const columns: Readonly<Record<string, SqlValue>> = { ...toKeyRow(record) };
  const names = Object.keys(columns);
  const inserted = await sql.run(
    `INSERT INTO keys (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})
     ON CONFLICT DO NOTHING`,
    Object.values(columns),
  );
  if (inserted === 0) throw new ConversionError('INTERNAL_ERROR', 'There is already such a key');
}
