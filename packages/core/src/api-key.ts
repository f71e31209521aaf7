import { createHash, randomBytes } from 'node:crypto';
import type { Limits } from './limits.ts';

/**
 * Limits of a key that differ from the defaults of the surface; absent fields take the default, null is "unlimited".
 */
export interface KeyLimits extends Partial<Limits> {
  /** Jobs a calendar month (UTC). */
  readonly quotaPerMonth?: number | null;
  /** Requests in any 60 seconds. */
  readonly requestsPerMinute?: number | null;
}

/**
 * Scopes that are not operations: to read, or to cancel and delete, the jobs of all operations of the owner, and to read
 * the secrets that sign its webhooks. The scope of an operation covers the jobs of that operation.
 */
export const managementScopes = ['jobs:read', 'jobs:delete', 'webhooks'] as const;

/** One of them. */
export type ManagementScope = (typeof managementScopes)[number];

/** A key as it is stored: only its hash and its first characters. Times are in milliseconds since the epoch. */
export interface ApiKeyRecord {
  readonly id: string;
  /** Who the jobs submitted with it belong to. Several keys may share an owner. */
  readonly ownerId: string;
  readonly name: string;
  /** The first characters of the key, to recognise it in a list. */
  readonly prefix: string;
  /** SHA-256 of the whole key, in hex. */
  readonly hash: string;
  /** Operations it may call, and `managementScopes`; null for everything. */
  readonly scopes: readonly string[] | null;
  readonly limits: KeyLimits;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  /** The key that took its place; null when it was not rotated. */
  readonly successorId: string | null;
}

/**
 * Keeps API keys. Every write is durable when its promise resolves. Times are given by the caller: they are dates for
 * people, nothing is coordinated by them.
 */
export interface KeyStore {
  /** Stores a new key; rejects when its id or hash is taken. */
  create(record: ApiKeyRecord): Promise<void>;
  findByHash(hash: string): Promise<ApiKeyRecord | null>;
  /** All keys, or those of one owner, oldest first, including revoked ones. */
  list(filter?: { readonly ownerId?: string }): Promise<readonly ApiKeyRecord[]>;
  /** False when no key has that id. A key stays revoked from its first revocation. */
  revoke(id: string, at: number): Promise<boolean>;
  /**
   * Stores a successor and lets the old key expire at `expiresAt`, or earlier if it would anyway, in one step. False,
   * and nothing stored, when no key has that id, or it is revoked or was rotated before. Rejects as `create` does.
   */
  rotate(id: string, successor: ApiKeyRecord, expiresAt: number): Promise<boolean>;
  /** Records that the key was used. Never moves backwards. */
  touch(id: string, at: number): Promise<void>;
}

/** The properties of a new key that the caller chooses; the rest is generated. */
export interface NewApiKey {
  readonly id: string;
  /** By default, a separate owner with the id of the key as its name. */
  readonly ownerId?: string;
  readonly name: string;
  readonly createdAt: number;
  readonly scopes?: readonly string[] | null;
  readonly limits?: KeyLimits;
  readonly expiresAt?: number | null;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6;
const keyPattern = new RegExp(`^platen_[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** A fresh key and the record to store. The key itself (178 random bits and a checksum) is shown once and never kept. */
export function generateApiKey(request: NewApiKey): { readonly key: string; readonly record: ApiKeyRecord } {
  const random = randomBase62(randomLength);
  const key = `platen_${random}${checksum(random)}`;
  const record: ApiKeyRecord = {
    id: request.id,
    ownerId: request.ownerId ?? request.id,
    name: request.name,
    prefix: key.slice(0, 'platen_'.length + 6),
    hash: hashApiKey(key),
    scopes: request.scopes ?? null,
    limits: request.limits ?? {},
    createdAt: request.createdAt,
    expiresAt: request.expiresAt ?? null,
    revokedAt: null,
    lastUsedAt: null,
    successorId: null,
  };
  return { key, record };
}

/** True when a string has the form and checksum of a key: a mistyped one is rejected without asking the store. */
export function isApiKey(key: string): boolean {
  const random = key.slice('platen_'.length, -checksumLength);
  return keyPattern.test(key) && key.endsWith(checksum(random));
}

/** SHA-256 of a whole key, in hex, by which a `KeyStore` finds it. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Bytes of 248 and above are drawn again, so that every character is equally likely. */
function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

function checksum(random: string): string {
  let rest = createHash('sha256').update(random).digest().readUIntBE(0, 6);
  let text = '';
  for (let place = 0; place < checksumLength; place += 1) {
    text += alphabet[rest % 62];
    rest = Math.floor(rest / 62);
  }
  return text;
}
