import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { ConversionError } from '@platen/core';
import { errorReply } from './error-reply.ts';
import type { HttpReply, HttpRequest, RequestMessage, ResponseState } from './http-message.ts';
import { maxSilenceMs } from './max-silence.ts';
import { mountPathOf } from './mount-path.ts';
import { splitTarget } from './origin-form.ts';
import { clientAddress, type IsTrustedProxy, type TrustProxy, trustedProxies } from './trusted-proxies.ts';

/** Information that a `Request` does not contain. A host may add more, which its authenticator can read. */
export interface WebRequestInfo {
  /** The address at the other end of the connection: the client, or the nearest proxy. */
  readonly remoteAddress?: string | undefined;
  readonly [more: string]: unknown;
}

/** How a web-standard handler is mounted. */
export interface WebMount {
  /** The path of the mount point: `/convert`, or `/teams/:team` for any team. The root by default. */
  readonly prefix?: string;
  /** Which senders may set `X-Forwarded-*`. Default false. */
  readonly trustProxy?: TrustProxy;
}

/** The checked form of `WebMount`. */
export interface WebSettings {
  /** The path without a slash at its end; empty for the root. */
  readonly prefix: string;
  readonly isTrusted: IsTrustedProxy;
}

/** Checks how a handler is mounted. Throws a TypeError on wrong options. */
export function webSettings({ prefix, trustProxy }: Required<WebMount>): WebSettings {
  if (typeof prefix !== 'string' || !/^(?:\/|$)/.test(prefix)) {
    throw new TypeError(`prefix must be a path that begins with a slash, not ${JSON.stringify(prefix)}`);
  }
  return { prefix: prefix.replace(/\/+$/, ''), isTrusted: trustedProxies(trustProxy) };
}

/**
 * A request of a web-standard host, in the form that the interface reads, and its answer, in the form that the host expects.
 */
export interface WebExchange {
  readonly request: HttpRequest;
  /** Returns the reply as a `Response`; for null, a 404. Call it once. The body is read only as fast as the host reads it. */
  respond(reply: HttpReply | null): Response;
}

/**
 * Converts a `Request` for the HTTP interface. Its body is not touched before somebody reads it, so that a server can delay
 * "100 Continue" until then. If its signal aborts, the client counts as disconnected.
 */
export function fromWeb(request: Request, info: WebRequestInfo, { prefix, isTrusted }: WebSettings): WebExchange {
  const message = new WebMessage(request, info);
  const response = new WebResponseState();
  const { authority, path } = splitTarget(request.url.split('#', 1)[0] ?? '');
  const mountPath = mountPathOf(path, prefix);
  const remoteAddress = info.remoteAddress ?? '';
  const forwarded = (name: string) => (isTrusted(remoteAddress, 0) ? request.headers.get(`x-forwarded-${name}`) : null);
  const goAway = () => {
    message.destroy();
    response.destroy();
  };
  if (request.signal.aborted) goAway();
  else request.signal.addEventListener('abort', goAway, { once: true });
  return {
    request: {
      method: request.method,
      url: path.slice(mountPath.length),
      origin: originOf(authority, forwarded('proto'), forwarded('host')),
      mountPath,
      remoteAddress: clientAddress(remoteAddress, forwarded('for'), isTrusted),
      message,
      response,
    },
    respond: (reply) => toResponse(reply ?? noRoute(), response),
  };
}

function originOf(authority: string, proto: string | null, host: string | null): string {
  const [protocol = '', own = ''] = authority.split('://');
  return `${firstOf(proto) ?? protocol}://${firstOf(host) ?? own}`;
}

/** The value nearest to the client, as Express takes it. */
function firstOf(list: string | null): string | undefined {
  return list?.split(',')[0]?.trim() || undefined;
}

/** A request as a stream that is read from its body as it is read itself. */
class WebMessage extends Readable implements RequestMessage {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly web: { readonly request: Request; readonly info: WebRequestInfo };
  readonly socket: RequestMessage['socket'];
  complete: boolean;
  #bytesRead = 0;
  #body: ReadableStreamDefaultReader<Uint8Array> | null = null;

  constructor(request: Request, info: WebRequestInfo) {
    super();
    const headers = [...request.headers];
    this.web = { request, info };
    this.headers = Object.fromEntries(headers);
    // A header that was sent twice is joined: two hosts are told apart from one.
    this.rawHeaders = headers.flatMap(([name, value]) =>
      (name === 'host' ? value.split(', ') : [value]).flatMap((one) => [name, one]),
    );
    this.complete = isWithoutBody(request);
    // The connection is the host's own. What is sent on it is watched as it is taken, by `toStream`.
    const bytesRead = () => this.#bytesRead;
    this.socket = {
      get bytesRead() {
        return bytesRead();
      },
      timeout: maxSilenceMs,
      setTimeout: () => {},
      destroySoon: () => this.destroy(),
    };
    if (request.bodyUsed) Object.defineProperty(this, 'readableDidRead', { value: true });
  }

  override _read(): void {
    this.#readChunk().catch((error: unknown) => this.destroy(error instanceof Error ? error : new Error('cut off')));
  }

  async #readChunk(): Promise<void> {
    this.#body ??= this.web.request.body?.getReader() ?? null;
    const chunk = await this.#body?.read();
    if (chunk?.value !== undefined) {
      this.#bytesRead += chunk.value.byteLength;
      this.push(chunk.value);
      return;
    }
    this.complete = true;
    this.push(null);
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    // What is left of a body is given up: the host decides whether its connection can be used again.
    this.#body?.cancel().catch(() => {});
    callback(error);
  }
}

/** By its headers where they say so: to look at the body costs some hosts a copy of the request. HTTP/2 needs no length. */
function isWithoutBody(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true;
  const length = request.headers.get('content-length');
  if (length !== null) return Number(length) === 0;
  return !request.headers.has('transfer-encoding') && request.body === null;
}

/** What becomes of the answer, as far as the host shows it. */
class WebResponseState extends EventEmitter implements ResponseState {
  destroyed = false;

  /** The bound is that of `toStream`. */
  setTimeout(): void {}

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }

  finish(): void {
    this.emit('finish');
    this.destroy();
  }
}

function noRoute(): HttpReply {
  return errorReply(new ConversionError('NOT_FOUND', 'There is nothing at this path'), randomUUID());
}

function toResponse({ status, headers, body }: HttpReply, state: WebResponseState): Response {
  if (body === null) return new Response(null, { status, headers });
  if (Buffer.isBuffer(body)) return new Response(body as Uint8Array<ArrayBuffer>, { status, headers });
  return new Response(toStream(body, state), { status, headers });
}

/**
 * A body that is read no faster than the host takes it. It ends with an error when its source does, or when the host, whose client
 * reads nothing, takes nothing for two minutes; the source ends when the client goes away.
 */
function toStream(body: Readable, state: WebResponseState): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  let silence: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(silence);
    state.destroy();
    body.destroy();
  };
  if (state.destroyed) body.destroy();
  else state.once('close', () => body.destroy());
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(silence);
        try {
          const { done, value } = await chunks.next();
          if (done === true) {
            controller.close();
            state.finish();
            return;
          }
          controller.enqueue(value);
          silence = setTimeout(() => {
            controller.error(new Error(`the client read nothing for ${maxSilenceMs / 1_000} s`));
            end();
          }, maxSilenceMs).unref();
        } catch (error) {
          controller.error(error);
          end();
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
