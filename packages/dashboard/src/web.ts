import { fromWeb, isExactPrefix, type WebMount, type WebRequestInfo, webSettings } from '@platen/http';
import { createDashboard } from './create-dashboard.ts';
import type { DashboardOptions } from './dashboard-options.ts';

/** The options of the dashboard, and where to mount it: `prefix: '/platen'`. */
export interface WebDashboardOptions extends DashboardOptions<Request>, WebMount {}

/** The dashboard as a function of requests, for a host to call with those to its prefix and below. */
export interface WebDashboard {
  /** Answers a request; with 404 for a path that is not the dashboard's. Never rejects. */
  (request: Request, info?: WebRequestInfo): Promise<Response>;
  /** The paths that are the dashboard's, prefix included, with `*` for the rest of a path: for the router of the host. */
  readonly paths: readonly string[];
  /** Ends open streams. The engine keeps running. */
  close(): void;
}

/** The dashboard for hosts whose requests are `Request` and `Response`. Throws a TypeError on wrong options. */
export function dashboard({ prefix = '', trustProxy = false, ...options }: WebDashboardOptions): WebDashboard {
  const settings = webSettings({ prefix, trustProxy });
  const { handle, close } = createDashboard<Request>(options);
  const answer = async (received: Request, info: WebRequestInfo = {}) => {
    const { request, respond } = fromWeb(received, info, settings);
    return respond(isExactPrefix(request, settings.prefix) ? await handle(request, received) : null);
  };
  const below = settings.prefix === '' ? ['/'] : [settings.prefix, `${settings.prefix}/`];
  const paths = [...below, ...['/assets/*', '/data/*'].map((path) => settings.prefix + path)];
  return Object.assign(answer, { paths, close });
}
