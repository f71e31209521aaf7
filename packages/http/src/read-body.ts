import type { RequestMessage } from './http-message.ts';

/** Reads the body of a request; null if it is longer than `maxBytes`. The rest then stays unread. */
export async function readBody(message: RequestMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Left open: a request that is destroyed takes the connection with it, and its answer.
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
