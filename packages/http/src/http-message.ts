import type { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import type { CallerRequest } from '@platen/core';

/** A request as an adapter hands it over, whatever framework it came through. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query below the mount point, as sent: `/api/v1/account`; a whole URL where the client sent one. */
  readonly url: string;
  /** Protocol and host as the client used them, which the host framework knows best: `https://api.example.com`. */
  readonly origin: string;
  /** Where the host mounted Platen: `/convert`, or empty at the root. */
  readonly mountPath: string;
  /** The client's address, behind the proxies that the host trusts. */
  readonly remoteAddress: string;
  /** The raw request: headers are read from it, and an upload straight from its stream. */
  readonly message: RequestMessage;
  /** The raw response: only listened to, never written. */
  readonly response: ResponseState;
}

/** The parts of a raw request that are read. An `IncomingMessage` of Node fits. */
export interface RequestMessage extends Readable, CallerRequest {
  /** Names and values by turns, as they were sent. */
  readonly rawHeaders: readonly string[];
  /** Whether the whole request was received. */
  readonly complete: boolean;
  readonly socket: Connection;
}

/** What is known about the connection of a request. A `Socket` of Node fits. */
export interface Connection {
  readonly bytesRead: number;
  /** After how much silence it is ended, in milliseconds; 0 or undefined for never. */
  readonly timeout?: number | undefined;
  setTimeout(ms: number): unknown;
  /** Ends it once everything written has been sent. */
  destroySoon(): void;
}

/**
 * What is known about a raw response. A `ServerResponse` of Node fits. It emits `finish` when everything was written, and
 * `close` at its end.
 */
export interface ResponseState extends EventEmitter {
  readonly destroyed: boolean;
  /** Calls the listener when nothing moves on its connection for so long. */
  setTimeout(ms: number, listener: () => void): unknown;
  destroy(): unknown;
}

/** The reply that an adapter writes. Header names are in their usual spelling. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | Readable | null;
}
