import { randomUUID } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { type BlobInfo, type BlobWriteOptions, blobChanged, blobKeyTaken, storageUnavailable } from '@platen/core';
import { readParts, type StreamDigest } from './read-parts.ts';
import { isAbsent, isConflict, isDown, isKeyTaken } from './s3-errors.ts';
import type { Requests } from './s3-requests.ts';

/** Where an upload goes. */
export interface UploadTarget {
  readonly bucket: string;
  /** Of the object; `key` is what the blob store calls it. */
  readonly objectKey: string;
  readonly key: string;
  readonly partBytes: number;
}

/**
 * The name of this upload, kept with the object: a request whose answer got lost is made again, and is refused then
 * since its own object is there.
 */
const markName = 'platen-upload';

/**
 * Stores a stream under a key that is free: in one request when it fits into a part, else in parts, of which two are in
 * memory at most. Nothing is visible before the last request, which replaces nothing.
 */
export async function upload(
  requests: Requests,
  target: UploadTarget,
  body: Readable,
  options: BlobWriteOptions,
): Promise<BlobInfo> {
  const { signal } = options;
  signal?.throwIfAborted();
  if (signal !== undefined) addAbortSignal(signal, body);
  const digest: StreamDigest = { sizeBytes: 0, sha256: '' };
  const parts = readParts(body, target.partBytes, digest);
  const mark = randomUUID();
  try {
    const first = await parts.next();
    const second = await parts.next();
    const firstBytes: Buffer = first.done === true ? Buffer.alloc(0) : first.value;
    if (second.done === true) {
      checkDigest(digest, target.key, options);
      await putWhole(requests, target, firstBytes, mark, signal);
    } else {
      await putInParts(requests, target, [firstBytes, second.value], parts, digest, mark, options);
    }
    return { sizeBytes: digest.sizeBytes };
  } catch (error) {
    signal?.throwIfAborted();
    if (!isKeyTaken(error) && !isConflict(error) && !isAbsent(error)) throw error;
    if (await isMarked(requests, target, mark, signal)) return { sizeBytes: digest.sizeBytes };
    if (isConflict(error)) throw storageUnavailable(error);
    throw isKeyTaken(error) ? blobKeyTaken(target.key) : error;
  } finally {
    await parts.return(undefined);
  }
}

/** Whether the object is that of this upload. */
async function isMarked(
  { send }: Requests,
  { bucket, objectKey }: UploadTarget,
  mark: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const command = new HeadObjectCommand({ Bucket: bucket, Key: objectKey });
  try {
    const { Metadata } = await send(command, { signal });
    return Metadata?.[markName] === mark;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

async function putWhole(
  { send }: Requests,
  target: UploadTarget,
  bytes: Buffer,
  mark: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const command = new PutObjectCommand({
    Bucket: target.bucket,
    Key: target.objectKey,
    Body: bytes,
    ContentLength: bytes.length,
    Metadata: { [markName]: mark },
    IfNoneMatch: '*',
  });
  for (let left = conflictDelaysMs.length; ; left -= 1) {
    try {
      await send(command, { signal, bytes: bytes.length });
      return;
    } catch (error) {
      if (left === 0 || !isConflict(error)) throw error;
      await delay(conflictDelaysMs.at(-left));
    }
  }
}

/** S3 wants to be asked again after a conflict: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html. */
const conflictDelaysMs = [20, 80, 320];

async function putInParts(
  { send }: Requests,
  target: UploadTarget,
  begun: readonly Buffer[],
  rest: AsyncGenerator<Buffer>,
  digest: StreamDigest,
  mark: string,
  options: BlobWriteOptions,
): Promise<void> {
  const { signal } = options;
  const object = { Bucket: target.bucket, Key: target.objectKey };
  const creation = new CreateMultipartUploadCommand({ ...object, Metadata: { [markName]: mark } });
  const { UploadId } = await send(creation, { signal });
  const completed: CompletedPart[] = [];

  const putPart = async (bytes: Buffer) => {
    const PartNumber = completed.length + 1;
    const command = new UploadPartCommand({
      ...object,
      UploadId,
      PartNumber,
      Body: bytes,
      ContentLength: bytes.length,
    });
    const { ETag } = await send(command, { signal, bytes: bytes.length });
    completed.push({ ETag, PartNumber });
  };

  try {
    for (const bytes of begun) await putPart(bytes);
    for await (const bytes of rest) await putPart(bytes);
    checkDigest(digest, target.key, options);
    const command = new CompleteMultipartUploadCommand({
      ...object,
      UploadId,
      MultipartUpload: { Parts: completed },
      IfNoneMatch: '*',
    });
    // S3 joins the parts meanwhile: it may take as long as carrying them did.
    await send(command, { signal, bytes: digest.sizeBytes });
  } catch (error) {
    // What cannot be aborted now is found by `removeUnfinished`.
    const command = new AbortMultipartUploadCommand({ ...object, UploadId });
    const aborted = send(command).catch(() => {});
    // A server that is down takes as long to refuse that, too; one whose request was aborted is not.
    if (signal?.aborted === true || !isDown(error)) await aborted;
    throw error;
  }
}

function checkDigest({ sizeBytes, sha256 }: StreamDigest, key: string, announced: BlobWriteOptions): void {
  const isSame =
    (announced.sizeBytes ?? sizeBytes) === sizeBytes && (announced.sha256 ?? sha256).toLowerCase() === sha256;
  if (!isSame) throw blobChanged(key);
}
