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

/** What came of posting a message. */
export interface SendResult {
  /** Null when it was taken (any 2xx), else what went wrong, in words for the owner of the endpoint. */
  readonly problem: string | null;
  /** Null without an answer. */
  readonly status: number | null;
  /** The beginning of the answer, as far as was asked for. */
  readonly answer: string;
}

/**
 * Posts a message once. Redirects are not followed. Of the body of an answer at most `answerBytes` are read: none
 * where only the status is asked for.
 */
export async function sendWebhook(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { resolve, timeoutMs, ...urlRules }: SendRules,
  answerBytes = 0,
): Promise<SendResult> {
  const refusal = findUrlProblem(url, urlRules);
  if (refusal !== null) return { problem: `the URL ${refusal}`, status: null, answer: '' };
  try {
    const { status, answer } = await post(new URL(url), headers, Buffer.from(body), answerBytes, {
      lookup: checkedLookup(urlRules.isAllowed, resolve),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { problem: status >= 200 && status <= 299 ? null : `it answered ${status}`, status, answer };
  } catch (error) {
    return { problem: describeFailure(error, timeoutMs), status: null, answer: '' };
  }
}

function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  answerBytes: number,
  { lookup, signal }: Pick<https.RequestOptions, 'lookup'> & { readonly signal: AbortSignal },
): Promise<{ readonly status: number; readonly answer: string }> {
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
    let isAnswered = false;
    const settle = (response: http.IncomingMessage, bytes: number) => {
      isAnswered = true;
      response.on('error', () => {}); // What follows the status may break off.
      void readStart(response, bytes).then((answer) => {
        resolve({ status: response.statusCode ?? 0, answer });
        outgoing.destroy();
      });
    };
    outgoing.on('error', (error) => {
      if (!isAnswered) reject(error);
    });
    outgoing.on('response', (response) => settle(response, answerBytes));
    outgoing.on('upgrade', (response, socket) => {
      settle(response, 0);
      socket.destroy();
    });
    // Whatever else may end it: an attempt that never settles would be waited for.
    outgoing.on('close', () => {
      if (!isAnswered) reject(new Error('closed without an answer'));
    });
    outgoing.end(body);
  });
}

/** The first bytes of an answer as text, or what came of them until it ended or broke off. */
async function readStart(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    if (maxBytes > 0) {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        bytes += chunk.byteLength;
        if (bytes >= maxBytes) break;
      }
    }
  } catch {
    // It broke off, or took too long: what is there is shown.
  }
  return Buffer.concat(chunks)
    .subarray(0, maxBytes)
    .toString()
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

function describeFailure(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'it could not be reached';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `it did not answer within ${timeoutMs} ms`;
  if (error.name === 'AddressRefusedError') return 'its name leads to an address to which webhooks are not allowed';
  const code = 'code' in error ? ` (${String(error.code)})` : '';
  return `it could not be reached${code}`;
}
