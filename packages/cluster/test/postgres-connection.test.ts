import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../blobs/s3/test/s3-server.ts';
import { type PostgresCluster, postgresPrograms, startPostgres } from '../../stores/postgres/test/postgres-cluster.ts';
import { assertServerVersion, checkDatabaseServer } from '../src/postgres-connection.ts';

test('a server that is too old is named', () => {
  const url = new URL('postgres://db.example/platen');
  expect(() => assertServerVersion(url, 120_022)).toThrow(/db\.example\/platen .*PostgreSQL 12 is too old/);
  expect(() => assertServerVersion(url, 130_000)).not.toThrow();
});

describe.skipIf(postgresPrograms === null)('a server with a certificate that nobody has issued', () => {
  let folder = '';
  let cluster: PostgresCluster;
  let certificate = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platen-certificate-'));
    certificate = join(folder, 'server.crt');
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const files = ['-keyout', join(folder, 'server.key'), '-out', certificate];
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject];
    execFileSync('openssl', request, { stdio: 'ignore' });
    cluster = await startPostgres({ tls: { folder, port: await freePort() } });
  });
  afterAll(async () => {
    await cluster.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const look = (host: string, parameters: string) =>
    checkDatabaseServer(new URL(`postgres://platen@${host}:${cluster.port}/postgres${parameters}`));

  test('require encrypts and asks nobody whose it is', async () => {
    await expect(look('127.0.0.1', '?sslmode=require')).resolves.toBeDefined();
    vi.stubEnv('PGSSLMODE', 'require');
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(look('127.0.0.1', '')).resolves.toBeDefined();
  });

  test('without TLS the server lets nobody in: what was taken above is encrypted', async () => {
    await expect(look('127.0.0.1', '?sslmode=disable')).rejects.toThrow('may not connect');
  });

  test('verify-full asks who issued it and for which name, verify-ca only the first', async () => {
    const trusted = `&sslrootcert=${encodeURIComponent(certificate)}`;
    await expect(look('localhost', '?sslmode=verify-full')).rejects.toThrow(
      'its certificate is from an unknown authority',
    );
    await expect(look('localhost', `?sslmode=verify-full${trusted}`)).resolves.toBeDefined();
    await expect(look('127.0.0.1', `?sslmode=verify-full${trusted}`)).rejects.toThrow('is for another name');
    await expect(look('127.0.0.1', `?sslmode=verify-ca${trusted}`)).resolves.toBeDefined();
  });
});
