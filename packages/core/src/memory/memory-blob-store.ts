import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { assertBlobKey, blobChanged, blobKeyTaken, blobNotFound } from '../blob-key.ts';
import type { BlobStore, BlobWriteOptions } from '../blob-store.ts';
import { type Clock, systemClock } from '../runtime.ts';

/** The options of a blob store in memory. */
export interface MemoryBlobStoreOptions {
  /** The clock of the store. Default: the clock of the system. */
  readonly clock?: Clock;
}

interface MemoryBlob {
  readonly bytes: Buffer;
  readonly storedAt: number;
}

/** Creates a `BlobStore` in the memory of the process, for tests and small files. Every blob is kept as a whole. */
// Long: the methods of one store.
export function createMemoryBlobStore({ clock = systemClock }: MemoryBlobStoreOptions = {}): BlobStore {
  const blobs = new Map<string, MemoryBlob>();

  function keep(key: string, bytes: Buffer, { signal, sizeBytes, sha256 }: BlobWriteOptions = {}) {
    signal?.throwIfAborted();
    if (blobs.has(key)) throw blobKeyTaken(key);
    if (sizeBytes !== undefined && sizeBytes !== bytes.length) throw blobChanged(key);
    if (sha256 !== undefined && sha256 !== createHash('sha256').update(bytes).digest('hex')) throw blobChanged(key);
    blobs.set(key, { bytes, storedAt: clock.now() });
    return { sizeBytes: bytes.length };
  }

  function find(key: string): Buffer {
    const blob = blobs.get(key);
    if (blob === undefined) throw blobNotFound(key);
    return blob.bytes;
  }

  return {
    durable: false,
    async put(key, body, options) {
      assertBlobKey(key);
      if (options?.signal !== undefined) addAbortSignal(options.signal, body);
      return keep(key, await buffer(body).catch((error: unknown) => throwReason(error, options?.signal)), options);
    },

    async adopt(key, path, options) {
      assertBlobKey(key);
      const info = keep(key, await readFile(path), options);
      await rm(path);
      return info;
    },

    async stat(key, options) {
      options?.signal?.throwIfAborted();
      const blob = blobs.get(key);
      return blob === undefined ? null : { sizeBytes: blob.bytes.length };
    },

    async read(key, { range, signal } = {}) {
      signal?.throwIfAborted();
      const bytes = find(key);
      const body = Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]);
      return signal === undefined ? body : addAbortSignal(signal, body);
    },

    async stage(key, path, options) {
      options?.signal?.throwIfAborted();
      await writeFile(path, find(key), { flag: 'wx' });
    },

    async remove(prefix, options) {
      options?.signal?.throwIfAborted();
      for (const key of blobs.keys()) {
        if (key === prefix || key.startsWith(`${prefix}/`)) blobs.delete(key);
      }
    },

    async removeKeys(keys, options) {
      options?.signal?.throwIfAborted();
      for (const key of keys) blobs.delete(key);
    },

    async list(prefix, { cursor = '', limit = maxPage, signal } = {}) {
      signal?.throwIfAborted();
      const folder = prefix === '' ? '' : `${prefix}/`;
      const keys = [...blobs.keys()].filter((key) => key.startsWith(folder) && key > cursor).sort();
      const shown = keys.slice(0, Math.min(limit, maxPage));
      const now = clock.now();
      const entries = shown.flatMap((key) => {
        const blob = blobs.get(key);
        return blob === undefined
          ? []
          : [{ key, sizeBytes: blob.bytes.length, ageMs: Math.max(0, now - blob.storedAt) }];
      });
      return { blobs: entries, nextCursor: keys.length > shown.length ? (shown.at(-1) ?? null) : null };
    },

    async removeUnfinished() {
      // A blob is kept in one step: nothing is ever unfinished.
    },

    directLink: async () => null,
  };
}

const maxPage = 1_000;

/** An aborted stream fails with an error of its own; the caller is to see the reason of its signal. */
function throwReason(error: unknown, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted();
  throw error;
}
