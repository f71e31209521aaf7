import { createHash, randomBytes } from 'node:crypto';
import type { Limits } from './limits.ts';

/** Limits of a key that differ from those of the HTTP interface. A missing field takes the default; null means unlimited. */
export interface KeyLimits extends Partial<Limits> {
  /** Jobs in a calendar month (UTC). */
  readonly quotaPerMonth?: number | null;
  /** Requests in any 60 seconds. */
  readonly requestsPerMinute?: number | null;
}

/**
 * Scopes that are not names of operations. They allow a key to read all jobs of its owner (`jobs:read`), to cancel and
 * delete them (`jobs:delete`), and to read the secrets that sign the owner's webhooks (`webhooks`). The scope of an
 * operation covers only the jobs of that operation.
 */
export const managementScopes = ['jobs:read', 'jobs:delete', 'webhooks'] as const;

/** One of the `managementScopes`. */
export type ManagementScope = (typeof managementScopes)[number];

/** A stored key: only its hash and its first characters are kept. Times are in milliseconds since the epoch. */
export interface ApiKeyRecord {
  readonly id: string;
  /** The owner of the jobs that are submitted with this key. Several keys may share an owner. */
  readonly ownerId: string;
  readonly name: string;
  /** The first characters of the key, so that people recognise it in a list. */
  readonly prefix: string;
  /** SHA-256 of the whole key, in hex. */
  readonly hash: string;
  /** Operations that it may call, and `managementScopes`; null for everything. */
  readonly scopes: readonly string[] | null;
  readonly limits: KeyLimits;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  /** Id of the key that replaces this one after a rotation; null if it was not rotated. */
  readonly successorId: string | null;
}

/**
 * Keeps API keys. Every write is durable when its promise resolves. The caller passes all times: they are dates for people,
 * and no node relies on them.
 */
export interface KeyStore {
  /** Stores a new key. Rejects if its id or hash exists already. */
  create(record: ApiKeyRecord): Promise<void>;
  findByHash(hash: string): Promise<ApiKeyRecord | null>;
  /** All keys, or those of one owner, oldest first, including revoked ones. */
  list(filter?: { readonly ownerId?: string }): Promise<readonly ApiKeyRecord[]>;
  /** Revokes a key. False if no key has that id. A second call does not change the time of the first. */
  revoke(id: string, at: number): Promise<boolean>;
  /**
   * In one step, stores a successor and lets the old key expire at `expiresAt`, unless it expires earlier anyway. False if
   * no key has that id, or if the key is revoked or was rotated before; then nothing is stored. Rejects like `create`.
   */
  rotate(id: string, successor: ApiKeyRecord, expiresAt: number): Promise<boolean>;
  /** Records when the key was used. An earlier time than the recorded one is ignored. */
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

/**
 * Generates a key (178 random bits and a checksum) and the record to store. Show the key once: the record has only its hash.
 */
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

/** True if a string has the form and checksum of a key. So a mistyped key is refused without a query of the store. */
export function isApiKey(key: string): boolean {
  const random = key.slice('platen_'.length, -checksumLength);
  return keyPattern.test(key) && key.endsWith(checksum(random));
}

/** SHA-256 of a whole key, in hex. A `KeyStore` finds keys by it. */
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
