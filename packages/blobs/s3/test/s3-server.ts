import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

/**
 * The program of an S3 server: `PLATEN_S3_SERVER`, or `versitygw` or `moto_server` on the path. Null when there is none,
 * and the tests that need one are reported as skipped.
 */
export const s3Program: string | null =
  [process.env.PLATEN_S3_SERVER, 'versitygw', 'moto_server'].find(
    (program) => program !== undefined && spawnSync(program, ['--help']).error === undefined,
  ) ?? null;

/** Whether it refuses credentials that it does not know: moto takes any. */
export const s3ChecksCredentials = s3Program !== null && !s3Program.endsWith('moto_server');

/** A server in a process of its own, over a folder of its own. */
export interface S3Server {
  readonly endpoint: string;
  /** What a client of it is made with. */
  readonly connection: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  readonly bucket: string;
  /** A new client of it. */
  connect(): S3Client;
  /** At once, as a crash would. */
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
}

const credentials = { accessKeyId: 'platen', secretAccessKey: 'a secret of the tests' };
const region = 'us-east-1';
const bucket = 'platen-tests';

/** Starts the server on a free port and makes a bucket in it. */
export async function startS3(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-s3-'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const clients: S3Client[] = [];
  let server: ChildProcess | null = null;

  function connect(): S3Client {
    const client = new S3Client({
      endpoint,
      region,
      credentials,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    clients.push(client);
    return client;
  }

  async function start(): Promise<void> {
    server = spawn(s3Program ?? '', argumentsOf(s3Program ?? '', port, folder), {
      stdio: 'ignore',
      env: { ...process.env, ROOT_ACCESS_KEY: credentials.accessKeyId, ROOT_SECRET_KEY: credentials.secretAccessKey },
    });
    server.on('error', () => {}); // It does not answer then.
    while (!(await answers(endpoint))) await delay(50);
  }

  async function stop(): Promise<void> {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  }

  await start();
  await connect().send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    endpoint,
    connection: { endpoint, region, credentials },
    bucket,
    connect,
    start,
    stop,
    async end() {
      for (const client of clients) client.destroy();
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function argumentsOf(program: string, port: number, folder: string): readonly string[] {
  if (program.endsWith('moto_server')) return ['-H', '127.0.0.1', '-p', `${port}`];
  mkdirSync(join(folder, 'data'), { recursive: true });
  return ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', join(folder, 'data')];
}

async function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint).then(
    () => true,
    () => false,
  );
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
