import {
  createHttpSurface,
  fromWeb,
  type HttpSurfaceOptions,
  isExactPrefix,
  type WebMount,
  type WebRequestInfo,
  webSettings,
} from '@platen/http';

/** The options of the HTTP interface, and where to mount it. */
export interface PlatenWebOptions extends HttpSurfaceOptions, WebMount {}

/** The HTTP interface as a function from `Request` to `Response`. Call it for the requests to its `paths`. */
export interface PlatenHandler {
  /**
   * Answers a request; with 404 if the path does not belong to the interface. Never rejects: a failure is an answer with an
   * error body.
   */
  (request: Request, info?: WebRequestInfo): Promise<Response>;
  /** The paths of the interface, with the prefix and with `*` for the rest of a path, for the router of the host. */
  readonly paths: readonly string[];
  /** Ends event streams, and refuses uploads that are not complete after 10 s. It does not stop the engine. */
  close(): void;
}

/**
 * Creates the HTTP interface for hosts that use `Request` and `Response`: `platen({ engine, keys, linkSecrets })`. Throws a
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
