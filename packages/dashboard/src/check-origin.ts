import { ConversionError } from '@platen/core';
import { type HttpRequest, readHeader } from '@platen/http';

/** Our own pages set it on every change; a form or link of another site cannot. */
const changeHeader = 'x-platen-dashboard';

/**
 * Throws `FORBIDDEN` for a request that a page of another origin made the browser send: a request for data whose
 * `Sec-Fetch-Site` says so, and a change from another `Origin` or without the header that our own pages set. A request with
 * neither `Sec-Fetch-Site` nor `Origin` does not come from a browser that has cookies of this origin.
 */
export function checkOrigin(request: HttpRequest, isChange: boolean, publicUrl: URL | null): void {
  const site = readHeader(request, 'sec-fetch-site');
  if (site !== null && site !== 'same-origin' && (isChange || site !== 'none')) throw crossSite();
  if (!isChange) return;
  if (readHeader(request, changeHeader) === null) throw crossSite();
  const origin = readHeader(request, 'origin');
  if (site === null && origin !== null && !isOwn(origin, request, publicUrl)) throw crossSite();
}

/** Compares hosts only: behind a proxy, the host may not know the protocol. */
function isOwn(origin: string, request: HttpRequest, publicUrl: URL | null): boolean {
  const host = URL.parse(origin)?.host;
  return host !== undefined && (host === publicUrl?.host || host === URL.parse(request.origin)?.host);
}

function crossSite(): ConversionError {
  return new ConversionError('FORBIDDEN', 'The dashboard accepts requests from its own pages only', {
    details: { reason: 'cross_site' },
  });
}
