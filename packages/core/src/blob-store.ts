import type { Readable } from 'node:stream';

export interface BlobInfo {
  readonly sizeBytes: number;
}

/** Inclusive byte offsets, as in an HTTP range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Keeps the bytes of inputs and outputs under keys of the form `segment/segment/…` (letters, digits, `-`, `_`, `.`).
 * A blob is there whole and durable, or not at all. Reading an absent blob rejects with `NOT_FOUND`; a store that is
 * down or full rejects with `SERVICE_UNAVAILABLE`.
 */
export interface BlobStore {
  /** Stores a stream of bytes, replacing nothing: rejects when the key is taken. */
  put(key: string, body: Readable): Promise<BlobInfo>;

  /** Stores a file that the caller gives away: moved where that is possible. Rejects when the key is taken. */
  adopt(key: string, path: string): Promise<BlobInfo>;

  stat(key: string): Promise<BlobInfo | null>;

  /** Opens a blob, or a range of it. */
  read(key: string, range?: ByteRange): Promise<Readable>;

  /** Makes the blob available as a file at `path`, which must not exist. The file is for reading only. */
  stage(key: string, path: string): Promise<void>;

  /** Removes every blob whose key begins with `prefix` followed by `/`, or is `prefix`. Absent ones are ignored. */
  remove(prefix: string): Promise<void>;

  /** The names directly under `prefix`, in no order: what a sweep compares with the job store. */
  list(prefix: string): Promise<readonly string[]>;
}
