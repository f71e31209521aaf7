import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { s3Program, startS3 } from '../../blobs/s3/test/s3-server.ts';
import { postgresPrograms, startPostgres } from '../../stores/postgres/test/postgres-cluster.ts';
import { main } from '../src/main.ts';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { createRecordingTerminal } from './recording-terminal.ts';
import { startCommand } from './shared-service.ts';

const run = promisify(execFile);
const canMount = process.platform === 'linux' && process.getuid?.() === 0;
const longMs = 300_000;
const soon = { timeout: 60_000, interval: 200 };
/** More rows than the free pages of its tables take. */
const mostSubmissions = 2_000;

test.skipIf(!canMount || postgresPrograms === null || s3Program === null)(
  'the full disk of a database is told by readiness and refusals, loses no job, and is got over (needs root on Linux)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-full-'));
    const disk = join(folder, 'disk');
    // The server runs as somebody else.
    await chmod(folder, 0o711);
    await mkdir(disk);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=192m', 'tmpfs', disk]);
    onTestFinished(async () => {
      await run('umount', ['--lazy', disk]);
      await rm(folder, { recursive: true, force: true });
    });
    const [database, bucket] = await Promise.all([startPostgres({ within: disk }), startS3()]);
    const { accessKeyId, secretAccessKey } = bucket.connection.credentials;
    const environment = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    const blobs = `s3://${bucket.bucket}/files?endpoint=${encodeURIComponent(bucket.endpoint)}`;
    const shared = ['--store', database.url, '--blobs', blobs, '--requests-per-minute', '1000000'];
    const node = await startCommand('serve', [...shared, '--data', join(folder, 'data'), '--port', '0'], environment);
    try {
      const { terminal, printed } = createRecordingTerminal();
      await main(['keys', 'create', '--store', database.url, '--json'], terminal);
      const headers = { 'X-API-Key': (JSON.parse(printed.join('\n')) as { readonly key: string }).key };
      const accepted: string[] = [];
      const submit = async () => {
        const form = new FormData();
        for (const text of ['a', 'b']) form.append('files', new Blob([new Uint8Array(samplePdf(text))]), `${text}.pdf`);
        const answer = await fetch(`${node.url}/api/v1/pdf/merge`, { method: 'POST', headers, body: form });
        const body = (await answer.json()) as { readonly jobId: string };
        if (answer.status === 202) accepted.push(body.jobId);
        return answer.status;
      };
      const readiness = async () => (await fetch(`${node.url}/readyz`)).status;
      expect([await submit(), await readiness()]).toEqual([202, 200]);

      const filler = join(disk, 'filler');
      await fill(filler);
      let refusal = 202;
      while (refusal === 202 && accepted.length < mostSubmissions) refusal = await submit();
      expect(refusal).toBe(503);
      await expect.poll(readiness, soon).toBe(503);

      await rm(filler);
      await expect.poll(readiness, soon).toBe(200);
      expect(await submit()).toBe(202);
      for (const jobId of accepted) {
        const state = async () =>
          ((await (await fetch(`${node.url}/api/v1/jobs/${jobId}`, { headers })).json()) as { status: string }).status;
        await expect.poll(state, soon).toBe('completed');
      }
    } finally {
      await node.stop('SIGKILL');
      await Promise.all([database.end(), bucket.end()]);
    }
  },
  longMs,
);

/** Writes a file until the disk has no room. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const chunk of [Buffer.alloc(2 ** 20), Buffer.alloc(4_096)]) {
      while (
        await file.write(chunk).then(
          ({ bytesWritten }) => bytesWritten === chunk.length,
          () => false,
        )
      );
    }
  } finally {
    await file.close();
  }
}
