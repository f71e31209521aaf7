import http from 'node:http';
import https from 'node:https';
import { findUrlProblem, type UrlRules } from './check-url.ts';
import { checkedLookup, type Resolve } from './checked-lookup.ts';

/** How a message is sent. */
export interface SendRules extends UrlRules {
  readonly resolve: Resolve;
  /** From the first packet to the status of the answer. */
  readonly timeoutMs: number;
}

/**
 * Posts a message once. Resolves to null when it was taken (any 2xx), else to what went wrong, in words for the owner of
 * the endpoint. Redirects are not followed, and nothing of an answer but its status is read.
 */
export async function sendWebhook(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { resolve, timeoutMs, ...urlRules }: SendRules,
): Promise<string | null> {
  const problem = findUrlProblem(url, urlRules);
  if (problem !== null) return `the URL ${problem}`;
  try {
    const status = await post(new URL(url), headers, Buffer.from(body), {
      lookup: checkedLookup(urlRules.isAllowed, resolve),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return status >= 200 && status <= 299 ? null : `it answered ${status}`;
  } catch (error) {
    return describeFailure(error, timeoutMs);
  }
}

function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  { lookup, signal }: Pick<https.RequestOptions, 'lookup'> & { readonly signal: AbortSignal },
): Promise<number> {
  const own = {
    'Content-Type': 'application/json',
    'Content-Length': String(body.byteLength),
    'User-Agent': 'Platen-Webhooks/1',
    Connection: 'close',
  };
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'http:' ? http : https;
    // An agent of its own, which keeps no connection and knows no proxy: the address that was checked is the one used.
    const outgoing = request(url, { method: 'POST', agent: false, lookup, signal, headers: { ...own, ...headers } });
    const settle = (response: http.IncomingMessage) => {
      response.on('error', () => {}); // What follows the status is not asked for.
      resolve(response.statusCode ?? 0);
      outgoing.destroy();
    };
    outgoing.on('error', reject);
    outgoing.on('response', settle);
    outgoing.on('upgrade', (response, socket) => {
      settle(response);
      socket.destroy();
    });
    // Whatever else may end it: an attempt that never settles would be waited for.
    outgoing.on('close', () => reject(new Error('closed without an answer')));
    outgoing.end(body);
  });
}

function describeFailure(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'it could not be reached';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `it did not answer within ${timeoutMs} ms`;
  if (error.name === 'AddressRefusedError') return 'its name leads to an address that may not be sent to';
  const code = 'code' in error ? ` (${String(error.code)})` : '';
  return `it could not be reached${code}`;
}
