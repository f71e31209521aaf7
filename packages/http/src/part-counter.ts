import { Transform } from 'node:stream';

/** A pass-through that counts the parts of a multipart body. */
export interface PartCounter {
  readonly stream: Transform;
  /** Delimiters seen so far, without the closing one. */
  count(): number;
}

/**
 * Counts delimiters (RFC 2046, 5.1.1) as the body streams through, up to the closing one. The parser skips a part
 * whose header it cannot make sense of without a word; comparing counts is how that is noticed.
 */
export function createPartCounter(boundary: string): PartCounter {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const lookahead = delimiter.byteLength + 2;
  // The first delimiter may stand at the very beginning, without its line break.
  let rest: Buffer = Buffer.from('\r\n');
  let parts = 0;
  let closed = false;

  const scan = (text: Buffer, isLast: boolean) => {
    let from = 0;
    while (!closed) {
      const at = text.indexOf(delimiter, from);
      if (at < 0 || (!isLast && at + lookahead > text.byteLength)) {
        rest = text.subarray(at < 0 ? Math.max(from, text.byteLength - lookahead + 1) : at);
        return;
      }
      from = at + delimiter.byteLength;
      closed = text.toString('latin1', from, from + 2) === '--';
      if (!closed) parts += 1;
    }
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!closed) scan(Buffer.concat([rest, chunk]), false);
      done(null, chunk);
    },
    flush(done) {
      if (!closed) scan(rest, true);
      done();
    },
  });
  return { stream, count: () => parts };
}
