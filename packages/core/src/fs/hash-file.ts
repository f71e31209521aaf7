import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Fewer turns of the event loop than with the 64 KB of a stream. */
const chunkBytes = 256 * 1024;

/** SHA-256 of a file, in hex. Rejects with the error of reading it, or the reason of the signal. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted();
  const hash = createHash('sha256');
  const options = { highWaterMark: chunkBytes, ...(signal === undefined ? {} : { signal }) };
  try {
    for await (const chunk of createReadStream(path, options)) hash.update(chunk as Buffer);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
  return hash.digest('hex');
}
