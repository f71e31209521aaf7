import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type S3Server, s3ChecksCredentials, s3Program, startS3 } from '../../blobs/s3/test/s3-server.ts';
import { type PostgresCluster, postgresPrograms, startPostgres } from '../../stores/postgres/test/postgres-cluster.ts';
import { main } from '../src/main.ts';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { agentFile, connectAgent, firstLink } from './connect-agent.ts';
import { createRecordingTerminal } from './recording-terminal.ts';
import { type ServiceProcess, startCommand } from './shared-service.ts';

const password = 'correct-horse-battery';
const longMs = 180_000;

interface Job {
  readonly jobId: string;
  readonly status: string;
  readonly outputs: readonly { readonly downloadUrl: string; readonly sizeBytes: number }[];
}

/** Runs a command in this process and resolves to how it ended. */
async function run(...args: readonly string[]) {
  const { terminal, printed, notes: noted } = createRecordingTerminal();
  const code = await main(args, terminal);
  return { code, printed, noted };
}

describe('flags of what is shared', () => {
  test.each([
    ['a password in a flag', ['--store', 'postgres://me:hunter2@db/platen', '--blobs', 's3://b'], 'PGPASSWORD'],
    ['another kind of store', ['--store', 'mysql://db/platen', '--blobs', 's3://b'], 'postgres://'],
    ['files without a store', ['--blobs', 's3://b'], '--store'],
    ['a store without files', ['--store', 'postgres://db/platen'], '--blobs'],
    ['credentials in the bucket', ['--store', 'postgres://db/platen', '--blobs', 's3://a:b@c'], 'AWS_ACCESS_KEY_ID'],
    ['no work and no store', ['--no-work'], '--store'],
    [
      'a password in the address to listen at',
      ['--store', 'postgres://db/platen', '--blobs', 's3://b', '--listen-store', 'postgres://me:hunter2@db/platen'],
      'PLATEN_LISTEN_STORE',
    ],
    ['an address to listen at and no store', ['--listen-store', 'postgres://db/platen'], '--store'],
    ['a queue without a number', ['--max-queued', 'many'], '--max-queued'],
  ])('%s is a usage error that repeats no secret', async (_, args, part) => {
    const { code, noted } = await run('serve', ...args);
    expect({ code, lines: noted.length }).toEqual({ code: 2, lines: 1 });
    expect(noted[0]).toContain(part);
    expect(noted[0]).not.toContain('hunter2');
  });

  test('a worker says what it needs, and which operations there are', async () => {
    expect((await run('worker')).noted[0]).toContain('--store');
    expect((await run('migrate')).noted[0]).toContain('--store');
    expect((await run('migrate', '--store', 'postgres://db/platen', '--take-bucket')).noted[0]).toContain('--blobs');
    const args = ['--store', 'postgres://db/platen', '--blobs', 's3://b', '--operations', 'pdf/two-word'];
    expect((await run('worker', ...args)).noted[0]).toContain('did you mean "pdf/to-word"?');
  });
});

describe.skipIf(postgresPrograms === null || s3Program === null)('several machines', () => {
  let folder = '';
  let database: PostgresCluster;
  let bucket: S3Server;
  let environment: Record<string, string> = {};
  let store = '';
  let blobs = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-shared-'));
    [database, bucket] = await Promise.all([startPostgres({ password }), startS3()]);
    store = database.url;
    blobs = `s3://${bucket.bucket}/files?endpoint=${encodeURIComponent(bucket.endpoint)}`;
    const { accessKeyId, secretAccessKey } = bucket.connection.credentials;
    environment = { PGPASSWORD: password, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  }, longMs);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await Promise.all([database.end(), bucket.end()]);
    await rm(folder, { recursive: true, force: true });
  });

  async function start(command: 'serve' | 'worker', name: string, ...args: readonly string[]): Promise<ServiceProcess> {
    const own = ['--store', store, '--blobs', blobs, '--data', join(folder, name), '--log-level', 'info', ...args];
    const service = await startCommand(command, own, environment);
    onTestFinished(async () => void (await service.stop('SIGKILL')));
    return service;
  }

  test(
    'a file taken in by one node is worked on by a second, and polled and fetched from a third',
    async () => {
      expect(await run('migrate', '--store', store, '--blobs', blobs)).toMatchObject({
        code: 0,
        printed: ['The tables are up to date, and the bucket belongs to this database'],
      });
      const [one, other] = await Promise.all(
        [
          ['api-1', '--metrics', '--mcp'],
          ['api-2', '--no-migrate', '--direct-downloads'],
        ].map(([name = '', ...args]) => start('serve', name, '--no-work', '--port', '0', ...args)),
      );
      const only = ['--operations', 'pdf/merge', '--concurrency', '1'];
      const merger = await start('worker', 'worker-1', ...only, '--no-migrate', '--monitor-port', '0', '--json');
      const { monitorPort } = JSON.parse(merger.output[0] ?? '') as { readonly monitorPort: number };
      const { printed } = await run('keys', 'create', '--store', store, '--json');
      const headers = { 'X-API-Key': (JSON.parse(printed.join('\n')) as { key: string }).key };

      expect((await fetch(`${one?.url}/readyz`)).status).toBe(200);
      const form = new FormData();
      for (const text of ['a', 'b']) form.append('files', new Blob([new Uint8Array(samplePdf(text))]), `${text}.pdf`);
      const submitted = await fetch(`${one?.url}/api/v1/pdf/merge`, { method: 'POST', headers, body: form });
      expect(submitted.status).toBe(202);
      const { jobId } = (await submitted.json()) as Job;

      const poll = async () => (await (await fetch(`${other?.url}/api/v1/jobs/${jobId}`, { headers })).json()) as Job;
      let job = await poll();
      for (; job.status === 'processing'; job = await poll()) await delay(100);
      expect(job.status).toBe('completed');
      const [output] = job.outputs;
      const hashes = new Set<string>();
      for (const service of [one, other]) {
        const url = new URL(output?.downloadUrl ?? '');
        const address = `${service?.url}${url.pathname}`;
        const { status, headers: direct } = await fetch(address, { redirect: 'manual' });
        expect(status).toBe(service === other ? 302 : 200);
        expect(direct.get('location') ?? bucket.endpoint).toContain(bucket.endpoint);
        const answer = await fetch(address);
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(bytes.length).toBe(output?.sizeBytes);
        hashes.add(createHash('sha256').update(bytes).digest('hex'));
      }
      expect(hashes.size).toBe(1);

      // An agent at one node: its job is done by another, and its result is found at a third.
      const agent = await connectAgent(one?.url ?? '', headers['X-API-Key']);
      const { pathname } = new URL(firstLink(await agent.call('pdf_merge', agentFile('c'), agentFile('d'))));
      await agent.close();
      expect(await (await fetch(`${other?.url}${pathname}`)).text()).toMatch(/^%PDF-/);

      // What a node that only works has done is counted there; what is of all nodes is the same on each.
      const monitor = `http://127.0.0.1:${monitorPort}`;
      expect((await fetch(`${monitor}/readyz`)).status).toBe(200);
      const metricsOf = async (url: string) => (await fetch(`${url}/metrics`)).text();
      expect(await metricsOf(monitor)).toContain('platen_jobs_total{operation="pdf/merge",state="completed"} 2');
      for (const url of [monitor, one?.url ?? '']) {
        await expect.poll(() => metricsOf(url)).toContain('\nplaten_leaders 1\n');
        expect(await metricsOf(url)).toContain('\nplaten_nodes{works="true"} 1\n');
        expect(await metricsOf(url)).toContain('platen_overdue_seconds{work="webhooks"} ');
      }

      const { printed: listed } = await run('jobs', 'list', '--store', store);
      expect(listed.join('\n')).toContain(jobId);
      for (const service of [one, other, merger]) {
        expect(service?.output.join('\n')).not.toContain(password);
        const arguments_ = await readFile(`/proc/${service?.pid}/cmdline`, 'utf8').catch(() => '');
        expect(arguments_).not.toContain(password);
      }
      expect(await merger.stop('SIGTERM')).toBe(0);
    },
    longMs,
  );

  test(
    'the doctor finds everything in place, and what is not',
    async () => {
      const shared = ['--data', join(folder, 'doctor'), '--port', '0'];
      const fine = await run('doctor', ...shared, '--store', store, '--blobs', blobs);
      const names = ['shared database', 'clock', 'shared bucket', 'owner of the bucket', 'shared tables and nodes'];
      for (const name of names) {
        expect(fine.printed.join('\n')).toMatch(new RegExp(`^ok    ${name}`, 'm'));
      }
      // The records are those of the shared database. No server with a store makes another one in its data folder.
      expect(fine.printed.join('\n')).toMatch(/^ok {4}internal failures +none (yet|in the newest \d+ jobs?)/m);
      expect(fine.printed.join('\n')).not.toMatch(/^.{6}database /m);
      const unknown = blobs.replace(bucket.bucket, 'no-such-bucket');
      const amiss = await run('doctor', ...shared, '--store', store, '--blobs', unknown);
      expect(amiss.printed.join('\n')).toMatch(/^FAIL {2}shared bucket .*no such bucket/m);
    },
    longMs,
  );

  test.each([
    ['a wrong password', () => ({ PGPASSWORD: 'wrong-password' }), 'the password is wrong'],
    ['no password', () => ({ PGPASSWORD: '' }), 'password'],
    ['an unknown database', () => ({ PLATEN_STORE: store.replace('/postgres?', '/nowhere?') }), 'no such database'],
    ['a user without rights', () => ({ PLATEN_STORE: store.replace('user=platen', 'user=guest') }), 'lacks rights'],
    ['a server that is not there', () => ({ PLATEN_STORE: 'postgres://127.0.0.1:1/platen' }), 'nothing listens'],
    [
      'a server that nobody knows',
      () => ({ PLATEN_STORE: 'postgres://nowhere.invalid/platen' }),
      'the name cannot be resolved',
    ],
    ['a bad endpoint', () => ({ PLATEN_BLOBS: 's3://b?endpoint=nowhere' }), 'its endpoint is not a URL'],
    [
      'an endpoint that nobody knows',
      () => ({ PLATEN_BLOBS: 's3://b?endpoint=http://nowhere.invalid' }),
      'cannot be resolved',
    ],
    ['an unknown bucket', () => ({ PLATEN_BLOBS: blobs.replace(bucket.bucket, 'no-such') }), 'no such bucket'],
    ['no S3 server', () => ({ PLATEN_BLOBS: 's3://b?endpoint=http://127.0.0.1:1' }), 'nothing listens at its endpoint'],
  ])('%s gives one clear line', refusesSettings, longMs);

  test.skipIf(!s3ChecksCredentials).each([
    ['a wrong secret', () => ({ AWS_SECRET_ACCESS_KEY: 'wrong-password' }), 'the secret is wrong'],
    ['an unknown access key', () => ({ AWS_ACCESS_KEY_ID: 'nobody' }), 'access key ID'],
  ])('%s gives one clear line', refusesSettings, longMs);

  async function refusesSettings(_: string, changes: () => Record<string, string>, part: string): Promise<void> {
    const pool = database.connect({ password });
    await pool.query("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'correct-horse-battery'");
    await pool.end();
    const settings = { PLATEN_STORE: store, PLATEN_BLOBS: blobs, ...changes() };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    const { code, noted } = await run('worker', '--data', join(folder, 'bad'), '--log-level', 'silent');
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    for (const name of ['PLATEN_STORE', 'PLATEN_BLOBS']) vi.stubEnv(name, undefined);
    expect({ code, lines: noted.join('\n').split('\n').length, noted }).toMatchObject({ code: 4, lines: 1 });
    expect(noted[0]).toContain(part);
    expect(noted[0]).not.toMatch(/wrong-password|correct-horse/);
  }
});
