import { isIP } from 'node:net';
import type { AddressRule } from './allowed-networks.ts';

/** What an endpoint's URL may be. */
export interface UrlRules {
  /** False for https alone. */
  readonly allowHttp: boolean;
  readonly isAllowed: AddressRule;
}

const maxLength = 2_000;

/**
 * What is wrong with the URL of an endpoint; null when nothing is. A name is looked up at each connection: what it leads to
 * is not known before.
 */
export function findUrlProblem(text: string, { allowHttp, isAllowed }: UrlRules): string | null {
  // A parser drops line breaks and trims: what it was given is not what it would call.
  if (/[\s\p{Cc}\p{Cs}]/u.test(text)) return 'must not contain spaces, line breaks or control characters';
  const url = text.length > maxLength ? null : URL.parse(text);
  if (url === null) return `is not an absolute URL of at most ${maxLength} characters`;
  const protocols = allowHttp ? ['https:', 'http:'] : ['https:'];
  if (!protocols.includes(url.protocol)) return `must begin with ${protocols.map((name) => `${name}//`).join(' or ')}`;
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (text.includes('#')) return 'must not have a fragment, which is never sent';
  const literal = addressOf(url);
  if (literal !== null && !isAllowed(literal)) return 'leads to an address to which webhooks are not allowed';
  return null;
}

/** The address that a URL names itself, in whatever spelling: parsing has made it the usual one. Null for a name. */
function addressOf({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : host;
}
