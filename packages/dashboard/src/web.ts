import { fromWeb, isExactPrefix, type WebMount, type WebRequestInfo, webSettings } from '@platen/http';
import { createDashboard } from './create-dashboard.ts';
import type { DashboardOptions } from './dashboard-options.ts';

/** The options of the dashboard, and where to mount it: `prefix: '/platen'`. */
export interface WebDashboardOptions extends DashboardOptions<Request>, WebMount {}

/** The dashboard as a function from `Request` to `Response`. Call it for the requests to its `paths`. */
export interface WebDashboard {
  /** Answers a request; with 404 if the path does not belong to the dashboard. Never rejects. */
  (request: Request, info?: WebRequestInfo): Promise<Response>;
  /** The paths of the dashboard, with the prefix and with `*` for the rest of a path, for the router of the host. */
  readonly paths: readonly string[];
  /** Ends open streams. The engine keeps running. */
  close(): void;
}

/** Creates the dashboard for hosts that use `Request` and `Response`. Throws a TypeError on wrong options. */
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
