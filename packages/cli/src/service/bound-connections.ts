import type { Server } from 'node:http';

/** A whole upload may come as slowly as this. */
const slowestBytesPerSecond = 100 * 1024;
/** What a request may take besides its bytes: Node's own bound on headers. */
const graceMs = 60_000;
/** A connection on which nothing moves for this long is closed. */
const silenceMs = 120_000;
/** Longer than the minute for which load balancers keep a connection: else one is closed while a request is on its way. */
const idleMs = 65_000;

/**
 * Bounds how long a client may take: Node's five minutes for a request would cut off large uploads over slow lines. The
 * largest request may come at 100 KB/s; an idle one is closed after two minutes.
 */
export function boundConnections(server: Server, maxRequestBytes: number): void {
  server.requestTimeout = graceMs + Math.ceil((1000 * maxRequestBytes) / slowestBytesPerSecond);
  server.timeout = silenceMs;
  server.keepAliveTimeout = idleMs;
}
