import { gzipSync } from 'node:zlib';
import { type HttpReply, type HttpRequest, readHeader } from '@platen/http';

/** Whether a browser takes what is compressed. */
export function acceptsGzip(request: HttpRequest): boolean {
  return /\bgzip\b/.test(readHeader(request, 'accept-encoding') ?? '');
}

/**
 * A reply compressed for a browser that takes it. Not for one with a secret beside what others may choose: its length would
 * tell of the secret.
 */
export function gzipped(request: HttpRequest, reply: HttpReply): HttpReply {
  if (!Buffer.isBuffer(reply.body) || !acceptsGzip(request)) return reply;
  const body = gzipSync(reply.body);
  return {
    ...reply,
    headers: { ...reply.headers, 'Content-Encoding': 'gzip', 'Content-Length': String(body.byteLength) },
    body,
  };
}
