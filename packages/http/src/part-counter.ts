import { Transform } from 'node:stream';
import { type BodyLimit, bodyTooLarge } from './body-limit.ts';

/** A pass-through that counts the bytes and parts of a multipart body. */
export interface PartCounter {
  readonly stream: Transform;
  /** Delimiters seen so far, without the closing one. */
  count(): number;
}

/**
 * Counts delimiters (RFC 2046, 5.1.1) as the body streams through, up to the closing one. The parser silently skips a
 * part whose header it cannot parse; comparing counts reveals that. Past the limit the stream fails, since the parser
 * also silently reads what precedes and follows the parts.
 */
export function createPartCounter(boundary: string, limit: BodyLimit): PartCounter {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const lookahead = delimiter.byteLength + 2;
  // The beginning of a delimiter split between chunks. The first one may be at the very start, without its line break.
  let seam: Buffer = Buffer.from('\r\n');
  let bodyBytes = 0;
  let parts = 0;
  let closed = false;

  /** Counts the delimiters that begin in the first `limit` bytes and are there whole, with the two bytes that follow. */
  const scan = (text: Buffer, limit: number) => {
    let at = text.indexOf(delimiter);
    while (!closed && at >= 0 && at < limit && at + lookahead <= text.byteLength) {
      const end = at + delimiter.byteLength;
      closed = text.toString('latin1', end, end + 2) === '--';
      if (!closed) parts += 1;
      at = text.indexOf(delimiter, end);
    }
  };
  // Errors: the pipeline around it has a listener.
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bodyBytes += chunk.byteLength;
      if (bodyBytes > limit.maxBodyBytes) return done(bodyTooLarge(bodyBytes, limit));
      if (!closed) {
        const border = Buffer.concat([seam, chunk.subarray(0, lookahead - 1)]);
        scan(border, seam.byteLength);
        scan(chunk, chunk.byteLength);
        seam = Buffer.from((chunk.byteLength < lookahead ? border : chunk).subarray(1 - lookahead));
      }
      done(null, chunk);
    },
  });
  return { stream, count: () => parts };
}
