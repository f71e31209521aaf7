import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { DirectLinkRequest } from '@platen/core';

/** S3 signs for a week at most. */
const longestSeconds = 7 * 24 * 3_600;

/** A signed address of the object, under which a browser saves it by its own name. */
export async function directLink(
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
  { expiresInMs, fileName, mediaType }: DirectLinkRequest,
): Promise<URL> {
  const command = new GetObjectCommand({
    ...object,
    ResponseContentType: mediaType,
    ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeExtended(fileName)}`,
  });
  const expiresIn = Math.min(longestSeconds, Math.max(1, Math.floor(expiresInMs / 1_000)));
  return new URL(await getSignedUrl(client, command, { expiresIn }));
}

/** As RFC 8187 has it: `encodeURIComponent` leaves some characters that it does not allow. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
