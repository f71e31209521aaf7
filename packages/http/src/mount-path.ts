import type { HttpRequest } from './http-message.ts';

/** What Express makes of a path that holds any of these is its own matter. */
const patternCharacters = /[*?+(){}|[\]\\]/;

/** The segments of a mount path as the host wrote it; null for a pattern other than a parameter (`/teams/:team`). */
export function mountSegments(path: unknown): readonly string[] | null {
  if (typeof path !== 'string' || patternCharacters.test(path)) return null;
  return path.split('/').filter((segment) => segment !== '');
}

/**
 * Whether a mount path, as a client sent it, ends with these segments in the same letters. Routers may take `/PLATEN` for
 * `/platen`; a rule of a proxy about `/platen` does not, and would be bypassed.
 */
export function endsWithSegments(sent: string, segments: readonly string[]): boolean {
  if (segments.length === 0) return true;
  const last = sent
    .split('/')
    .filter((segment) => segment !== '')
    .slice(-segments.length);
  return segments.every((segment, index) => segment.includes(':') || segment === decoded(last[index] ?? ''));
}

/** A prefix as the client sent it: that of the host may hold parameters (`/teams/:team`), or letters that are escaped in a URL. */
export function mountPathOf(path: string, prefix: string): string {
  const segments = prefix.split('/').filter((segment) => segment !== '');
  return new RegExp(`^(?:/[^/?]*){${segments.length}}`).exec(path)?.[0] ?? '';
}

/** True if a request came by the prefix exactly as the host wrote it. Some frameworks ignore upper and lower case. */
export function isExactPrefix({ mountPath }: HttpRequest, prefix: string): boolean {
  const segments = mountSegments(prefix);
  return segments === null || endsWithSegments(mountPath, segments);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
