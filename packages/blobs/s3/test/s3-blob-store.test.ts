import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createS3BlobStore } from '@platen/s3';
import { blobStoreSuite, type SuiteRunner, vitestRunner } from '@platen/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runReadme } from '../../../stores/postgres/test/run-readme.ts';
import { type S3Server, s3ChecksCredentials, s3Program, startS3 } from './s3-server.ts';

const down = { code: 'SERVICE_UNAVAILABLE', details: { reason: 'storage_unavailable' } };
/** No rule of the suite is about time, and the machine may be loaded. */
const timeoutMs = 60_000;
const megabyte = 1024 * 1024;

/** Between moto's look for a key and its write another request may write: now and then two of racing puts are kept, as by no real server. */
const isMoto = !s3ChecksCredentials;
const runner: SuiteRunner = {
  ...vitestRunner,
  test: (name, check) => void test(name, { retry: isMoto && name.startsWith('of racing puts') ? 3 : 0 }, check),
};

describe.skipIf(s3Program === null)('on an S3 server', () => {
  let server: S3Server;
  let stores = 0;

  beforeAll(async () => {
    server = await startS3();
  }, timeoutMs);
  afterAll(() => server.end());

  /** A store of its own: each has a prefix. */
  function open(options: Partial<Parameters<typeof createS3BlobStore>[0]> = {}) {
    stores += 1;
    const { bucket } = server;
    return createS3BlobStore({ client: server.connect(), bucket, prefix: `store-${stores}/`, timeoutMs, ...options });
  }

  /** How many uploads a store has begun and not completed. */
  async function unfinished(prefix: string): Promise<number> {
    const answer = await server.connect().send(new ListMultipartUploadsCommand({ Bucket: server.bucket }));
    return (answer.Uploads ?? []).filter(({ Key = '' }) => Key.startsWith(prefix)).length;
  }

  blobStoreSuite(async () => ({ subject: open() }), runner);

  test('the example of the README runs', async () => {
    const { S3Client: Client } = await import('@aws-sdk/client-s3');
    class OfTheServer extends Client {
      constructor() {
        super({ ...server.connection, forcePathStyle: true });
      }
    }
    await runReadme(new URL('../README.md', import.meta.url), {
      '@platen/s3': { createS3BlobStore },
      '@aws-sdk/client-s3': { S3Client: OfTheServer },
    });
  });

  test('a blob larger than a part is whole, also when its size is a multiple of it', async () => {
    const store = open({ partBytes: 5 * megabyte });
    for (const size of [10 * megabyte, 11 * megabyte + 1]) {
      const bytes = randomBytes(size);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await store.put(`large/${size}`, Readable.from([bytes]), { sizeBytes: size, sha256 });
      expect((await buffer(await store.read(`large/${size}`))).equals(bytes)).toBe(true);
      await expect(store.put(`large/${size}`, Readable.from([bytes]))).rejects.toThrow();
    }
  });

  test('a large upload that breaks, is aborted or differs leaves no part behind', async () => {
    const store = open({ partBytes: 5 * megabyte, prefix: 'broken/' });
    const abort = new AbortController();
    const reason = new Error('no longer wanted');
    async function* body(end: () => void) {
      yield randomBytes(12 * megabyte);
      end();
    }
    const breaks = () => {
      throw new Error('the line went dead');
    };
    await expect(store.put('a', Readable.from(body(breaks)))).rejects.toThrow('the line went dead');
    const aborted = store.put('b', Readable.from(body(() => abort.abort(reason))), { signal: abort.signal });
    await expect(aborted).rejects.toBe(reason);
    await expect(store.put('c', Readable.from(body(() => {})), { sizeBytes: 1 })).rejects.toThrow();
    expect((await store.list('')).blobs).toEqual([]);
    expect(await unfinished('broken/')).toBe(0);
  });

  test('an upload whose answer got lost is not refused for its own object when it is sent again', async () => {
    for (const [command, size] of [
      ['PutObjectCommand', 1_000],
      ['CompleteMultipartUploadCommand', 6 * megabyte],
    ] as const) {
      const client = server.connect();
      let lost = 0;
      client.middlewareStack.add(
        (next, { commandName }) =>
          async (given) => {
            const answer = await next(given);
            if (commandName !== command || lost > 0) return answer;
            lost += 1;
            throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
          },
        { step: 'deserialize', priority: 'high' },
      );
      const store = open({ client, partBytes: 5 * megabyte });
      const bytes = randomBytes(size);
      expect(await store.put('a', Readable.from([bytes]))).toEqual({ sizeBytes: size });
      expect(lost).toBe(1);
      expect((await buffer(await store.read('a'))).equals(bytes)).toBe(true);
      await expect(store.put('a', Readable.from([bytes]))).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
    }
  });

  test.each(['<html><body><p>Sorry</p></body></html>', '<Error><Code>InternalError</Code></Error>\n', ''])(
    'an answer of 200 that is none of S3 does not count as stored, and the file is sent again: %j',
    async (page) => {
      for (const [command, size] of [
        ['PutObjectCommand', 1_000],
        ['UploadPartCommand', 6 * megabyte],
        ['CompleteMultipartUploadCommand', 6 * megabyte],
      ] as const) {
        const client = server.connect();
        let attempts = 0;
        client.middlewareStack.add(
          (next, { commandName }) =>
            async (given) => {
              if (commandName !== command) return next(given);
              attempts += 1;
              if (attempts > 1) return next(given);
              const response = { statusCode: 200, headers: {}, body: Readable.from([Buffer.from(page)]) };
              return { response } as unknown as Awaited<ReturnType<typeof next>>;
            },
          { step: 'deserialize', priority: 'low' },
        );
        const store = open({ client, partBytes: 5 * megabyte });
        const bytes = randomBytes(size);
        expect(await store.put('a', Readable.from([bytes]))).toEqual({ sizeBytes: size });
        expect(attempts).toBeGreaterThan(1);
        expect((await buffer(await open({ prefix: `store-${stores}/` }).read('a'))).equals(bytes)).toBe(true);
      }
    },
  );

  test('uploads beside removals that leave their folder empty are neither lost nor refused', async () => {
    const store = open();
    const other = open({ prefix: `store-${stores}/` });
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.all(
        [store, other].flatMap((each, index) =>
          ['a', 'b'].map(async (name) => {
            const key = `probe/${turn}-${index}-${name}`;
            await each.put(key, Readable.from(['x']));
            expect(await each.stat(key)).toEqual({ sizeBytes: 1 });
            await each.remove(key);
          }),
        ),
      );
    }
  });

  test('uploads of processes that died are aborted once they are stale, and no younger ones', async () => {
    const client = server.connect();
    const object = { Bucket: server.bucket, Key: 'stale/jobs/1/in' };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
    await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber: 1, Body: Buffer.alloc(1_000) }));
    // Some servers do not say when an upload began, but that it is old.
    await open({ prefix: 'stale/', staleUploadMs: 100 * 365 * 24 * 3_600_000 }).removeUnfinished();
    expect(await unfinished('stale/')).toBe(1);
    await open({ prefix: 'other/', staleUploadMs: -60_000 }).removeUnfinished();
    expect(await unfinished('stale/')).toBe(1);
    await open({ prefix: 'stale/', staleUploadMs: -60_000 }).removeUnfinished();
    expect(await unfinished('stale/')).toBe(0);
  });

  test('a direct link is good for anybody, with the name and media type of the file', async () => {
    const store = open();
    await store.put('jobs/1/out', Readable.from(['for anybody']));
    const fileName = 'Größe "1" (a).txt';
    const request = { expiresInMs: 60_000, fileName, mediaType: 'text/x-own' };
    const link = new URL((await store.directLink('jobs/1/out', request)) ?? '');
    const [type, disposition] = ['type', 'disposition'].map(
      (of) => link.searchParams.get(`response-content-${of}`) ?? '',
    );
    expect(type).toBe('text/x-own');
    const [, name = ''] = /filename\*=UTF-8''(.+)$/.exec(disposition ?? '') ?? [];
    expect(decodeURIComponent(name)).toBe(fileName);
    const answer = await fetch(link);
    expect(await answer.text()).toBe('for anybody');
    // As the server answers S3's own client: moto 5.2.1 ignores what a request asks for.
    const object = { Bucket: server.bucket, Key: `store-${stores}/jobs/1/out` };
    const headers = { ResponseContentType: type, ResponseContentDisposition: disposition };
    const own = await server.connect().send(new GetObjectCommand({ ...object, ...headers }));
    expect(answer.headers.get('content-type')).toBe(own.ContentType);
    expect(answer.headers.get('content-disposition')).toBe(own.ContentDisposition ?? null);
  });

  test('a bucket that is not there is the store being down, not a missing blob', async () => {
    const store = open({ bucket: 'no-such-bucket' });
    await expect(store.read('a')).rejects.toMatchObject(down);
    await expect(store.put('a', Readable.from(['x']))).rejects.toMatchObject(down);
    await expect(store.list('')).rejects.toMatchObject(down);
  });

  test('calls are refused while the server is down', async () => {
    const store = open({ timeoutMs: 1_500 });
    await server.stop();
    await expect(store.put('a', Readable.from(['x']))).rejects.toMatchObject(down);
    await expect(store.read('a')).rejects.toMatchObject(down);
    await expect(store.stat('a')).rejects.toMatchObject(down);
    await server.start();
  });
});

describe('a server that fails', () => {
  /** A store on a server that treats each connection so. */
  async function storeOn(server: Server) {
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const client = new S3Client({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
    onTestFinished(() => {
      client.destroy();
      server.close();
    });
    return createS3BlobStore({ client, bucket: 'a', timeoutMs: 300 });
  }

  test('is refused within the deadline when it takes connections and says nothing', async () => {
    const store = await storeOn(createServer(() => {}));
    await expect(store.put('a', Readable.from(['x']))).rejects.toMatchObject(down);
    await expect(store.stat('a')).rejects.toMatchObject(down);
    await expect(store.read('a')).rejects.toMatchObject(down);
  });

  const pages = ['<!doctype html><html><title>Sorry<p>We are back soon', '<html><p>Sorry</p></html>', ''];
  test.each(
    ['502 Bad Gateway', '404 Not Found', '200 OK'].flatMap((status) => pages.map((page) => ({ status, page }))),
  )(
    'is down when something else answers $status in its place, with a page for people: $page',
    async ({ status, page }) => {
      const head = `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\nConnection: close\r\n\r\n`;
      const store = await storeOn(
        createServer((socket) => {
          socket.on('error', () => {});
          socket.once('data', () => socket.end(head + page));
        }),
      );
      await expect(store.list('')).rejects.toMatchObject(down);
      await expect(store.remove('a')).rejects.toMatchObject(down);
      await expect(store.put('a', Readable.from(['x']))).rejects.toMatchObject(down);
      // Without a body nothing distinguishes it from a server that has no such file.
      if (status !== '404 Not Found' || page === pages[0]) await expect(store.read('a')).rejects.toMatchObject(down);
      if (status !== '404 Not Found') await expect(store.stat('a')).rejects.toMatchObject(down);
    },
  );

  test('is refused when it breaks off in the middle of a file, of which nothing stays', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n';
    const store = await storeOn(
      createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () =>
          socket.write(`${head}${'x'.repeat(1_000)}`, () => setTimeout(() => socket.destroy(), 20)),
        );
      }),
    );
    const folder = await mkdtemp(join(tmpdir(), 'platen-s3-staged-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (let times = 0; times < 5; times += 1) {
      await expect(store.stage('a', join(folder, 'a'))).rejects.toMatchObject(down);
      expect(await readdir(folder)).toEqual([]);
    }
  });
});
