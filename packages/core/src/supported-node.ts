const minimum = { major: 22, minor: 13 };

/**
 * Throws when this Node is older than Platen needs. Every entry of this package calls it, and every other package imports
 * one of them: a host learns it when it starts, not by its first request.
 */
export function requireSupportedNode(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > minimum.major || (major === minimum.major && minor >= minimum.minor)) return;
  throw new Error(`Platen needs Node ${minimum.major}.${minimum.minor} or newer; this is v${version}`);
}
