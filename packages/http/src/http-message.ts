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

/** What is read of a raw request. An `IncomingMessage` of Node is one. */
export interface RequestMessage extends Readable, CallerRequest {
  /** Names and values by turns, as they were sent. */
  readonly rawHeaders: readonly string[];
  /** Whether all of it was received. */
  readonly complete: boolean;
  readonly socket: Connection;
}

/** What is known of the connection of a request. A `Socket` of Node is one. */
export interface Connection {
  readonly bytesRead: number;
  /** After how much silence it is ended, in milliseconds; 0 or undefined for never. */
  readonly timeout?: number | undefined;
  setTimeout(ms: number): unknown;
  /** Ends it once everything written has been sent. */
  destroySoon(): void;
}

/** What is known of a raw response. A `ServerResponse` of Node is one. Emits `finish` when all of it was written, `close` at its end. */
export interface ResponseState extends EventEmitter {
  readonly destroyed: boolean;
  /** Calls the listener when nothing moves on its connection for so long. */
  setTimeout(ms: number, listener: () => void): unknown;
  destroy(): unknown;
}

/** What an adapter writes out. Header names are in their usual spelling. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | Readable | null;
}
