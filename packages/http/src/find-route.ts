import { ConversionError } from '@platen/core';
import { editDistance } from '@platen/core/internal';
import { matchRoute, shownPath } from './match-route.ts';
import type { Route } from './routes.ts';

export interface FoundRoute {
  readonly route: Route;
  /** The text of the path's `{parameter}`; empty when it has none. */
  readonly parameter: string;
}

/** Edits up to which a path may be a slip of the pen. */
const maxDistance = 3;
const maxSegments = 10;
const maxSegmentLength = 40;

const managePrefix = '/api/manage/';
/** All paths below these belong to the surface, whether there is a route or not. */
const interfacePrefixes = ['/api/v1/', '/api/download/'];

/** The paths a host has to hand over, with `*` for the rest of a path. */
export function ownPaths(routes: readonly Route[]): readonly string[] {
  const others = routes.map(({ path }) => path).filter((path) => !hasOwnPrefix(routes, path));
  return [...ownPrefixes(routes).map((prefix) => `${prefix}*`), ...new Set(others)];
}

/** Whether callers of a path identify themselves by a key. */
export function isKeyed(path: string): boolean {
  return path.startsWith('/api/v1/') || path.startsWith(managePrefix);
}

/**
 * The route for a method and path, or null when the path is not the surface's at all. Throws `NOT_FOUND` or
 * `METHOD_NOT_ALLOWED`.
 */
export function findRoute(routes: readonly Route[], method: string, path: string): FoundRoute | null {
  const match = matchRoute(routes, method, path);
  if (match !== null) return { route: match.route, parameter: Object.values(match.parameters)[0] ?? '' };
  if (!hasOwnPrefix(routes, path)) return null;
  throw new ConversionError('NOT_FOUND', `There is no route ${method} ${shownPath(path)}${nearest(routes, path)}`);
}

/** The route that was probably meant, for a path that is misspelt. */
function nearest(routes: readonly Route[], path: string): string {
  const distances = routes
    .filter((route) => hasOwnPrefix(routes, route.path))
    .map((route) => ({ route, distance: pathDistance(route.path, path) }));
  const [best] = distances.toSorted((one, other) => one.distance - other.distance);
  if (best === undefined || best.distance > maxDistance) return '';
  return `; did you mean ${best.route.method} ${best.route.path}?`;
}

/** Edits from one path to the other, segment by segment; a `{parameter}` is any segment. */
function pathDistance(pattern: string, path: string): number {
  const [names, segments] = [pattern.split('/'), path.split('/', maxSegments)];
  const length = Math.max(names.length, segments.length);
  return Array.from({ length }, (_, index) => {
    const [name = '', segment = ''] = [names[index], segments[index]];
    if (name.startsWith('{')) return segment === '' ? 1 : 0;
    return editDistance(name, segment.slice(0, maxSegmentLength));
  }).reduce((sum, each) => sum + each, 0);
}

function ownPrefixes(routes: readonly Route[]): readonly string[] {
  const isManaged = routes.some(({ path }) => path.startsWith(managePrefix));
  return isManaged ? [...interfacePrefixes, managePrefix] : interfacePrefixes;
}

function hasOwnPrefix(routes: readonly Route[], path: string): boolean {
  return ownPrefixes(routes).some((prefix) => path.startsWith(prefix));
}
