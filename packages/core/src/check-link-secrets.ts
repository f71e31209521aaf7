const minSecretLength = 32;
const rule = `one or more secrets of at least ${minSecretLength} characters: readLinkSecrets of @platen/core/fs makes one, and so does "openssl rand -base64 32"`;

/**
 * Validates the secrets that sign download links. Throws a TypeError that names the first invalid one: JavaScript
 * callers may pass anything, most often an environment variable that is not set.
 */
export function checkLinkSecrets(secrets: unknown): readonly string[] {
  if (!Array.isArray(secrets) || secrets.length === 0) throw new TypeError(`linkSecrets needs ${rule}`);
  for (const [index, secret] of (secrets as readonly unknown[]).entries()) {
    if (typeof secret === 'string' && secret.length >= minSecretLength) continue;
    const found = typeof secret === 'string' ? `has ${secret.length} characters` : `is ${String(secret)}`;
    const hint = secret === undefined ? ': is the environment variable that it comes from set?' : '';
    throw new TypeError(`linkSecrets[${index}] ${found}${hint}; it needs ${rule}`);
  }
  return secrets as readonly string[];
}
