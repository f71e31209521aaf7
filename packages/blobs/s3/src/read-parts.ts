import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** What is known of a stream once its end was read. */
export interface StreamDigest {
  sizeBytes: number;
  /** In hex. */
  sha256: string;
}

/**
 * Cuts a stream into parts of exactly `partBytes`, the last one shorter; an empty stream is one empty part. `digest` is
 * filled in by the time the last part is out. Ends the stream when the consumer stops early.
 */
export async function* readParts(body: Readable, partBytes: number, digest: StreamDigest): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let chunks: Buffer[] = [];
  let length = 0;
  let parts = 0;
  for await (const chunk of body) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    hash.update(bytes);
    digest.sizeBytes += bytes.length;
    chunks.push(bytes);
    length += bytes.length;
    while (length > partBytes) {
      const joined = Buffer.concat(chunks);
      yield joined.subarray(0, partBytes);
      parts += 1;
      chunks = [joined.subarray(partBytes)];
      length -= partBytes;
    }
  }
  digest.sha256 = hash.digest('hex');
  if (length > 0 || parts === 0) yield Buffer.concat(chunks);
}
