import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { linkModules } from '../../../scripts/documents/link-modules.ts';
import { type S3Server, s3Program, startS3 } from '../../blobs/s3/test/s3-server.ts';
import { type PostgresCluster, postgresPrograms, startPostgres } from '../../stores/postgres/test/postgres-cluster.ts';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { startCommand } from './shared-service.ts';

const example = fileURLToPath(new URL('../../../examples/cluster', import.meta.url));
const longMs = 240_000;

interface Job {
  readonly statusUrl: string;
  readonly status: string;
  readonly outputs: readonly { readonly downloadUrl: string }[];
}

describe.skipIf(postgresPrograms === null || s3Program === null)('the cluster that the repository shows', () => {
  let database: PostgresCluster;
  let bucket: S3Server;
  let environment: NodeJS.ProcessEnv = {};

  beforeAll(async () => {
    [database, bucket] = await Promise.all([startPostgres(), startS3()]);
    const { accessKeyId, secretAccessKey } = bucket.connection.credentials;
    environment = {
      PLATEN_STORE: database.url,
      PLATEN_BLOBS: `s3://${bucket.bucket}/files?endpoint=${bucket.endpoint}`,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    };
  }, longMs);
  afterAll(async () => {
    await Promise.all([database.end(), bucket.end()]);
  });

  test(
    'examples/cluster merges two files through its balancer, and ends on SIGTERM',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'platen-cluster-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      await cp(example, folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
      linkModules(join(folder, 'node_modules'), inject('builtPackages'));
      const child = spawn(process.execPath, [join(folder, 'main.js')], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, ...environment, PORT: '0' },
      });
      const exit = once(child, 'exit');
      onTestFinished(() => void child.kill('SIGTERM'));
      const { url, key } = await readGreeting(child);
      const headers = { 'X-API-Key': key };
      const form = new FormData();
      for (const text of ['a', 'b']) form.append('files', new Blob([new Uint8Array(samplePdf(text))]), `${text}.pdf`);
      const submitted = await fetch(`${url}/api/v1/pdf/merge`, { method: 'POST', headers, body: form });
      const { statusUrl } = (await submitted.json()) as Job;
      expect(statusUrl.startsWith(url)).toBe(true);
      const poll = async () => (await (await fetch(statusUrl, { headers })).json()) as Job;
      let job = await poll();
      for (; job.status === 'processing'; job = await poll()) await delay(200);
      const download = await fetch(job.outputs[0]?.downloadUrl ?? '');
      expect(
        Buffer.from(await download.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
      child.kill('SIGTERM');
      expect((await exit)[0]).toBe(0);
    },
    longMs,
  );

  test(
    'the commands of compose.yaml start, with its environment',
    async () => {
      const compose = await readFile(new URL('../../../compose.yaml', import.meta.url), 'utf8');
      const folder = await mkdtemp(join(tmpdir(), 'platen-compose-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      for (const name of ['PLATEN_STORE', 'PLATEN_BLOBS', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
        expect(compose).toMatch(new RegExp(`^ {4}${name}: `, 'm'));
      }
      const commands = [...compose.matchAll(/^ {4}command: (\["(?:serve|worker)".+\])$/gm)].map(
        ([, list = '[]']) => JSON.parse(list) as string[],
      );
      expect(commands.map(([command]) => command)).toEqual(['serve', 'serve', 'worker']);
      for (const [command, ...args] of commands) {
        const own = args.map(
          (argument) => ({ '/data': join(folder, command ?? ''), '8080': '0' })[argument] ?? argument,
        );
        const port = command === 'serve' ? ['--port', '0'] : [];
        const service = await startCommand(command === 'serve' ? 'serve' : 'worker', [...own, ...port], environment);
        expect(await service.stop('SIGTERM')).toBe(0);
      }
    },
    longMs,
  );
});

async function readGreeting(child: ChildProcess): Promise<{ readonly url: string; readonly key: string }> {
  if (child.stdout === null) throw new TypeError('the child has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url, key] = /(http:\/\/\S+) takes the key (platen_\w+)/.exec(line) ?? [];
    if (url !== undefined && key !== undefined) return { url, key };
  }
  throw new Error('the example ended before it said where it is');
}
