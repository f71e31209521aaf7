import type { ApiKeyRecord } from '../api-key.ts';
import { fromJson, toJson } from './column-values.ts';

/** The columns of an API key. */
export interface KeyRow {
  readonly id: string;
  readonly owner_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: string;
  readonly scopes: string | null;
  readonly limits: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
  readonly successor_id: string | null;
}

/** The columns of a key, for an INSERT. */
export function toKeyRow(record: ApiKeyRecord): KeyRow {
  return {
    id: record.id,
    owner_id: record.ownerId,
    name: record.name,
    prefix: record.prefix,
    hash: record.hash,
    scopes: toJson(record.scopes),
    limits: JSON.stringify(record.limits),
    created_at: record.createdAt,
    expires_at: record.expiresAt,
    revoked_at: record.revokedAt,
    last_used_at: record.lastUsedAt,
    successor_id: record.successorId,
  };
}

/** The record that a row of the table of keys holds. */
export function fromKeyRow(row: KeyRow): ApiKeyRecord {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    prefix: row.prefix,
    hash: row.hash,
    scopes: row.scopes === null ? null : fromJson(row.scopes),
    limits: fromJson(row.limits),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    successorId: row.successor_id,
  };
}
