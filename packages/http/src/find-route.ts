import { ConversionError } from '@platen/core';
import type { Route } from './routes.ts';

export interface FoundRoute {
  readonly route: Route;
  /** The text of the path's `{parameter}`; empty when it has none. */
  readonly parameter: string;
}

const managePrefix = '/api/manage/';
/** Everything below these belongs to the surface, whether a route is there or not. */
const interfacePrefixes = ['/api/v1/', '/api/download/'];

/** The paths a host has to hand over, with `*` for the rest of a path. */
export function ownPaths(routes: readonly Route[]): readonly string[] {
  const others = routes.map(({ path }) => path).filter((path) => !hasOwnPrefix(routes, path));
  return [...ownPrefixes(routes).map((prefix) => `${prefix}*`), ...others];
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
  const found = routes.flatMap((route) => {
    const parameter = matchPath(route.path, path);
    return parameter === null ? [] : [{ route, parameter }];
  });
  if (found.length === 0 && !hasOwnPrefix(routes, path)) return null;
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

/** Null when the path does not match; otherwise the value of the parameter. */
function matchPath(pattern: string, path: string): string | null {
  const open = pattern.indexOf('{');
  if (open < 0) return pattern === path ? '' : null;
  const [before, after] = [pattern.slice(0, open), pattern.slice(pattern.indexOf('}') + 1)];
  if (path.length < before.length + after.length || !path.startsWith(before) || !path.endsWith(after)) return null;
  const parameter = path.slice(open, path.length - after.length);
  return /^[^/]+$/.test(parameter) ? parameter : null;
}

function ownPrefixes(routes: readonly Route[]): readonly string[] {
  const isManaged = routes.some(({ path }) => path.startsWith(managePrefix));
  return isManaged ? [...interfacePrefixes, managePrefix] : interfacePrefixes;
}

function hasOwnPrefix(routes: readonly Route[], path: string): boolean {
  return ownPrefixes(routes).some((prefix) => path.startsWith(prefix));
}
