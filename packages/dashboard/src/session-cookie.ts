import { type HttpRequest, readHeader } from '@platen/http';

const cookieName = 'platen_dashboard';

/** The session token of a request; null without one. */
export function readSessionToken(request: HttpRequest): string | null {
  const header = readHeader(request, 'cookie') ?? '';
  const match = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{20,100})(?:;|$)`).exec(header);
  return match?.[1] ?? null;
}

/**
 * A cookie that scripts cannot read and other sites cannot have sent. It has no `Path`: browsers then take the folder of
 * the address that set it, which is the one of all data, whatever prefix a proxy puts before it or takes away.
 */
export function sessionCookie(token: string | null, isSecure: boolean): string {
  const attributes = ['HttpOnly', 'SameSite=Strict', ...(isSecure ? ['Secure'] : [])];
  return [`${cookieName}=${token ?? ''}`, ...(token === null ? ['Max-Age=0'] : []), ...attributes].join('; ');
}
