import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSharedStores } from '@platen/cluster';
import { type ConversionEngine, silentLogger } from '@platen/core';
import { createEngine } from '@platen/engine';
import { type EngineSettings, httpSuite, type StartHost, testCopy, testGather } from '@platen/testing';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, vi } from 'vitest';
import { startExpress } from '../../adapters/express/test/start-express.ts';
import { type S3Server, s3Program, startS3 } from '../../blobs/s3/test/s3-server.ts';
import { type PostgresCluster, postgresPrograms, startPostgres } from '../../stores/postgres/test/postgres-cluster.ts';
import type { ClusterSettings, WorkerOrder } from './cluster-worker.ts';

const longMs = 180_000;
const workerCount = 2;
const template = 'cluster_template';
const operations = [testCopy, testGather].map(({ name }) => name);

/** What cannot hold as it is written: rules about a clock that the suite moves, where machines go by that of their database. */
const notOfClusters: ReadonlySet<string> = new Set([
  'a wall clock that jumps by 3600000 ms is not in the duration',
  'a wall clock that jumps by -3600000 ms is not in the duration',
  'a job takes a unit; over the limit the upload is refused before it is read',
  // A node counts the jobs that ended on it, and the one that takes jobs in works on none.
  'what was asked for on top of the interface is served without a key',
]);

describe.skipIf(postgresPrograms === null || s3Program === null)(
  'two nodes that take jobs in and two that work, on PostgreSQL and an S3 server (needs both)',
  () => {
    let database: PostgresCluster;
    let bucket: S3Server;
    let workers: readonly WorkerProcess[] = [];
    /** Whose engine is hosted, by the id of its node. */
    const hosted = new Set<string>();

    beforeAll(async () => {
      [database, bucket] = await Promise.all([startPostgres(), startS3()]);
      vi.stubEnv('AWS_ACCESS_KEY_ID', bucket.connection.credentials.accessKeyId);
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', bucket.connection.credentials.secretAccessKey);
      workers = Array.from({ length: workerCount }, startWorker);
      await query(`CREATE DATABASE ${template}`);
      const { close } = await openSharedStores(urlsOf(template), operations, silentLogger);
      await close();
    }, longMs);
    afterAll(async () => {
      for (const worker of workers) worker.end();
      await Promise.all([database.end(), bucket.end()]);
      vi.unstubAllEnvs();
    }, longMs);
    beforeEach(({ task, skip }) => {
      if (notOfClusters.has(task.name)) skip();
    });

    /** Runs a statement that concerns all databases. */
    async function query(statement: string): Promise<void> {
      const pool = database.connect({ max: 1 });
      await pool.query(statement);
      await pool.end();
    }

    /** Where nodes keep what they share: a database and a prefix of its own. */
    function urlsOf(name: string) {
      return {
        store: new URL(database.url.replace('/postgres?', `/${name}?`)),
        blobs: new URL(`s3://${bucket.bucket}/${name}?endpoint=${encodeURIComponent(bucket.endpoint)}`),
      };
    }

    async function settingsOf({ limits, maxQueued, keepFailedInputs }: EngineSettings): Promise<ClusterSettings> {
      const name = `cluster_${randomUUID().slice(0, 8)}`;
      // The tables of stores and queue are made once: that takes longer than most of the rules.
      await query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
      const { store, blobs } = urlsOf(name);
      return { storeUrl: store.href, blobsUrl: blobs.href, limits, maxQueued, keepFailedInputs };
    }

    /** The node that the host is in front of, which stands for the cluster: it is started and stopped with all others. */
    async function makeEngine(given: EngineSettings): Promise<ConversionEngine> {
      const settings = await settingsOf(given);
      const { storeUrl } = settings;
      const stagingFolder = await mkdtemp(join(tmpdir(), 'platen-node-'));
      const [entry, other] = await Promise.all([
        openNode(settings, given),
        openNode(settings, { ...given, stagingFolder }),
      ]);
      hosted.add(entry.engine.nodeId);
      return {
        ...entry.engine,
        async start() {
          await Promise.all([entry, other].map((node) => node.engine.start({ work: false })));
          await Promise.all(workers.map((worker) => worker.ask({ kind: 'join', settings })));
        },
        async stop(graceMs) {
          await Promise.all(workers.map((worker) => worker.ask({ kind: 'leave', storeUrl })));
          await Promise.all([entry, other].map((node) => node.engine.stop(graceMs)));
          // What a host goes on showing after its engine has stopped is read from the stores.
          if (hosted.has(entry.engine.nodeId)) return;
          await Promise.all([entry.close(), other.close()]);
          await rm(stagingFolder, { recursive: true, force: true });
        },
      };
    }

    const startHost: StartHost = async (settings) => {
      const host = await startExpress(express)(settings);
      return {
        ...host,
        async close() {
          await host.close();
          hosted.delete(settings.surface.engine.nodeId);
        },
      };
    };

    httpSuite({ makeEngine, startHost, prefixes: [''] });
  },
);

/** A node that takes jobs in, with connections of its own. */
async function openNode({ storeUrl, blobsUrl }: ClusterSettings, given: EngineSettings) {
  const urls = { store: new URL(storeUrl), blobs: new URL(blobsUrl) };
  const names = given.operations.map(({ name }) => name);
  const { jobs, leader, nodes, bus, queue, blobs, close } = await openSharedStores(urls, names, silentLogger);
  return { engine: createEngine({ ...given, jobs, leader, nodes, bus, queue, blobs }), close };
}

interface WorkerProcess {
  /** Resolves once it has done as asked. */
  ask(order: WorkerOrder): Promise<void>;
  end(): void;
}

function startWorker(): WorkerProcess {
  const script = fileURLToPath(new URL('./cluster-worker.ts', import.meta.url));
  const child: ChildProcess = fork(script, [], { execArgv: ['--conditions=@platen/source'] });
  child.on('error', (error) => console.error(error));
  const waiting: PromiseWithResolvers<void>[] = [];
  child.on('message', () => waiting.shift()?.resolve());
  child.on('exit', (code) => {
    for (const { reject } of waiting) reject(new Error(`a worker ended with ${code}`));
  });
  return {
    ask(order) {
      const answer = Promise.withResolvers<void>();
      waiting.push(answer);
      child.send(order, (error) => (error === null ? undefined : answer.reject(error)));
      return answer.promise;
    },
    end: () => void child.kill('SIGKILL'),
  };
}
