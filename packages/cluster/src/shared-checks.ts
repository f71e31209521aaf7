import type { JobStore } from '@platen/core';
import { StartError } from '@platen/host/folder-problem';
import { checkBucket, openBucket } from './bucket-connection.ts';
import { isOwnBucket } from './bucket-owner.ts';
import { inspectSharedStores, type SharedStores, type SharedUrls } from './open-shared-stores.ts';
import { checkDatabaseServer } from './postgres-connection.ts';

/** S3 refuses requests signed more than 15 minutes off; keys and links expire by the clocks of the nodes. */
const maxClockOffsetMs = 60_000;

/** One check: resolves to a description of the result, and rejects if something is wrong. */
export interface Check {
  readonly name: string;
  run(): Promise<string>;
}

/**
 * Checks of the shared stores: whether they can be reached and used, are new enough, and agree on the time. With
 * `describeJobs`, a last check named `internal failures` reads the jobs: it reports what `describeJobs` returns.
 */
export function createSharedChecks(
  urls: SharedUrls,
  describeJobs?: (jobs: JobStore) => Promise<string>,
): readonly Check[] {
  return [
    {
      name: 'shared database',
      async run() {
        const { version } = await checkDatabaseServer(urls.store);
        return `PostgreSQL ${version} answers`;
      },
    },
    {
      name: 'clock',
      async run() {
        const { clockAheadMs } = await checkDatabaseServer(urls.store);
        const found = `the database is ${Math.abs(clockAheadMs)} ms ${clockAheadMs < 0 ? 'behind' : 'ahead'}`;
        if (Math.abs(clockAheadMs) > maxClockOffsetMs)
          throw new StartError(`${found}: synchronise the clocks with NTP`);
        return found;
      },
    },
    {
      name: 'shared bucket',
      async run() {
        const bucket = openBucket(urls.blobs);
        try {
          await checkBucket(urls.blobs, bucket);
          return 'can be listed, read and written, and refuses to overwrite';
        } finally {
          bucket.close();
        }
      },
    },
    {
      name: 'owner of the bucket',
      run: () =>
        unlessUnprepared(async () => {
          let isOwn = false;
          const shared = await inspectSharedStores(urls, async (user) => {
            isOwn = await isOwnBucket(user);
          });
          await shared.close();
          return isOwn ? 'is this database' : 'none yet: the first node that starts marks the bucket';
        }),
    },
    {
      name: 'shared tables and nodes',
      run: () =>
        unlessUnprepared(() =>
          inspectTables(urls, async ({ nodes: store }) => {
            const nodes = await store.list();
            const versions = [...new Set(nodes.map(({ version }) => version))];
            return `up to date; ${nodes.length} ${nodes.length === 1 ? 'node' : 'nodes'}${versions.length === 0 ? '' : ` of ${versions.join(', ')}`}`;
          }),
        ),
    },
    ...(describeJobs === undefined
      ? []
      : [
          {
            name: 'internal failures',
            run: () =>
              unlessUnprepared(
                () => inspectTables(urls, ({ jobs }) => describeJobs(jobs)),
                'none yet: the tables are not up to date',
              ),
          },
        ]),
  ];
}

async function inspectTables(urls: SharedUrls, describe: (stores: SharedStores) => Promise<string>): Promise<string> {
  const shared = await inspectSharedStores(urls, async () => {});
  try {
    return await describe(shared);
  } finally {
    await shared.close();
  }
}

/** A database that no node of this version has seen yet is as it should be before the first one starts. */
async function unlessUnprepared(
  look: () => Promise<string>,
  otherwise = 'not up to date yet: the first node that starts, or "platen migrate", updates them',
): Promise<string> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof StartError && error.message.endsWith(unprepared)) {
      return otherwise;
    }
    throw error;
  }
}

/** What the messages about tables that are missing or older end with. */
const unprepared = 'run "platen migrate" first';
