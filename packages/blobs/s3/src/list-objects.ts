import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Requests } from './s3-requests.ts';

/** An object of a listing. */
export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly ageMs: number;
}

/** A page of a listing, in the order of the keys' bytes. */
export interface ObjectPage {
  readonly objects: readonly ListedObject[];
  readonly isLast: boolean;
}

/** Which objects: those under `prefix` behind the key `after`. */
export interface ListRequest {
  readonly bucket: string;
  readonly prefix: string;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Ages are by the clock of the server, which dates each answer. */
export async function listObjects(
  { send }: Requests,
  { bucket, prefix, after, limit, signal }: ListRequest,
): Promise<ObjectPage> {
  const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, StartAfter: after, MaxKeys: limit });
  const dated = readDate(command);
  const answer = await send(command, { signal });
  const now = dated.now ?? Date.now();
  const objects = (answer.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
    key: Key,
    sizeBytes: Size,
    ageMs: Math.max(0, now - (LastModified?.getTime() ?? now)),
  }));
  return { objects, isLast: answer.IsTruncated !== true };
}

/** Holds the date of the answer once there is one. */
function readDate(command: ListObjectsV2Command): { readonly now: number | null } {
  const dated: { now: number | null } = { now: null };
  command.middlewareStack.add(
    (next) => async (given) => {
      const result = await next(given);
      const date = Date.parse(headerOf(result.response, 'date'));
      if (!Number.isNaN(date)) dated.now = date;
      return result;
    },
    { step: 'deserialize', name: 'readDate', priority: 'low' },
  );
  return dated;
}

function headerOf(response: unknown, name: string): string {
  if (typeof response !== 'object' || response === null || !('headers' in response)) return '';
  const headers = response.headers as Readonly<Record<string, string>>;
  return headers[name] ?? '';
}

/** An upload that was begun and not completed. */
export interface UnfinishedUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly startedAt: number;
}

/** Every unfinished upload under a prefix, page by page. */
export async function* listUnfinished(
  { send }: Requests,
  bucket: string,
  prefix: string,
  signal?: AbortSignal,
): AsyncGenerator<UnfinishedUpload> {
  let position: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } | null = {};
  while (position !== null) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: bucket,
      Prefix: prefix,
      ...position,
    });
    const page = await send(command, { signal });
    for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? []) {
      // Not every server heeds the prefix.
      if (!Key.startsWith(prefix)) continue;
      yield { key: Key, uploadId: UploadId, startedAt: Initiated?.getTime() ?? Date.now() };
    }
    const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page;
    position =
      IsTruncated === true && NextKeyMarker !== undefined
        ? {
            KeyMarker: NextKeyMarker,
            ...(NextUploadIdMarker === undefined ? {} : { UploadIdMarker: NextUploadIdMarker }),
          }
        : null;
  }
}
