import type { HttpRequest } from './http-message.ts';

/** What a request asks for. */
interface Target {
  /** `http://host` of a target that is a whole URL; empty for one that is a path. */
  readonly authority: string;
  /** Path and query. */
  readonly path: string;
}

/** Takes the target of a request apart: a path, or a whole URL as it is sent to a proxy (RFC 9112, 3.2.2). */
export function splitTarget(url: string): Target {
  const authority = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
  const path = url.slice(authority.length);
  return { authority, path: authority === '' || path.startsWith('/') ? path : `/${path}` };
}

/**
 * Turns a request whose target is a whole URL, which every server must accept (RFC 9112, 3.2.2), into one whose target is
 * the path. The host of the URL overrides the `Host` header, but not the headers of a trusted proxy.
 */
export function toOriginForm(request: HttpRequest): HttpRequest {
  const { authority, path } = splitTarget(request.url);
  if (authority === '') return request;
  const isOfHeader = request.origin.endsWith(`://${request.message.headers.host}`);
  const origin = isOfHeader ? request.origin.replace(/\/\/.*$/, authority.replace(/^.*?(?=\/\/)/, '')) : request.origin;
  return { ...request, url: path, origin };
}
