import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** scrypt as OWASP's Password Storage Cheat Sheet asks for it: N = 2^16, r = 8, p = 2 takes 64 MB and some 0.2 s. */
const cost = { N: 2 ** 16, r: 8, p: 2 };
const hashBytes = 32;
const saltBytes = 16;
const hashPattern = /^scrypt\$(\d{4,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/**
 * Hashes a password for storage: `scrypt$N$r$p$salt$hash`. Rejects with a TypeError if the password is empty or not a
 * string.
 */
export async function hashPassword(password: string): Promise<string> {
  if (typeof password !== 'string' || password === '') {
    throw new TypeError('there is no password: is the environment variable that it comes from set?');
  }
  const salt = randomBytes(saltBytes);
  const hash = await run(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** How much a hash costs to check, in the bytes that it has scrypt go through; 0 for a stored text that is no hash. */
export function hashWork(stored: string): number {
  const [, N = 0, r = 0, p = 0] = hashPattern.exec(stored.trim()) ?? [];
  return 128 * Number(N) * Number(r) * Number(p);
}

/** True if the password has this hash. False if the stored text is not a hash. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = hashPattern.exec(stored.trim()) ?? [];
  if (N === undefined) return false;
  const actual = await run(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(actual, Buffer.from(hash, 'base64url'));
}

/** Whether a stored text is a hash that `hashPassword` made. */
export function isPasswordHash(stored: string): boolean {
  return typeof stored === 'string' && hashPattern.test(stored.trim());
}

function run(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return derive(password.normalize('NFC'), salt, hashBytes, { N, r, p, maxmem: 256 * N * r });
}
