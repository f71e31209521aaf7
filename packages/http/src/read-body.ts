import type { RequestMessage } from './http-message.ts';

/** The body of a request, or null when it is longer than `maxBytes`: the rest is left unread. */
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
