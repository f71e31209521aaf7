import { randomBytes } from 'node:crypto';
import type { Transact } from './transactions.ts';

/**
 * The secrets that all nodes sign download links with, the one that signs first. The first node makes one; a row added by
 * hand with a later `created_at` replaces it, and the older ones go on being verified until they are deleted.
 */
export function readLinkSecrets(transact: Transact): Promise<readonly string[]> {
  return transact(async (sql) => {
    const read = () => sql.all<{ secret: string }>('SELECT secret FROM link_secrets ORDER BY created_at DESC, secret');
    const known = await read();
    if (known.length > 0) return known.map(({ secret }) => secret);
    await sql.lock('link secrets');
    // Read again under the lock: another node may just have made one.
    const meanwhile = await read();
    if (meanwhile.length > 0) return meanwhile.map(({ secret }) => secret);
    const secret = randomBytes(32).toString('base64url');
    await sql.run('INSERT INTO link_secrets VALUES ($1, $2)', [secret, await sql.now()]);
    return [secret];
  });
}
