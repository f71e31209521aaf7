import { Readable } from 'node:stream';
import type { ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/client-s3';
import type { S3Command } from './s3-command.ts';

/** What an answer of S3 with a status of 2xx has at least one of, by the name of the command. */
const signs: Readonly<Record<string, readonly string[]>> = {
  PutObjectCommand: ['ETag'],
  CreateMultipartUploadCommand: ['UploadId'],
  UploadPartCommand: ['ETag'],
  CompleteMultipartUploadCommand: ['ETag'],
  GetObjectCommand: ['ETag'],
  HeadObjectCommand: ['ETag'],
  ListObjectsV2Command: ['Name', 'IsTruncated'],
  ListMultipartUploadsCommand: ['Bucket', 'IsTruncated'],
  DeleteObjectsCommand: ['Deleted', 'Errors'],
};

/**
 * Has a command fail, and the SDK try again, when its answer says 200 and is none of S3: the page of a proxy, or an
 * `<Error>` that came too late for another status. The SDK takes them for an empty answer: a file that was not stored
 * would count as stored, a listing as empty.
 */
export function refuseForeignAnswers<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
  command: S3Command<Input, Output>,
): void {
  command.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (given) => {
        const result = await next(given);
        const output: Readonly<Record<string, unknown>> = { ...result.output };
        const expected = signs[commandName] ?? [];
        if (expected.length === 0 || expected.some((name) => output[name] !== undefined)) return result;
        if (output.Body instanceof Readable) output.Body.on('error', () => {}).destroy();
        throw foreignAnswer(commandName);
      },
    // Inside of the SDK's retries; a command that is sent again has it once.
    { step: 'deserialize', priority: 'high', name: 'refuseForeignAnswers', override: true },
  );
}

/** As the SDK itself describes an answer that it cannot use: an error of the server, worth another attempt. */
function foreignAnswer(commandName: string): Error {
  const error = new Error(`the answer to ${commandName} has status 200 but is not from S3`);
  return Object.assign(error, { name: 'InternalError', $metadata: { httpStatusCode: 503 } });
}
