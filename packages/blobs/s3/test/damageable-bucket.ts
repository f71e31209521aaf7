import { randomUUID } from 'node:crypto';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { BlobStore } from '@platen/core';
import { createS3BlobStore } from '../src/index.ts';
import type { S3Server } from './s3-server.ts';

/** A store under a prefix of its own, and a way to change what it keeps behind its back. */
export async function openDamageableBucket(server: S3Server) {
  const prefix = `${randomUUID()}/`;
  const client = server.connect();
  const place = (key: string) => ({ Bucket: server.bucket, Key: `${prefix}${key}` });
  const blobs: BlobStore = createS3BlobStore({ client, bucket: server.bucket, prefix });
  return {
    blobs,
    /** Replaces the bytes stored under a key; removes them for null. */
    async damage(key: string, change: (stored: Buffer) => Buffer | null): Promise<void> {
      const { Body } = await client.send(new GetObjectCommand(place(key)));
      const changed = change(Buffer.from((await Body?.transformToByteArray()) ?? []));
      if (changed === null) await client.send(new DeleteObjectCommand(place(key)));
      else await client.send(new PutObjectCommand({ ...place(key), Body: changed }));
    },
    // The server destroys its clients.
    close: () => Promise.resolve(),
  };
}
