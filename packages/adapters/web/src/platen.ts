import {
  createHttpSurface,
  fromWeb,
  type HttpSurfaceOptions,
  isExactPrefix,
  type WebMount,
  type WebRequestInfo,
  webSettings,
} from '@platen/http';

/** The options of the surface, and where to mount it. */
export interface PlatenWebOptions extends HttpSurfaceOptions, WebMount {}

/** The surface as a function of requests, for a host to call with those that are the surface's. */
export interface PlatenHandler {
  /** Answers a request; with 404 for a path that is not the surface's. Never rejects: what goes wrong is an error body. */
  (request: Request, info?: WebRequestInfo): Promise<Response>;
  /** The paths that are the surface's, prefix included, with `*` for the rest of a path: for the router of the host. */
  readonly paths: readonly string[];
  /** Ends event streams, and refuses uploads that take 10 s more. The engine is the host's to stop. */
  close(): void;
}

/**
 * The surface for hosts whose requests are `Request` and `Response`: `platen({ engine, keys, linkSecrets })`. Throws a
 * TypeError on wrong options.
 */
export function platen({ prefix = '', trustProxy = false, ...options }: PlatenWebOptions): PlatenHandler {
  const settings = webSettings({ prefix, trustProxy });
  const surface = createHttpSurface(options);
  const answer = async (received: Request, info: WebRequestInfo = {}) => {
    const { request, respond } = fromWeb(received, info, settings);
    return respond(isExactPrefix(request, settings.prefix) ? await surface.handle(request) : null);
  };
  return Object.assign(answer, {
    paths: surface.paths.map((path) => settings.prefix + path),
    close: () => surface.close(),
  });
}
