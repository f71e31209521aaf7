import { ConversionError } from '@platen/core';

const maxShownPath = 100;

/** What a table of routes is searched by. */
export interface RoutePattern {
  /** `GET` answers `HEAD` as well. */
  readonly method: string;
  /** Segments, some of them a `{parameter}`, which matches one segment that is not empty. */
  readonly path: string;
}

/** A route, with the segments that its parameters match, as they were sent. */
export interface RouteMatch<Route> {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * The first route for a method and path; null if no route has the path. Throws `METHOD_NOT_ALLOWED` if the path has only
 * other methods.
 */
export function matchRoute<Route extends RoutePattern>(
  routes: readonly Route[],
  method: string,
  path: string,
): RouteMatch<Route> | null {
  const matches = routes.flatMap((route) => {
    const parameters = parametersIn(route.path, path);
    return parameters === null ? [] : [{ route, parameters }];
  });
  if (matches.length === 0) return null;
  const match = matches.find(({ route }) => allowedMethods(route).includes(method));
  if (match !== undefined) return match;
  const allowed = matches.flatMap(({ route }) => allowedMethods(route));
  throw new ConversionError(
    'METHOD_NOT_ALLOWED',
    `${shownPath(path)} takes ${allowed.join(' or ')} only, not ${method}`,
    {
      details: { allowed },
    },
  );
}

/** A path as an error shows it, which is logged too: a long segment may be a key, or the token of a link. */
export function shownPath(path: string): string {
  const shown = path.replace(/[^/]{25,}/g, '…');
  return shown.length > maxShownPath ? `${shown.slice(0, maxShownPath)}…` : shown;
}

function allowedMethods({ method }: RoutePattern): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/** Null when the path does not match. */
function parametersIn(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const [names, segments] = [pattern.split('/'), path.split('/')];
  if (names.length !== segments.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const segment = segments[index] ?? '';
    if (!name.startsWith('{')) {
      if (name !== segment) return null;
    } else {
      if (segment === '') return null;
      parameters[name.slice(1, -1)] = segment;
    }
  }
  return parameters;
}
