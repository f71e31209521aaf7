import type { ServerResponse } from 'node:http';
import type { ExpressRequest } from './express-message.ts';
import { endsWithSegments, mountSegments } from './mount-path.ts';

type Middleware<Request, Response> = (request: Request, response: Response, next: (error?: unknown) => void) => void;

/** What Express sets on an application that another one mounts. */
interface ParentApp {
  readonly mountpath?: unknown;
  readonly parent?: ParentApp | undefined;
}

/**
 * Middleware that answers below its mount path in the letters that the host wrote, and calls `next` for `/PLATEN` where
 * it was mounted at `/platen`: Express takes them for the same unless told otherwise. `app.use(path, …)` says where to what looks like
 * an application: one that has `handle`, `set` and `emit`, and calls its `handle`. A router does not say: what is mounted on one
 * follows the `caseSensitive` of that router.
 */
export function withExactMount<Request extends ExpressRequest, Response extends ServerResponse>(
  middleware: Middleware<Request, Response>,
): Middleware<Request, Response> {
  const mounts: { readonly path: unknown; readonly parent: ParentApp }[] = [];
  const mounted = Object.assign(middleware, {
    mountpath: '/' as unknown,
    set: () => mounted,
    emit(_event: 'mount', parent: ParentApp) {
      const paths = Array.isArray(mounted.mountpath) ? mounted.mountpath : [mounted.mountpath];
      for (const path of paths) mounts.push({ path, parent });
    },
    handle(request: Request, response: Response, next: (error?: unknown) => void) {
      const isExact = mounts.some(({ path, parent }) => endsWithSegments(request.baseUrl, wholePath(path, parent)));
      if (isExact) middleware(request, response, next);
      else next();
    },
  });
  return mounted;
}

/** The segments of a path and of the applications around it, up to the first that is a pattern; not known before all are mounted. */
function wholePath(path: unknown, parent: ParentApp): readonly string[] {
  const segments: string[] = [];
  let [outer, app]: [unknown, ParentApp | undefined] = [path, parent];
  while (app !== undefined) {
    const own = mountSegments(outer);
    if (own === null) break;
    segments.unshift(...own);
    [outer, app] = [app.mountpath, app.parent];
  }
  return segments;
}
