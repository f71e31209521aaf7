import type { Readable } from 'node:stream';

/** What a store knows about a blob without reading it. */
export interface BlobInfo {
  readonly sizeBytes: number;
}

/** Inclusive byte offsets, as in an HTTP range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** How a call is aborted: it rejects with the reason of `signal`. */
export interface BlobCallOptions {
  /** Aborts the call, which rejects with the reason of the signal; an aborted write leaves nothing behind. */
  readonly signal?: AbortSignal;
}

/** The expected size and digest: if the bytes differ, nothing is stored. */
export interface BlobWriteOptions extends BlobCallOptions {
  /** What the caller knows about the bytes. If given, other bytes are refused and nothing is stored. */
  readonly sizeBytes?: number;
  /** In hex. */
  readonly sha256?: string;
}

/** Which part to read: all of it without a range. */
export interface BlobReadOptions extends BlobCallOptions {
  /** All of it when not given. */
  readonly range?: ByteRange;
}

/** Which page of a listing, and how long. */
export interface BlobListOptions extends BlobCallOptions {
  /** Where the page before ended; absent for the first. */
  readonly cursor?: string;
  /** At most this many; 1 000 when not given, never more. */
  readonly limit?: number;
}

/** A blob in a listing. */
export interface BlobEntry {
  readonly key: string;
  readonly sizeBytes: number;
  /** Since it was stored, on the store's own clock. */
  readonly ageMs: number;
}

/** A page of a listing. */
export interface BlobPage {
  readonly blobs: readonly BlobEntry[];
  /** Of the next page; null when there is none. */
  readonly nextCursor: string | null;
}

/** How a signed link of the blob store itself is to behave. */
export interface DirectLinkRequest {
  readonly expiresInMs: number;
  /** The name under which a browser saves the file. */
  readonly fileName: string;
  readonly mediaType: string;
}

/**
 * Keeps the bytes of inputs and outputs under keys of the form `segment/segment/…` (letters, digits, `-`, `_`, `.`). A
 * blob is either complete and durable, or absent. Reading an absent blob rejects with `NOT_FOUND`; a store that is down
 * or full rejects with `SERVICE_UNAVAILABLE`.
 */
export interface BlobStore {
  /** True when blobs survive the process. */
  readonly durable: boolean;

  /** Stores a stream of bytes, replacing nothing: rejects when the key is taken. */
  put(key: string, body: Readable, options?: BlobWriteOptions): Promise<BlobInfo>;

  /** Stores a file that the caller hands over: the store moves it if it can. Rejects if the key is taken. */
  adopt(key: string, path: string, options?: BlobWriteOptions): Promise<BlobInfo>;

  stat(key: string, options?: BlobCallOptions): Promise<BlobInfo | null>;

  /** Opens a blob, or a range of it. */
  read(key: string, options?: BlobReadOptions): Promise<Readable>;

  /** Makes the blob available as a file at `path`, which must not exist. The file is for reading only. */
  stage(key: string, path: string, options?: BlobCallOptions): Promise<void>;

  /** Removes every blob whose key begins with `prefix` followed by `/`, or is `prefix`. Absent ones are ignored. */
  remove(prefix: string, options?: BlobCallOptions): Promise<void>;

  /** Removes the blobs of these keys, many at a time where the store can. Absent ones are ignored. */
  removeKeys(keys: readonly string[], options?: BlobCallOptions): Promise<void>;

  /**
   * The blobs whose keys begin with `prefix` followed by `/` (all of them if it is empty), page by page, with those of one
   * folder next to each other. A sweep compares them with the job store. A blob that is written or removed in the meantime
   * may be missing.
   */
  list(prefix: string, options?: BlobListOptions): Promise<BlobPage>;

  /** Removes the leftovers of incomplete writes: temporary files of ended processes, and aborted uploads. */
  removeUnfinished(options?: BlobCallOptions): Promise<void>;

  /** A URL under which anybody can read the blob for a limited time; null if the store has no such URLs. */
  directLink(key: string, request: DirectLinkRequest): Promise<URL | null>;
}
