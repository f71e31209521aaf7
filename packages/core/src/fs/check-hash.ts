import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { blobChanged } from '../blob-key.ts';
import type { BlobWriteOptions } from '../blob-store.ts';

/** Rejects when a file does not hold what its writer announced. Without an announced hash it is not read. */
export async function checkHash(path: string, key: string, { signal, sha256 }: BlobWriteOptions): Promise<void> {
  signal?.throwIfAborted();
  if (sha256 === undefined) return;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { signal })) hash.update(chunk as Buffer);
  if (hash.digest('hex') !== sha256) throw blobChanged(key);
}
