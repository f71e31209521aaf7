import { ConversionError } from '@platen/core';
import type { Route } from './call.ts';

/** A route, with what its parameters are. */
export interface FoundRoute {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The route for a method and path. Throws `NOT_FOUND` or `METHOD_NOT_ALLOWED`. */
export function findRoute(routes: readonly Route[], method: string, path: string): FoundRoute {
  const matches = routes.flatMap((route) => {
    const parameters = matchPath(route.path, path);
    return parameters === null ? [] : [{ route, parameters }];
  });
  if (matches.length === 0) throw new ConversionError('NOT_FOUND', 'There is no such route');
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = matches.find(({ route }) => route.method === wanted);
  if (found !== undefined) return found;
  const allowed = matches.map(({ route }) => route.method);
  throw new ConversionError('METHOD_NOT_ALLOWED', `This route takes ${allowed.join(' or ')} only`, {
    details: { allowed },
  });
}

function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const names = pattern.split('/');
  const segments = path.split('/');
  if (names.length !== segments.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const segment = segments[index] ?? '';
    if (!name.startsWith('{')) {
      if (name !== segment) return null;
    } else {
      const value = decode(segment);
      if (value === null) return null;
      parameters[name.slice(1, -1)] = value;
    }
  }
  return parameters;
}

/** A parameter as it was meant: ids may hold the name of an owner, and owners have any name. Null for what is no id. */
function decode(segment: string): string | null {
  try {
    const value = decodeURIComponent(segment);
    return /^[^\p{Cc}]{1,300}$/u.test(value) ? value : null;
  } catch {
    return null;
  }
}
