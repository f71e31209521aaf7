import { Readable } from 'node:stream';
import { type AgentCaller, ConversionError, invalidRequest, type Principal } from '@platen/core';
import { bodyAlreadyRead, bodyTooLarge, checkContentLength } from './body-limit.ts';
import { checkHost, type Exchange, readHeader } from './exchange.ts';
import type { HttpReply, HttpRequest } from './http-message.ts';
import { identify } from './identify.ts';
import { readBody } from './read-body.ts';
import type { Surface } from './surface-options.ts';
import { fromWeb } from './web-message.ts';

/** Answers the messages of agents. */
export interface Agents {
  answer(exchange: Exchange): Promise<HttpReply>;
  /** Ends their sessions. */
  close(): void;
}

/** Answers an exchange by the routes of the surface; null for a path that is not its own. */
type AnswerInside = (exchange: Exchange) => Promise<HttpReply | null>;

/** `/mcp` of a surface; null where the host did not ask for it. */
export function createAgents(surface: Surface, answerInside: AnswerInside): Agents | null {
  const { mcp, engine, logger, publicUrl } = surface;
  if (mcp === null) return null;
  const sessions = mcp.open({ engine, logger });
  return {
    async answer(given) {
      checkOrigin(given.request, [...(publicUrl === null ? [] : [publicUrl]), ...mcp.allowedOrigins]);
      const exchange = { ...given, credentials: withBearerToken(given) };
      const { principal } = await identify(surface, exchange);
      checkHost(exchange, publicUrl);
      const message = await readMessage(exchange, mcp.maxBodyBytes);
      return toReply(await sessions.answer(message, callerOf(exchange, principal, answerInside)));
    },
    close() {
      sessions.close().catch((error: unknown) => logger.warn({ err: error }, 'the sessions of agents did not end'));
    },
  };
}

/**
 * A page of another site cannot know a key, but may be let in by a host that knows callers by other means; and by a name that
 * it makes point at this machine (DNS rebinding) it is of our own origin. So its `Host` says nothing.
 */
function checkOrigin(request: HttpRequest, allowed: readonly string[]): void {
  const origin = readHeader(request, 'origin');
  if (origin === null) return;
  const given = URL.parse(origin);
  if (given !== null && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(given.hostname)) return;
  if (given !== null && allowed.some((each) => URL.parse(each)?.origin === given.origin)) return;
  throw new ConversionError('FORBIDDEN', 'Web pages of this origin may not call /mcp', {
    details: { reason: 'cross_site' },
  });
}

/** Clients of MCP know bearer tokens. */
function withBearerToken({ request, credentials }: Exchange): Exchange['credentials'] {
  const [, token = null] = /^Bearer (\S+)$/i.exec(readHeader(request, 'authorization') ?? '') ?? [];
  return { ...credentials, apiKey: credentials.apiKey ?? token };
}

const ofTheProtocol = ['accept', 'content-type', 'mcp-session-id', 'mcp-protocol-version', 'last-event-id'];

/** The request of an exchange as one of the web standard, with its whole body. */
async function readMessage(exchange: Exchange, maxBytes: number): Promise<Request> {
  const { method, message } = exchange.request;
  const headers = ofTheProtocol.flatMap((name): [string, string][] => {
    const value = readHeader(exchange.request, name);
    return value === null ? [] : [[name, value]];
  });
  const body = method === 'POST' ? await readWhole(exchange, maxBytes) : null;
  message.resume();
  return new Request('http://platen/mcp', { method, headers, body: body as Uint8Array<ArrayBuffer> | null });
}

async function readWhole(exchange: Exchange, maxBytes: number): Promise<Buffer> {
  const { message } = exchange.request;
  const limit = { limitBytes: maxBytes, maxBodyBytes: maxBytes };
  checkContentLength(exchange, limit);
  // What a parser of JSON made of it, which Express keeps beside the request.
  if ('body' in message && typeof message.body === 'object') return Buffer.from(JSON.stringify(message.body));
  if (message.readableDidRead) throw bodyAlreadyRead('The message');
  const body = await readBody(message, maxBytes).catch((cause: unknown) => {
    const { message: text, details } = invalidRequest([{ field: 'body', problem: 'was cut off' }]);
    throw new ConversionError('INVALID_REQUEST', text, { details, cause });
  });
  if (body === null) throw bodyTooLarge(maxBytes + 1, limit);
  return body;
}

/** The requests of a caller reach the host as that caller's did. */
function callerOf(exchange: Exchange, principal: Principal, answerInside: AnswerInside): AgentCaller {
  const { origin, mountPath, remoteAddress } = exchange.request;
  return {
    principal,
    async call(request) {
      const inner = fromWeb(request, {}, { prefix: '', isTrusted: () => false });
      const reply = await answerInside({
        request: { ...inner.request, origin, mountPath, remoteAddress },
        correlationId: exchange.correlationId,
        credentials: exchange.credentials,
        replyHeaders: {},
        caller: principal,
      });
      return inner.respond(reply);
    },
  };
}

/** Of the connection, and so the business of the host. */
const ofTheConnection = new Set(['connection', 'transfer-encoding']);

async function toReply(response: Response): Promise<HttpReply> {
  const entries = [...response.headers].filter(([name]) => !ofTheConnection.has(name));
  const headers = Object.fromEntries(entries.map(([name, value]) => [usualSpelling(name), value]));
  const { status, body } = response;
  if (body === null) return { status, headers, body };
  if (headers['Content-Type'] === 'text/event-stream') {
    const stream = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    // Servers send the headers with the first bytes, for which the client would wait.
    stream.unshift(Buffer.from(': open\n\n'));
    return { status, headers, body: stream };
  }
  const whole = Buffer.from(await response.arrayBuffer());
  return { status, headers: { ...headers, 'Content-Length': String(whole.byteLength) }, body: whole };
}

function usualSpelling(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
