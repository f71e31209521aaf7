import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

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
  readonly message: IncomingMessage;
  /** The raw response: only listened to, never written. */
  readonly response: ServerResponse;
}

/** What an adapter writes out. Header names are in their usual spelling. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | Readable | null;
}
