import type { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import type { CallerRequest } from '@platen/core';

/** A request as an adapter passes it to the HTTP interface. It does not depend on a framework. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query below the mount point, as they were sent: `/api/v1/account`; a whole URL if the client sent one. */
  readonly url: string;
  /** Protocol and host that the client used, according to the framework: `https://api.example.com`. */
  readonly origin: string;
  /** The path at which the host mounted Platen, such as `/convert`; empty at the root. */
  readonly mountPath: string;
  /** The address of the client, as the proxies that the host trusts report it. */
  readonly remoteAddress: string;
  /** The raw request. Headers are read from it, and uploads directly from its stream. */
  readonly message: RequestMessage;
  /** The raw response. The interface listens to it, but never writes to it. */
  readonly response: ResponseState;
}

/** The parts of a raw request that are read. An `IncomingMessage` of Node fits. */
export interface RequestMessage extends Readable, CallerRequest {
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  /** True if the whole request was received. */
  readonly complete: boolean;
  readonly socket: Connection;
}

/** What is known about the connection of a request. A `Socket` of Node fits. */
export interface Connection {
  readonly bytesRead: number;
  /** After how much silence the connection is closed, in milliseconds; 0 or undefined for never. */
  readonly timeout?: number | undefined;
  setTimeout(ms: number): unknown;
  /** Closes the connection once everything written has been sent. */
  destroySoon(): void;
}

/**
 * What is known about a raw response. A `ServerResponse` of Node fits. It emits `finish` when everything was written, and
 * `close` at its end.
 */
export interface ResponseState extends EventEmitter {
  readonly destroyed: boolean;
  /** Calls the listener if the connection is idle for this long, in milliseconds. */
  setTimeout(ms: number, listener: () => void): unknown;
  destroy(): unknown;
}

/** The reply that an adapter writes. Header names are in their usual spelling. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | Readable | null;
}
