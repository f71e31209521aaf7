import { S3ServiceException } from '@aws-sdk/client-s3';
import { ConversionError, storageUnavailable } from '@platen/core';
import { errorCode, hostShortage, isError } from '@platen/core/internal';

/** The status that S3 answered with; null when there was no answer. */
function statusOf(error: unknown): number | null {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? null) : null;
}

export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && !isBucketMissing(error);
}

/** "If-None-Match: *" was not met. */
export function isKeyTaken(error: unknown): boolean {
  return statusOf(error) === 412;
}

/** Another write or removal was under way beside a conditional one: whether the key is free is not known. */
export function isConflict(error: unknown): boolean {
  return statusOf(error) === 409;
}

/** No answer, or one that says that the server cannot serve anybody now. */
export function isDown(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== null) return status >= 500;
  const known = toStorageError(error);
  return ConversionError.is(known) && known.code === 'SERVICE_UNAVAILABLE';
}

function isBucketMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchBucket';
}

/** An answer that the SDK cannot read: of a proxy, which has a page for people, or of a server that broke. */
function isForeignAnswer(error: unknown): boolean {
  return isError(error) && '$metadata' in error && !(error instanceof S3ServiceException);
}

/**
 * What a call rejects with. Refused credentials, a missing bucket, no connection, errors of the server and answers that are
 * none of S3 are all the store being down to the caller; what the local disk or a stream says is passed on.
 */
export function toStorageError(error: unknown): unknown {
  if (ConversionError.is(error)) return error;
  const shortage = hostShortage(error);
  if (shortage !== null) return shortage;
  const isOutage = error instanceof S3ServiceException || isForeignAnswer(error) || isOfNetwork(error);
  return isOutage ? storageUnavailable(error) : error;
}

const networkCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_PREMATURE_CLOSE',
];

/** No connection, one that broke, credentials that could not be had: the SDK has names for some and passes on others. */
function isOfNetwork(error: unknown): boolean {
  if (!isError(error)) return false;
  const names = ['TimeoutError', 'AbortError', 'CredentialsProviderError', 'NetworkingError'];
  return networkCodes.includes(errorCode(error)) || names.includes(error.name) || error.message === 'aborted';
}
