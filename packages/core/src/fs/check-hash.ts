import { blobChanged } from '../blob-key.ts';
import type { BlobWriteOptions } from '../blob-store.ts';
import { hashFile } from './hash-file.ts';

/** Rejects when a file does not hold what its writer announced. Without an announced hash it is not read. */
export async function checkHash(path: string, key: string, { signal, sha256 }: BlobWriteOptions): Promise<void> {
  signal?.throwIfAborted();
  if (sha256 !== undefined && (await hashFile(path, signal)) !== sha256) throw blobChanged(key);
}
