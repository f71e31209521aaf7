import { ConversionError } from '@platen/core';
import { matchRoute, type RouteMatch } from '@platen/http';
import type { Route } from './call.ts';

/** The route for a method and path, its parameters decoded. Throws `NOT_FOUND` or `METHOD_NOT_ALLOWED`. */
export function findRoute(routes: readonly Route[], method: string, path: string): RouteMatch<Route> {
  const match = matchRoute(routes, method, path);
  if (match === null) throw new ConversionError('NOT_FOUND', `There is no route ${method} ${path.slice(0, 100)}`);
  const parameters = Object.entries(match.parameters).map(([name, segment]) => [name, decode(segment)]);
  return { route: match.route, parameters: Object.fromEntries(parameters) };
}

/** A parameter as it was meant: ids may hold the name of an owner, and owners have any name. */
function decode(segment: string): string {
  try {
    const value = decodeURIComponent(segment);
    if (/^[^\p{Cc}]{1,300}$/u.test(value)) return value;
  } catch {
    // Not an encoded text: no id.
  }
  throw new ConversionError('NOT_FOUND', 'There is nothing at this path');
}
