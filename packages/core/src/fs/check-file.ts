import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { blobChanged } from '../blob-key.ts';
import type { BlobWriteOptions } from '../blob-store.ts';

/** Rejects when a file is not what its writer announced. Without an announcement it is not looked at. */
export async function checkFile(path: string, key: string, { signal, sizeBytes, sha256 }: BlobWriteOptions) {
  signal?.throwIfAborted();
  if (sizeBytes !== undefined && (await stat(path)).size !== sizeBytes) throw blobChanged(key);
  if (sha256 === undefined) return;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { signal })) hash.update(chunk as Buffer);
  if (hash.digest('hex') !== sha256) throw blobChanged(key);
}
