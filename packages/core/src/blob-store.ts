import type { Readable } from 'node:stream';

/** The properties of a blob that a store knows without reading it. */
export interface BlobInfo {
  readonly sizeBytes: number;
}

/** Inclusive byte offsets, as in an HTTP range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Options of every call to a blob store. */
export interface BlobCallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. An aborted write stores nothing. */
  readonly signal?: AbortSignal;
}

/** The expected size and digest: if the bytes differ, nothing is stored. */
export interface BlobWriteOptions extends BlobCallOptions {
  /** Expected number of bytes. If the number differs, the call rejects and stores nothing. */
  readonly sizeBytes?: number;
  /** In hex. */
  readonly sha256?: string;
}

/** Which part of a blob to read. */
export interface BlobReadOptions extends BlobCallOptions {
  /** The whole blob by default. */
  readonly range?: ByteRange;
}

/** Selects one page of a listing. */
export interface BlobListOptions extends BlobCallOptions {
  /** The `nextCursor` of the previous page; absent for the first page. */
  readonly cursor?: string;
  /** Largest number of entries; 1 000 by default and at most. */
  readonly limit?: number;
}

/** A blob in a listing. */
export interface BlobEntry {
  readonly key: string;
  readonly sizeBytes: number;
  /** Milliseconds since the blob was stored, by the clock of the store. */
  readonly ageMs: number;
}

/** A page of a listing. */
export interface BlobPage {
  readonly blobs: readonly BlobEntry[];
  /** The cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** What a signed link of the blob store serves, and for how long. */
export interface DirectLinkRequest {
  readonly expiresInMs: number;
  /** The name under which a browser saves the file. */
  readonly fileName: string;
  readonly mediaType: string;
}

/**
 * Keeps the bytes of inputs and outputs under keys of the form `segment/segment/…` (letters, digits, `-`, `_`, `.`). A blob
 * is either complete and durable, or absent. Calls that read an absent blob reject with `NOT_FOUND`. All calls reject with
 * `SERVICE_UNAVAILABLE` if the store is down or full.
 */
export interface BlobStore {
  /** True when blobs survive the process. */
  readonly durable: boolean;

  /** Stores a stream of bytes. Rejects if the key exists already. */
  put(key: string, body: Readable, options?: BlobWriteOptions): Promise<BlobInfo>;

  /** Stores a file that the caller hands over. The store moves the file if it can. Rejects if the key exists already. */
  adopt(key: string, path: string, options?: BlobWriteOptions): Promise<BlobInfo>;

  stat(key: string, options?: BlobCallOptions): Promise<BlobInfo | null>;

  /** Opens a blob, or a range of it. */
  read(key: string, options?: BlobReadOptions): Promise<Readable>;

  /** Makes the blob available as a file at `path`, which must not exist. The caller may only read the file. */
  stage(key: string, path: string, options?: BlobCallOptions): Promise<void>;

  /** Removes the blob `prefix`, and every blob whose key begins with `prefix` and `/`. Absent blobs are ignored. */
  remove(prefix: string, options?: BlobCallOptions): Promise<void>;

  /** Removes the blobs of these keys, in as few requests as the store allows. Absent blobs are ignored. */
  removeKeys(keys: readonly string[], options?: BlobCallOptions): Promise<void>;

  /**
   * Lists the blobs whose keys begin with `prefix` and `/` (all blobs if it is empty), page by page; blobs of one folder are
   * adjacent. A sweep compares them with the job store. A blob that is written or removed between two pages may be missing.
   */
  list(prefix: string, options?: BlobListOptions): Promise<BlobPage>;

  /** Removes the leftovers of incomplete writes: temporary files of ended processes, and aborted uploads. */
  removeUnfinished(options?: BlobCallOptions): Promise<void>;

  /** A URL under which anybody can read the blob for a limited time; null if the store has no such URLs. */
  directLink(key: string, request: DirectLinkRequest): Promise<URL | null>;
}
