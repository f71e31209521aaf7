import { ConversionError } from '@platen/core';
import type { Route } from './routes.ts';

export interface FoundRoute {
  readonly route: Route;
  /** The text of the path's `{parameter}`; empty when it has none. */
  readonly parameter: string;
}

/** Everything below these belongs to the surface, whether a route is there or not. */
const ownPrefixes = ['/api/v1/', '/api/download/'];

/** The paths a host has to hand over, with `*` for the rest of a path. */
export function ownPaths(routes: readonly Route[]): readonly string[] {
  const others = routes.map(({ path }) => path).filter((path) => !hasOwnPrefix(path));
  return [...ownPrefixes.map((prefix) => `${prefix}*`), ...others];
}

/**
 * The route for a method and path, or null when the path is not the surface's at all. Rejects with `NOT_FOUND` or
 * `METHOD_NOT_ALLOWED`.
 */
export function findRoute(routes: readonly Route[], method: string, path: string): FoundRoute | null {
  const found = routes.flatMap((route) => {
    const parameter = matchPath(route.path, path);
    return parameter === null ? [] : [{ route, parameter }];
  });
  if (found.length === 0 && !hasOwnPrefix(path)) return null;
  if (found.length === 0) throw new ConversionError('NOT_FOUND', 'There is no such route');
  const match = found.find(({ route }) => allowedMethods(route).includes(method));
  if (match !== undefined) return match;
  const allowed = found.flatMap(({ route }) => allowedMethods(route));
  throw new ConversionError('METHOD_NOT_ALLOWED', `This route takes ${allowed.join(' or ')} only`, {
    details: { allowed },
  });
}

function allowedMethods({ method }: Route): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/** Null when the path does not match; otherwise what stands in the place of the parameter. */
function matchPath(pattern: string, path: string): string | null {
  const open = pattern.indexOf('{');
  if (open < 0) return pattern === path ? '' : null;
  const parameter = path.slice(open);
  return path.startsWith(pattern.slice(0, open)) && /^[^/]+$/.test(parameter) ? parameter : null;
}

function hasOwnPrefix(path: string): boolean {
  return ownPrefixes.some((prefix) => path.startsWith(prefix));
}
