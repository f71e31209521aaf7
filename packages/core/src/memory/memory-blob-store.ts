import { readFile, rm, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { assertBlobKey, blobKeyTaken, blobNotFound } from '../blob-key.ts';
import type { BlobStore } from '../blob-store.ts';

/** A `BlobStore` in the memory of the process, for tests and small files: every blob is held whole. */
export function createMemoryBlobStore(): BlobStore {
  const blobs = new Map<string, Buffer>();

  function keep(key: string, bytes: Buffer) {
    if (blobs.has(key)) throw blobKeyTaken(key);
    blobs.set(key, bytes);
    return { sizeBytes: bytes.length };
  }

  function find(key: string): Buffer {
    const bytes = blobs.get(key);
    if (bytes === undefined) throw blobNotFound(key);
    return bytes;
  }

  return {
    async put(key, body) {
      assertBlobKey(key);
      return keep(key, await buffer(body));
    },

    async adopt(key, path) {
      assertBlobKey(key);
      const info = keep(key, await readFile(path));
      await rm(path);
      return info;
    },

    async stat(key) {
      const bytes = blobs.get(key);
      return bytes === undefined ? null : { sizeBytes: bytes.length };
    },

    async read(key, range) {
      const bytes = find(key);
      return Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]);
    },

    async stage(key, path) {
      await writeFile(path, find(key), { flag: 'wx' });
    },

    async remove(prefix) {
      for (const key of blobs.keys()) {
        if (key === prefix || key.startsWith(`${prefix}/`)) blobs.delete(key);
      }
    },

    async list(prefix) {
      const folder = prefix === '' ? '' : `${prefix}/`;
      const inside = [...blobs.keys()].filter((key) => key.startsWith(folder));
      return [...new Set(inside.map((key) => key.slice(folder.length).replace(/\/.*/, '')))];
    },
  };
}
