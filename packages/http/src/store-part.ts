import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ConversionError, type Limits, type MediaType, type Operation, storageFull } from '@platen/core';
import { detectionBytes, detectMediaType, errorCode, unsupportedFormat } from '@platen/core/internal';

export interface PartRules {
  readonly operation: Operation;
  readonly limits: Limits;
}

/** Bytes of all files of one request so far: counted by each part as it is stored. */
export interface RequestBytes {
  total: number;
}

export interface StoredPart {
  readonly sizeBytes: number;
  /** By its content; null for a part without bytes, or one that was not kept. */
  readonly mediaType: MediaType | null;
  /** SHA-256 in hex; null for one that was not kept. */
  readonly sha256: string | null;
}

/**
 * Writes one uploaded file to `path` as it arrives, no faster than the disk takes it. Rejects as early as it can:
 * `UNSUPPORTED_FORMAT` after the first bytes, `FILE_TOO_LARGE` at the first byte over a limit, `SERVICE_UNAVAILABLE`
 * when the disk is full.
 */
export async function storePart(
  stream: Readable,
  path: string,
  fileName: string,
  rules: PartRules,
  requestBytes: RequestBytes,
): Promise<StoredPart> {
  try {
    return await writePart(stream, path, fileName, rules, requestBytes);
  } catch (error) {
    throw isDiskFull(error) ? storageFull(error) : error;
  }
}

async function writePart(
  stream: Readable,
  path: string,
  fileName: string,
  { operation, limits }: PartRules,
  requestBytes: RequestBytes,
): Promise<StoredPart> {
  await using file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let head: Buffer = Buffer.alloc(0);
  let mediaType: MediaType | null = null;
  let sizeBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sizeBytes += chunk.byteLength;
    requestBytes.total += chunk.byteLength;
    checkSize(`"${fileName}" passes`, sizeBytes, limits.maxFileBytes, fileName);
    checkSize('All files of the request together exceed', requestBytes.total, limits.maxRequestBytes, fileName);
    if (mediaType === null) {
      head = Buffer.concat([head, chunk.subarray(0, detectionBytes)]);
      if (head.byteLength >= detectionBytes) mediaType = checkContent(head, fileName, operation);
    }
    hash.update(chunk);
    // `write` alone may stop short on a full disk, and say so only in its result.
    await file.writeFile(chunk);
  }
  if (sizeBytes > 0) mediaType ??= checkContent(head, fileName, operation);
  return { sizeBytes, mediaType, sha256: hash.digest('hex') };
}

function checkSize(what: string, actualBytes: number, limitBytes: number, fileName: string): void {
  if (actualBytes <= limitBytes) return;
  throw new ConversionError('FILE_TOO_LARGE', `${what} the limit of ${limitBytes} bytes`, {
    details: { actualBytes, limitBytes, fileName },
  });
}

function checkContent(head: Buffer, fileName: string, operation: Operation): MediaType {
  const detected = detectMediaType(head);
  if (detected !== null && operation.accepts.includes(detected)) return detected;
  throw unsupportedFormat(fileName, detected, operation);
}

function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
}
