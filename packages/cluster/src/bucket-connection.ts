import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { type BlobStore, ConversionError } from '@platen/core';
import { StartError } from '@platen/host/folder-problem';
import { createS3BlobStore } from '@platen/s3';

/** Files in a bucket. */
export interface BucketConnection {
  readonly blobs: BlobStore;
  close(): void;
}

/**
 * `s3://bucket/prefix?endpoint=…&region=…`; what is not said comes from the environment, as with every AWS tool. A request may
 * take `timeoutMs`, besides a second for each megabyte that it carries; the default of `@platen/s3` when not given.
 */
export function openBucket(url: URL, timeoutMs?: number): BucketConnection {
  const endpoint = url.searchParams.get('endpoint') ?? process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  const region = url.searchParams.get('region') ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  const client = new S3Client({
    region: region ?? 'us-east-1',
    // Servers of one's own have no name for each bucket.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const folder = url.pathname.replace(/^\/|\/$/g, '');
  const prefix = folder === '' ? '' : `${folder}/`;
  return {
    blobs: createS3BlobStore({
      client,
      bucket: url.hostname,
      prefix,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }),
    close: () => client.destroy(),
  };
}

/** Writes, reads, lists and removes a blob. Rejects with a `StartError` of one line: which bucket, and what is wrong. */
export async function checkBucket(url: URL, { blobs }: BucketConnection): Promise<void> {
  const key = `probe/${randomUUID()}`;
  const put = () => blobs.put(key, Readable.from(['probe']));
  try {
    await blobs.list('probe', { limit: 1 });
    await put();
    const replaced = await put().then(
      () => true,
      (error: unknown) => {
        if (ConversionError.is(error) && error.code === 'SERVICE_UNAVAILABLE') throw error;
        return false;
      },
    );
    await blobs.remove(key);
    if (replaced) throw new StartError(`${shownBucket(url)} cannot be used: the server ignores "If-None-Match: *"`);
  } catch (error) {
    throw bucketProblem(url, error);
  }
}

const problems: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  NotFound: 'there is no such bucket',
  AccessDenied: 'these credentials lack the necessary rights',
  Forbidden: 'these credentials lack the necessary rights',
  InvalidAccessKeyId: 'the access key is unknown (AWS_ACCESS_KEY_ID)',
  SignatureDoesNotMatch: 'the secret is wrong (AWS_SECRET_ACCESS_KEY)',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  CredentialsProviderError: 'there are no credentials (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)',
  ERR_INVALID_URL: 'its endpoint is not a URL (http://… or https://…)',
  PermanentRedirect: 'it is in another region (?region=…)',
  NotImplemented: 'the server does not support a request that Platen needs',
  ECONNREFUSED: 'nothing listens at its endpoint',
  ENOTFOUND: 'the name of its endpoint cannot be resolved',
  EAI_AGAIN: 'the name of its endpoint cannot be resolved',
};

/** What keeps the bucket from being used, as one line without any secret. */
function bucketProblem(url: URL, error: unknown): StartError {
  if (error instanceof StartError) return error;
  let message = '';
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    const known = problems[cause.name] ?? problems[code];
    if (known !== undefined) return new StartError(`${shownBucket(url)} cannot be used: ${known}`, { cause: error });
    message = cause.message;
  }
  return new StartError(`${shownBucket(url)} cannot be used: ${message.split('\n')[0]}`, { cause: error });
}

/** A bucket as messages name it. */
export function shownBucket({ hostname, pathname, searchParams }: URL): string {
  const endpoint = searchParams.get('endpoint');
  return `the bucket ${hostname}${pathname}${endpoint === null ? '' : ` at ${endpoint}`}`;
}
