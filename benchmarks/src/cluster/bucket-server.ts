import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from './free-port.ts';

/** versitygw over a folder of this run, or moto in memory, with one bucket. */
export interface BucketServer {
  readonly port: number;
  /** A client of the benchmark itself, past every proxy. */
  readonly client: S3Client;
  stop(): Promise<void>;
}

export const bucket = 'cluster';
export const bucketCredentials = { accessKeyId: 'platen', secretAccessKey: 'a secret of the benchmark' };

export function connectToBucket(port: number): S3Client {
  return new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: bucketCredentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** `PLATEN_S3_SERVER` names the program when it is not versitygw on the path. */
export async function startBucketServer(folder: string): Promise<BucketServer> {
  const port = await freePort();
  const data = join(folder, 'bucket');
  mkdirSync(data);
  const { accessKeyId, secretAccessKey } = bucketCredentials;
  const program = process.env.PLATEN_S3_SERVER ?? 'versitygw';
  const args = program.endsWith('moto_server')
    ? ['-H', '127.0.0.1', '-p', `${port}`]
    : ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', data];
  const server = spawn(program, args, {
    stdio: 'ignore',
    env: { ...process.env, ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
  });
  const failed = once(server, 'error').then(([error]) => Promise.reject(error));
  const answers = () =>
    fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      () => false,
    );
  while (!(await Promise.race([answers(), failed]))) await delay(50);
  failed.catch(() => {});
  const client = connectToBucket(port);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    port,
    client,
    async stop() {
      client.destroy();
      const exit = once(server, 'exit');
      server.kill('SIGKILL');
      await exit;
    },
  };
}
