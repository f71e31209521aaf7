import { addAbortSignal, type Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { type BlobInfo, type BlobWriteOptions, blobChanged, blobKeyTaken } from '@platen/core';
import { readParts, type StreamDigest } from './read-parts.ts';
import { isDown, isKeyTaken } from './s3-errors.ts';
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
  try {
    const first = await parts.next();
    const second = await parts.next();
    const firstBytes: Buffer = first.done === true ? Buffer.alloc(0) : first.value;
    if (second.done === true) {
      checkDigest(digest, target.key, options);
      await putWhole(requests, target, firstBytes, signal);
    } else {
      await putInParts(requests, target, [firstBytes, second.value], parts, digest, options);
    }
    return { sizeBytes: digest.sizeBytes };
  } catch (error) {
    signal?.throwIfAborted();
    throw isKeyTaken(error) ? blobKeyTaken(target.key) : error;
  } finally {
    await parts.return(undefined);
  }
}

async function putWhole({ client, send }: Requests, target: UploadTarget, bytes: Buffer, signal?: AbortSignal) {
  const command = new PutObjectCommand({
    Bucket: target.bucket,
    Key: target.objectKey,
    Body: bytes,
    ContentLength: bytes.length,
    IfNoneMatch: '*',
  });
  await send((options) => client.send(command, options), { signal, bytes: bytes.length });
}

async function putInParts(
  { client, send }: Requests,
  target: UploadTarget,
  begun: readonly Buffer[],
  rest: AsyncGenerator<Buffer>,
  digest: StreamDigest,
  options: BlobWriteOptions,
): Promise<void> {
  const { signal } = options;
  const object = { Bucket: target.bucket, Key: target.objectKey };
  const { UploadId } = await send((given) => client.send(new CreateMultipartUploadCommand(object), given), { signal });
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
    const { ETag } = await send((given) => client.send(command, given), { signal, bytes: bytes.length });
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
    await send((given) => client.send(command, given), { signal, bytes: digest.sizeBytes });
  } catch (error) {
    // What cannot be aborted now is found by `removeUnfinished`.
    const command = new AbortMultipartUploadCommand({ ...object, UploadId });
    const aborted = send((given) => client.send(command, given)).catch(() => {});
    // A server that is down takes as long to refuse that, too.
    if (!isDown(error)) await aborted;
    throw error;
  }
}

function checkDigest({ sizeBytes, sha256 }: StreamDigest, key: string, announced: BlobWriteOptions): void {
  const isSame =
    (announced.sizeBytes ?? sizeBytes) === sizeBytes && (announced.sha256 ?? sha256).toLowerCase() === sha256;
  if (!isSame) throw blobChanged(key);
}
