import { scryptSync } from 'node:crypto';

/** A hash as `hashPassword` writes it, at a cost that tests can bear. */
export function quickHash(password: string): string {
  const salt = Buffer.alloc(16, 7);
  const hash = scryptSync(password, salt, 32, { N: 1024, r: 1, p: 1 });
  return ['scrypt', 1024, 1, 1, salt.toString('base64url'), hash.toString('base64url')].join('$');
}
