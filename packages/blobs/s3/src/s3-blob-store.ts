import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import {
  assertBlobKey,
  type BlobInfo,
  type BlobListOptions,
  type BlobPage,
  type BlobReadOptions,
  type BlobStore,
  blobNotFound,
  storageUnavailable,
} from '@platen/core';
import { checkOptionNames, type OptionNames, timerMs, timerOption, withTranslatedErrors } from '@platen/core/internal';
import { directLink } from './direct-link.ts';
import { listObjects, listUnfinished } from './list-objects.ts';
import { isAbsent, toStorageError } from './s3-errors.ts';
import { createRequests, type Requests } from './s3-requests.ts';
import { upload } from './upload.ts';

/** The bucket, its client, and how the store uses them. */
export interface S3BlobStoreOptions {
  /**
   * A client, such as `new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation:
   * 'WHEN_REQUIRED' })`. The store does not destroy it.
   */
  readonly client: S3Client;
  readonly bucket: string;
  /** The beginning of every key, such as `platen/`. None by default. */
  readonly prefix?: string;
  /** Deadline of a request in milliseconds, plus one second for each megabyte that it carries. Default 1 500. */
  readonly timeoutMs?: number;
  /**
   * Size of a part in bytes. A blob up to this size is sent in one request, a larger one in parts; two parts are in memory.
   * S3 needs at least 5 MB. Default 8 MB.
   */
  readonly partBytes?: number;
  /** Age in milliseconds at which `removeUnfinished` aborts a multipart upload. Default 1 hour. */
  readonly staleUploadMs?: number;
}

const optionNames: OptionNames<S3BlobStoreOptions> = {
  client: true,
  bucket: true,
  prefix: true,
  timeoutMs: true,
  partBytes: true,
  staleUploadMs: true,
};

const maxPage = 1_000;
const megabyte = 1024 * 1024;

/**
 * Creates a `BlobStore` in a bucket of S3, or of a server with the same protocol. The keys of objects are the prefix and the
 * keys of blobs. Calls reject with `SERVICE_UNAVAILABLE` if the server is down, refuses the credentials or does not have the
 * bucket.
 */
export function createS3BlobStore(options: S3BlobStoreOptions): BlobStore {
  checkOptionNames('createS3BlobStore', options, optionNames);
  const { partBytes = 8 * megabyte } = options;
  const bucket = openBucket(options);
  const targetOf = (key: string) => ({
    bucket: bucket.name,
    objectKey: bucket.objectOf(key).Key,
    key,
    partBytes,
  });
  const store: BlobStore = {
    durable: true,

    put: async (key, body, given = {}) => upload(bucket.requests, targetOf(key), body, given),

    async adopt(key, path, given = {}) {
      const target = targetOf(key);
      given.signal?.throwIfAborted();
      // It may fail before it is read: the upload finds the error in the stream.
      const body = createReadStream(path).on('error', () => {});
      const info = await upload(bucket.requests, target, body, given);
      await rm(path);
      return info;
    },

    stat: (key, { signal } = {}) => statObject(bucket, key, signal),

    async read(key, given = {}) {
      const { body } = await openObject(bucket, key, given);
      return given.signal === undefined ? body : addAbortSignal(given.signal, body);
    },

    async stage(key, path, { signal } = {}) {
      signal?.throwIfAborted();
      const { body, sizeBytes } = await openObject(bucket, key, signal === undefined ? {} : { signal });
      body.on('error', () => {}); // `pipeline` reports it, which may not have begun yet.
      await writeNew(path, body, sizeBytes, bucket.timeoutMs, signal);
    },

    remove: (prefix, { signal } = {}) => removeBelow(bucket, prefix, signal),
    async removeKeys(keys, { signal } = {}) {
      const objects = keys.map((key) => bucket.objectOf(key).Key);
      for (let start = 0; start < objects.length; start += maxPage) {
        await removeObjects(bucket, objects.slice(start, start + maxPage), signal);
      }
    },
    list: (prefix, given) => listBlobs(bucket, prefix, given),
    removeUnfinished: ({ signal } = {}) => abortUploads(bucket, signal),
    directLink: async (key, request) => directLink(bucket.client, bucket.objectOf(key), request),
  };
  return withTranslatedErrors(store, toStorageError);
}

/** A bucket, and how requests for its objects are sent. */
interface Bucket {
  readonly client: S3Client;
  readonly name: string;
  /** Before every key. */
  readonly root: string;
  readonly timeoutMs: number;
  readonly staleUploadMs: number;
  readonly requests: Requests;
  /** How a request names the object of a key. Throws on what is no key. */
  objectOf(key: string): { readonly Bucket: string; readonly Key: string };
}

function openBucket(options: S3BlobStoreOptions): Bucket {
  const { client, bucket: name, prefix: root = '', staleUploadMs = 3_600_000 } = options;
  const timeoutMs = timerOption('timeoutMs', options.timeoutMs ?? 1_500);
  return {
    client,
    name,
    root,
    timeoutMs,
    staleUploadMs,
    requests: createRequests(client, timeoutMs),
    objectOf(key) {
      assertBlobKey(key);
      return { Bucket: name, Key: root + key };
    },
  };
}

async function openObject({ requests, objectOf }: Bucket, key: string, { range, signal }: BlobReadOptions) {
  const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
  const command = new GetObjectCommand({ ...objectOf(key), Range });
  try {
    const { Body, ContentLength } = await requests.send(command, { signal });
    if (!(Body instanceof Readable)) throw storageUnavailable(new Error('an answer without a body'));
    return { body: Body, sizeBytes: ContentLength };
  } catch (error) {
    throw isAbsent(error) ? blobNotFound(key) : error;
  }
}

async function statObject(
  { requests, objectOf }: Bucket,
  key: string,
  signal: AbortSignal | undefined,
): Promise<BlobInfo | null> {
  const command = new HeadObjectCommand(objectOf(key));
  try {
    const { ContentLength = 0 } = await requests.send(command, { signal });
    return { sizeBytes: ContentLength };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

async function removeBelow(bucket: Bucket, prefix: string, signal: AbortSignal | undefined): Promise<void> {
  const { Key } = bucket.objectOf(prefix);
  let after: string | undefined;
  for (let isLast = false; !isLast; ) {
    const page = await listObjects(bucket.requests, { bucket: bucket.name, prefix: Key, after, signal });
    const keys = page.objects.map(({ key }) => key);
    const ours = keys.filter((key) => key === Key || key.startsWith(`${Key}/`));
    if (ours.length > 0) await removeObjects(bucket, ours, signal);
    after = keys.at(-1);
    isLast = page.isLast || after === undefined;
  }
}

async function removeObjects(
  { name, requests }: Bucket,
  keys: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const Objects = keys.map((Key) => ({ Key }));
  const command = new DeleteObjectsCommand({ Bucket: name, Delete: { Objects } });
  const { Errors = [] } = await requests.send(command, { signal });
  const [first] = Errors;
  if (first !== undefined) throw storageUnavailable(new Error(`${first.Code}: ${first.Message}`));
}

async function listBlobs(
  { name, root, requests }: Bucket,
  prefix: string,
  { cursor, limit = maxPage, signal }: BlobListOptions = {},
): Promise<BlobPage> {
  if (prefix !== '') assertBlobKey(prefix);
  const page = await listObjects(requests, {
    bucket: name,
    prefix: prefix === '' ? root : `${root}${prefix}/`,
    after: cursor === undefined ? undefined : root + cursor,
    limit: Math.min(limit, maxPage),
    signal,
  });
  const blobs = page.objects.map((object) => ({ ...object, key: object.key.slice(root.length) }));
  return { blobs, nextCursor: page.isLast ? null : (blobs.at(-1)?.key ?? null) };
}

/** Aborts multipart uploads that nobody will complete. */
async function abortUploads(bucket: Bucket, signal: AbortSignal | undefined): Promise<void> {
  const { name, root, requests, staleUploadMs } = bucket;
  for await (const { key, uploadId, startedAt } of listUnfinished(requests, name, root, signal)) {
    if (Date.now() - startedAt < staleUploadMs) continue;
    const command = new AbortMultipartUploadCommand({ Bucket: name, Key: key, UploadId: uploadId });
    await requests.send(command, { signal }).catch((error: unknown) => {
      // Completed or aborted meanwhile.
      if (!isAbsent(error)) throw error;
    });
  }
}

/** Writes a body to a file that must not exist, and leaves none behind when it does not come whole. */
async function writeNew(
  path: string,
  body: Readable,
  sizeBytes: number | undefined,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const handle = await open(path, 'wx', 0o600).catch((error: unknown) => {
    body.destroy();
    throw error;
  });
  // A connection that says nothing for so long is lost; a slow one goes on.
  const giveUp = () => body.destroy(storageUnavailable(new Error('S3 stopped sending')));
  const silence = setTimeout(giveUp, timerMs(4 * timeoutMs));
  body.on('data', () => silence.refresh());
  const file = handle.createWriteStream(); // Closes the handle, whatever becomes of it.
  try {
    await pipeline(body, file, signal === undefined ? {} : { signal });
    if (sizeBytes !== undefined && file.bytesWritten !== sizeBytes) {
      throw storageUnavailable(new Error(`${file.bytesWritten} of ${sizeBytes} bytes arrived`));
    }
  } catch (error) {
    await rm(path, { force: true });
    signal?.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(silence);
  }
}
