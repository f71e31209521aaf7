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
 * A request whose target is a whole URL, which any server has to take (RFC 9112, 3.2.2), as if its target were the path.
 * The host of the URL goes before the `Host` header, but not before what a trusted proxy says.
 */
export function toOriginForm(request: HttpRequest): HttpRequest {
  const { authority, path } = splitTarget(request.url);
  if (authority === '') return request;
  const isOfHeader = request.origin.endsWith(`://${request.message.headers.host}`);
  const origin = isOfHeader ? request.origin.replace(/\/\/.*$/, authority.replace(/^.*?(?=\/\/)/, '')) : request.origin;
  return { ...request, url: path, origin };
}
