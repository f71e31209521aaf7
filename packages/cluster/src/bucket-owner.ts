import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type BlobStore, ConversionError } from '@platen/core';
import { StartError } from '@platen/host/folder-problem';
import type { Deployment } from '@platen/postgres';
import { shownBucket } from './bucket-connection.ts';
import { shownDatabase } from './postgres-connection.ts';

/** What says in the bucket whose files are there. It is no file of a job: no sweep looks at it. */
const markerKey = 'deployment';

/** What the marker holds. */
interface BucketOwner extends Deployment {
  /** Where the database was, for people. */
  readonly name: string;
  /** When its first node claimed the bucket, as ISO 8601. */
  readonly since: string;
}

/** A database that uses a bucket. */
export interface BucketUser {
  readonly urls: { readonly store: URL; readonly blobs: URL };
  readonly blobs: BlobStore;
  readonly deployment: Deployment;
}

/**
 * Marks the bucket as this database's, unless it is marked: of two databases that start on one bucket, one has it. Rejects
 * with a `StartError` of one line that names both when it is another's: its sweep would remove the files of the other.
 */
export async function claimBucket(user: BucketUser): Promise<void> {
  if (await isOwnBucket(user)) return;
  try {
    await writeMarker(user);
  } catch (error) {
    // Another node was quicker: whose is it?
    if (!(await isOwnBucket(user))) throw error;
  }
}

/** Marks the bucket as this database's, whoever had it. */
export async function takeBucket(user: BucketUser): Promise<void> {
  await user.blobs.removeKeys([markerKey]);
  await claimBucket(user);
}

/** Whether the bucket is marked as this database's; false when it is nobody's. Rejects as `claimBucket` does. */
export async function isOwnBucket({ urls, blobs, deployment }: BucketUser): Promise<boolean> {
  const owner = await readMarker(blobs);
  if (owner === null) return false;
  if (owner.id === deployment.id && owner.database === deployment.database) return true;
  const isCopy = owner.id === deployment.id ? 'a copy of it, ' : '';
  throw new StartError(
    `${shownBucket(urls.blobs)} belongs to the database ${owner.name} (${shown(owner)}, since ${owner.since}); ` +
      `this is ${isCopy}${shownDatabase(urls.store)} (${shown(deployment)}): give it a separate prefix, ` +
      'or, if it replaces the other database, stop the nodes of the other database and run "platen migrate --take-bucket"',
  );
}

/** The bucket of a node that runs: before files are removed that no job needs, it looks whether they are still its own. */
export function guardSweeps(user: BucketUser): BlobStore {
  return {
    ...user.blobs,
    async removeUnfinished(options) {
      await claimBucket(user);
      await user.blobs.removeUnfinished(options);
    },
  };
}

async function writeMarker({ urls, blobs, deployment }: BucketUser): Promise<void> {
  const owner: BucketOwner = { ...deployment, name: shownDatabase(urls.store), since: new Date().toISOString() };
  await blobs.put(markerKey, Readable.from([`${JSON.stringify(owner)}\n`]));
}

async function readMarker(blobs: BlobStore): Promise<BucketOwner | null> {
  try {
    return parseMarker(await text(await blobs.read(markerKey)));
  } catch (error) {
    if (ConversionError.is(error) && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** What cannot be read is somebody's all the same. */
function parseMarker(written: string): BucketOwner {
  const { id, database, name, since } = parsed(written);
  return { id: String(id), database: String(database), name: String(name), since: String(since) };
}

function parsed(written: string): Partial<Record<keyof BucketOwner, unknown>> {
  try {
    return Object(JSON.parse(written));
  } catch {
    return {};
  }
}

function shown({ id, database }: Deployment): string {
  return `deployment ${id}, database ${database}`;
}
