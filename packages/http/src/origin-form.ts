import type { HttpRequest } from './http-message.ts';

/** `http://host` at the beginning of a target, and its authority. */
const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/**
 * A request whose target is a whole URL, as it is sent to a proxy and any server has to take it (RFC 9112, 3.2.2), as if its
 * target were the path. The host of the URL goes before the `Host` header, but not before what a trusted proxy says.
 */
export function toOriginForm(request: HttpRequest): HttpRequest {
  const [prefix, authority] = absoluteForm.exec(request.url) ?? [];
  if (prefix === undefined) return request;
  const rest = request.url.slice(prefix.length);
  const url = rest.startsWith('/') ? rest : `/${rest}`;
  const isOfHeader = request.origin.endsWith(`://${request.message.headers.host}`);
  const origin = isOfHeader ? request.origin.replace(/\/\/.*$/, `//${authority}`) : request.origin;
  return { ...request, url, origin };
}
