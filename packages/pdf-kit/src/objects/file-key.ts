import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';
import { createRequire } from 'node:module';
import type Saslprep from '@mongodb-js/saslprep';
import { pdfDocEncodingDecode } from 'pdf-lib';
import { rc4 } from './rc4.ts';

/** The entries of a standard encryption dictionary that decide the key of a file. */
export interface EncryptionParameters {
  readonly revision: number;
  readonly keyBytes: number;
  readonly permissions: number;
  readonly encryptMetadata: boolean;
  readonly owner: Uint8Array;
  readonly user: Uint8Array;
  readonly ownerKey: Uint8Array;
  readonly userKey: Uint8Array;
  /** The first string of the trailer's `/ID`. */
  readonly fileId: Uint8Array;
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/**
 * The key of an encrypted file for a password, taken as the user's and then as the owner's; null when it is neither.
 * ISO 32000-2, 7.6.4: algorithms 2, 6 and 7 up to revision 4, algorithm 2.A for revisions 5 and 6.
 */
export function findFileKey(parameters: EncryptionParameters, password: string): Uint8Array | null {
  if (parameters.revision >= 5) {
    for (const text of preparedPasswords(password)) {
      const key = unwrapFileKey(parameters, Buffer.from(text, 'utf8').subarray(0, 127));
      if (key !== null) return key;
    }
    return null;
  }
  for (const bytes of encodedPasswords(password)) {
    const key = userFileKey(parameters, bytes) ?? userFileKey(parameters, userPasswordOfOwner(parameters, bytes));
    if (key !== null) return key;
  }
  return null;
}

/** Printable ASCII, which no preparation changes: most passwords, and the empty one. */
const plainPattern = /^[ -~]*$/;

/** A password in PDFDocEncoding, as ISO 32000-2 wants it up to revision 4, and in the encodings that writers use instead. */
function encodedPasswords(password: string): readonly Uint8Array[] {
  const utf8 = Buffer.from(password, 'utf8');
  if (plainPattern.test(password)) return [utf8];
  const characters = pdfDocEncodingDecode(Uint8Array.from({ length: 256 }, (_, code) => code));
  const codes = [...password].map((character) => characters.indexOf(character));
  return [...(codes.includes(-1) ? [] : [Uint8Array.from(codes)]), Buffer.from(password, 'latin1'), utf8];
}

/**
 * A password prepared with SASLprep (RFC 4013), as ISO 32000-2 demands, and as it was typed, for files of writers that skip
 * that.
 */
function preparedPasswords(password: string): ReadonlySet<string> {
  if (plainPattern.test(password)) return new Set([password]);
  const typed = [password.normalize('NFKC'), password];
  try {
    // Loaded on demand: its tables would add a seventh to the time it takes to load what opens files.
    const saslprep = createRequire(import.meta.url)('@mongodb-js/saslprep') as typeof Saslprep;
    const prepared = readingsOfZeroWidthSpace(password).map((text) => saslprep(text, { allowUnassigned: true }));
    return new Set([...prepared, ...typed]);
  } catch {
    // It has characters that SASLprep forbids: only a writer that skips SASLprep can have used it.
    return new Set(typed);
  }
}

/**
 * RFC 3454 has the zero-width space twice: among the spaces, which SASLprep makes a plain one, as this library does, and
 * among the characters that it drops. Writers do either.
 */
function readingsOfZeroWidthSpace(password: string): readonly string[] {
  return [password, password.replaceAll('\u200b', '')];
}

function userFileKey(parameters: EncryptionParameters, password: Uint8Array): Uint8Array | null {
  const key = computeFileKey(parameters, password);
  if (parameters.revision === 2) return equal(rc4(key, padding), parameters.user.subarray(0, 32)) ? key : null;
  const hash = md5(padding, parameters.fileId);
  return equal(rc4Rounds(key, hash, false), parameters.user.subarray(0, 16)) ? key : null;
}

function computeFileKey(parameters: EncryptionParameters, password: Uint8Array): Uint8Array {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(parameters.permissions | 0);
  const extra = parameters.revision >= 4 && !parameters.encryptMetadata ? Buffer.alloc(4, 255) : Buffer.alloc(0);
  let hash = md5(pad(password), parameters.owner.subarray(0, 32), permissions, parameters.fileId, extra);
  const keyBytes = parameters.revision === 2 ? 5 : parameters.keyBytes;
  if (parameters.revision >= 3) {
    for (let round = 0; round < 50; round++) hash = md5(hash.subarray(0, keyBytes));
  }
  return hash.subarray(0, keyBytes);
}

function userPasswordOfOwner(parameters: EncryptionParameters, ownerPassword: Uint8Array): Uint8Array {
  const keyBytes = parameters.revision === 2 ? 5 : parameters.keyBytes;
  let hash = md5(pad(ownerPassword));
  if (parameters.revision >= 3) {
    for (let round = 0; round < 50; round++) hash = md5(hash);
  }
  const key = hash.subarray(0, keyBytes);
  const owner = parameters.owner.subarray(0, 32);
  return parameters.revision === 2 ? rc4(key, owner) : rc4Rounds(key, owner, true);
}

/** Twenty passes of RC4, each with the key XORed with the number of the pass. */
function rc4Rounds(key: Uint8Array, data: Uint8Array, backwards: boolean): Uint8Array {
  let result = data;
  for (let round = 0; round < 20; round++) {
    const mask = backwards ? 19 - round : round;
    result = rc4(
      key.map((byte) => byte ^ mask),
      result,
    );
  }
  return result;
}

function unwrapFileKey(parameters: EncryptionParameters, password: Uint8Array): Uint8Array | null {
  const { owner, user, ownerKey, userKey, revision } = parameters;
  const hash = revision === 5 ? hashRevision5 : hashRevision6;
  const userData = user.subarray(0, 48);
  if (equal(hash(password, owner.subarray(32, 40), userData), owner.subarray(0, 32))) {
    return decryptKey(hash(password, owner.subarray(40, 48), userData), ownerKey);
  }
  const none = Buffer.alloc(0);
  if (equal(hash(password, user.subarray(32, 40), none), user.subarray(0, 32))) {
    return decryptKey(hash(password, user.subarray(40, 48), none), userKey);
  }
  return null;
}

function decryptKey(key: Uint8Array, wrapped: Uint8Array): Uint8Array {
  const decipher = createDecipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false);
  return Buffer.concat([decipher.update(wrapped.subarray(0, 32)), decipher.final()]);
}

function hashRevision5(password: Uint8Array, salt: Uint8Array, userData: Uint8Array): Buffer {
  return sha('sha256', password, salt, userData);
}

/** Algorithm 2.B of ISO 32000-2. */
function hashRevision6(password: Uint8Array, salt: Uint8Array, userData: Uint8Array): Buffer {
  let key = sha('sha256', password, salt, userData);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const block = Buffer.concat([password, key, userData]);
    const input = Buffer.concat(Array.from({ length: 64 }, () => block));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const encrypted = Buffer.concat([cipher.update(input), cipher.final()]);
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(remainder === 0 ? 'sha256' : remainder === 1 ? 'sha384' : 'sha512', encrypted);
    last = encrypted[encrypted.length - 1] as number;
  }
  return key.subarray(0, 32);
}

function pad(password: Uint8Array): Buffer {
  return Buffer.concat([password, padding]).subarray(0, 32);
}

function md5(...parts: readonly Uint8Array[]): Buffer {
  return sha('md5', ...parts);
}

function sha(algorithm: string, ...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
