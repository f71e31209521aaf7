import { join } from 'node:path';
import { ListMultipartUploadsCommand, ListObjectsV2Command, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { generateApiKey, type WebhookStore } from '@platen/core';
import { createPostgresStore } from '@platen/postgres';
import { type BucketServer, bucket, startBucketServer } from './bucket-server.ts';
import { type ClusterNode, type NodeRole, startNode } from './cluster-nodes.ts';
import { type DatabaseServer, startDatabase } from './database-server.ts';
import { createHeard, type Heard } from './heard.ts';

/** Everything that runs, and what the benchmark looks at behind its back. */
export interface Cluster {
  /** Those that take jobs in come first. */
  readonly nodes: readonly ClusterNode[];
  readonly database: DatabaseServer;
  readonly key: string;
  readonly heard: Heard;
  /** Endpoints that nodes with webhooks notify. */
  readonly webhookStore: WebhookStore;
  /** Statements that nodes have sent so far. */
  statements(): Promise<number>;
  /** Blobs that no job needs: inputs of one that has ended are not needed any more. */
  orphans(): Promise<number>;
  unfinishedUploads(): Promise<number>;
  end(): Promise<void>;
}

/** Nodes by name, and what each does. */
type Places = Readonly<Record<string, NodeRole>>;

const fivePlaces: Places = {
  'api-1': 'api',
  'api-2': 'api',
  'worker-1': 'worker',
  'worker-2': 'worker',
  'worker-3': 'worker',
};

/** Which nodes there are, five when not given; `webhooks` makes those of every role send them, not only those of the role `all`. */
interface ClusterSettings {
  readonly places?: Places;
  readonly webhooks?: boolean;
}

export async function openCluster(
  folder: string,
  { places = fivePlaces, webhooks = false }: ClusterSettings = {},
): Promise<Cluster> {
  const database = await startDatabase(folder);
  const server = await startBucketServer(folder);
  const heard = createHeard();
  const { keys, webhookStore } = await createPostgresStore({ pool: database.pool });
  const { key, record } = generateApiKey({ id: 'cluster', name: 'cluster', createdAt: Date.now() });
  await keys.create(record);
  const nodes: ClusterNode[] = [];
  for (const [name, role] of Object.entries(places)) {
    const ports = { databasePort: database.port, bucketPort: server.port };
    const what = { name, role, webhooks: webhooks || role === 'all' };
    nodes.push(await startNode({ ...what, folder: join(folder, 'nodes'), ...ports, onReport: heard.take }));
  }
  return {
    nodes,
    database,
    key,
    heard,
    webhookStore,
    statements: () => countStatements(database),
    orphans: () => countOrphans(database, server),
    async unfinishedUploads() {
      const { Uploads = [] } = await server.client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
      return Uploads.length;
    },
    async end() {
      await Promise.all(nodes.map((node) => node.end()));
      await server.stop();
      await database.stop();
    },
  };
}

async function countStatements({ pool }: DatabaseServer): Promise<number> {
  const { rows } = await pool.query<{ calls: string }>('SELECT sum(calls) AS calls FROM pg_stat_statements');
  return Number(rows[0]?.calls ?? 0);
}

async function countOrphans({ pool }: DatabaseServer, { client }: BucketServer): Promise<number> {
  const { rows } = await pool.query<{ inputs: string; outputs: string }>(
    `SELECT CASE WHEN finished_at IS NULL THEN inputs ELSE '[]' END AS inputs, outputs FROM platen.jobs`,
  );
  const known = new Set(
    rows.flatMap(({ inputs, outputs }) =>
      [...(JSON.parse(inputs) as { key: string }[]), ...(JSON.parse(outputs) as { key: string }[])].map(
        ({ key }) => key,
      ),
    ),
  );
  let orphans = 0;
  let after: string | undefined;
  do {
    const page: ListObjectsV2CommandOutput = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, StartAfter: after }),
    );
    const keys = (page.Contents ?? []).map(({ Key = '' }) => Key);
    orphans += keys.filter((key) => !known.has(key)).length;
    after = page.IsTruncated === true ? keys.at(-1) : undefined;
  } while (after !== undefined);
  return orphans;
}
