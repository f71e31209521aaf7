import { ConversionError } from '@platen/core';
import type { HttpRequest } from '@platen/http';
import { readHeader } from './read-header.ts';

/** Set by the pages on every change: no form and no link of another site can. */
const changeHeader = 'x-platen-dashboard';

/**
 * Refuses with `FORBIDDEN` what a page of another origin had a browser send: any request for data that `Sec-Fetch-Site`
 * says so of, and a change whose `Origin` is another one or that lacks the header of our own pages. What comes without
 * either header comes from no browser that knows cookies of this origin.
 */
export function checkOrigin(request: HttpRequest, isChange: boolean, publicUrl: URL | null): void {
  const site = readHeader(request, 'sec-fetch-site');
  if (site !== null && site !== 'same-origin' && (isChange || site !== 'none')) throw crossSite();
  if (!isChange) return;
  if (readHeader(request, changeHeader) === null) throw crossSite();
  const origin = readHeader(request, 'origin');
  if (site === null && origin !== null && !isOwn(origin, request, publicUrl)) throw crossSite();
}

/** Compares hosts alone: which protocol a proxy took the request by, the host may not know. */
function isOwn(origin: string, request: HttpRequest, publicUrl: URL | null): boolean {
  const host = URL.parse(origin)?.host;
  return host !== undefined && (host === publicUrl?.host || host === URL.parse(request.origin)?.host);
}

function crossSite(): ConversionError {
  return new ConversionError('FORBIDDEN', 'The dashboard accepts requests from its own pages only', {
    details: { reason: 'cross_site' },
  });
}
