import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { mulberry32 } from '@platen/core/internal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { confinedProcesses } from './confined-processes.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { sweepDataFolder } from './sweep-data-folder.ts';

const run = promisify(execFile);
/** PLATEN_FAULT_ROUNDS=500 is the long run; a few rounds show that the test itself works. */
const rounds = Number(process.env.PLATEN_FAULT_ROUNDS ?? 4);
/** What each round submits; the last of them fails, and gives its quota unit back. */
const submissions = [
  ['pdf/to-image', 1, { dpi: '300' }],
  ['pdf/merge', 2, {}],
  ['pdf/merge', 2, {}],
  ['pdf/split', 1, { pages: '9' }],
] as const;
const isLinux = process.platform === 'linux';
const unlimited = ['--requests-per-minute', '100000'];
/** With jobs that may be cancelled, deleted and retried. */
const managed = [...unlimited, '--manage', '--keep-failed-inputs'];
/** What each round does to a job of an earlier one, while the server is killed. */
const changes = [
  ['POST', '/retry'],
  ['POST', '/cancel'],
  ['DELETE', ''],
] as const;

let folder = '';
let server: ServerProcess | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-faults-'));
});
afterEach(async () => {
  await server?.stop('SIGKILL');
  server = null;
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(!isLinux)(
  `${rounds} rounds of kill -9, of the server and of its workers: no accepted job lost, none twice, none back that was deleted, the quota exact, nothing left (needs Linux)`,
  async () => {
    const random = mulberry32(8);
    const accepted: string[] = [];
    /** Jobs that a client asked to delete, and whether it was told that they are gone. */
    const deleted = new Map<string, boolean>();
    let key = '';
    for (let round = 0; round < rounds; round += 1) {
      server = await startServer(folder, ...managed);
      key ||= server.key;
      const { url, submit, stop } = server;
      const change = async ([method, path]: (typeof changes)[number]) => {
        const jobId = accepted[Math.floor(random() * accepted.length)];
        if (jobId === undefined) return;
        if (method === 'DELETE') deleted.set(jobId, deleted.get(jobId) ?? false);
        const init = { method, headers: { 'X-API-Key': key } };
        const answer = await fetch(`${url}/api/manage/jobs/${jobId}${path}`, init).catch(() => null); // Cut off.
        if (answer?.status === 204) deleted.set(jobId, true);
      };
      const changing = changes.map(change);
      const answers = submissions.map(([operation, files, fields]) =>
        submit(key, operation, files, fields).then(
          (jobId) => accepted.push(jobId),
          () => {}, // Cut off before it was accepted: nothing was promised.
        ),
      );
      await Promise.race(answers);
      await delay(random() * 400);
      await killOneWorker(random);
      await delay(random() * 400);
      await stop('SIGKILL');
      await Promise.all([...answers, ...changing]);
      await expectExact(accepted.length - deleted.size);
    }

    server = await startServer(folder, ...managed);
    const ends = new Map<string, number>();
    for (const jobId of accepted) {
      const { status, outputs, error, code } = await server.poll(key, jobId);
      if (code === 'JOB_NOT_FOUND' && deleted.has(jobId)) continue;
      expect(deleted.get(jobId) ?? false, jobId).toBe(false);
      const end = error === undefined ? status : [error.details.reason, error.details.attempts].join(' ').trim();
      ends.set(end, (ends.get(end) ?? 0) + 1);
      if (status === 'completed') expect(outputs).toHaveLength(1);
    }
    expect(accepted.length).toBeGreaterThanOrEqual(rounds);
    console.log(`${rounds} rounds, ${accepted.length} jobs accepted: ${JSON.stringify(Object.fromEntries(ends))}`);
    expect(['completed', 'page_out_of_range', 'cancelled']).toEqual(expect.arrayContaining([...ends.keys()]));
    expect(await server.stop('SIGTERM')).toBe(0);

    expect(await confinedProcesses(stagingFolder())).toEqual([]);
    expect(await readdir(stagingFolder())).toEqual([]);
    await expectExact(accepted.length - deleted.size);
  },
  rounds * 15_000 + 120_000,
);

const canMount = isLinux && process.getuid?.() === 0;

test.skipIf(!canMount)(
  'a full disk is refused clearly, hurts no job that was accepted, and is got over (needs root on Linux)',
  async () => {
    const data = join(folder, 'data');
    await mkdir(data);
    // 8 MB stay free beside inputs, and the log of the database takes 4 MB once some forty jobs have been recorded.
    await run('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', data]);
    try {
      server = await startServer(folder, ...unlimited);
      const { url, key, submit, poll } = server;
      const jobId = await submit(key, 'pdf/merge', 2);
      const refused = await upload(url, key, 16 * 1024 * 1024);
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { reason: 'storage_full' } });
      expect((await poll(key, jobId)).status).toBe('completed');
      expect((await poll(key, await submit(key, 'pdf/merge', 2))).status).toBe('completed');
      // However closely uploads fill the disk: the end of each job can be recorded, and frees its files.
      const accepted: string[] = [];
      // Jobs that end meanwhile make room again: several uploads at once fill it, and no size is tried for ever.
      for (let sizeBytes = 4 * 1024 * 1024; sizeBytes > 1024; sizeBytes /= 2) {
        for (let round = 0; round < 5; round += 1) {
          const answers = await Promise.all(Array.from({ length: 4 }, () => upload(url, key, sizeBytes)));
          const taken = answers.filter(({ status }) => status === 202);
          for (const answer of taken) accepted.push(((await answer.json()) as { readonly jobId: string }).jobId);
          if (taken.length < answers.length) break;
        }
      }
      for (const id of accepted) expect((await poll(key, id)).error?.details.reason).toBe('damaged_file');
      // The files of a job are removed just after its end is told.
      const submitted = () => submit(key, 'pdf/merge', 2).catch(() => null);
      await expect.poll(submitted).not.toBeNull();
      await server.stop('SIGKILL');
    } finally {
      await run('umount', ['--lazy', data]);
    }
  },
);

test('two hundred clients that dawdle or hang up do not hold up another, and leave nothing', async () => {
  server = await startServer(folder, ...unlimited);
  const { url, key, submit, poll } = server;
  const dawdlers = await Promise.all(Array.from({ length: 100 }, () => beginUpload(url, key)));
  const quitters = await Promise.all(Array.from({ length: 100 }, () => beginUpload(url, key)));
  for (const socket of quitters) socket.destroy();
  const jobs = await Promise.all(Array.from({ length: 5 }, () => submit(key, 'pdf/merge', 2)));
  for (const jobId of jobs) expect((await poll(key, jobId)).status).toBe('completed');
  for (const socket of dawdlers) socket.destroy();
  await expect.poll(stagedUploads).toEqual([]);
});

/** Sends a file that is a PDF by its first bytes alone. */
function upload(url: string, key: string, sizeBytes: number): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.7\n', randomBytes(sizeBytes)]), 'large.pdf');
  return fetch(`${url}/api/v1/pdf/split`, { method: 'POST', headers: { 'X-API-Key': key }, body: form });
}

/** An upload whose form never ends. */
async function beginUpload(url: string, key: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}); // Hung up on: what these clients are there for.
  await once(socket, 'connect');
  const part = '--edge\r\nContent-Disposition: form-data; name="file"; filename="slow.pdf"\r\n\r\n%PDF-1.7\n';
  const head = `POST /api/v1/pdf/split HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${key}\r\nContent-Length: 1000000`;
  socket.write(`${head}\r\nContent-Type: multipart/form-data; boundary=edge\r\n\r\n${part}`);
  return socket;
}

function stagingFolder(): string {
  return join(folder, 'data', 'staging');
}

/** What lies in the folders of the processes that stage files here. */
async function stagedUploads(): Promise<readonly string[]> {
  const runs = await readdir(stagingFolder());
  const names = (await Promise.all(runs.map((own) => readdir(join(stagingFolder(), own))))).flat();
  return names.filter((name) => name !== 'workers');
}

async function killOneWorker(random: () => number): Promise<void> {
  const workers = await confinedProcesses(stagingFolder());
  const victim = workers[Math.floor(random() * workers.length)];
  if (victim === undefined) return;
  try {
    process.kill(victim, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}

/** Each job that was recorded holds its quota unit unless it failed, and one sweep leaves what jobs need, no more. */
async function expectExact(accepted: number): Promise<void> {
  // Workers of a server that was killed notice that it is gone.
  await expect.poll(() => confinedProcesses(stagingFolder())).toEqual([]);
  const { recorded, quotaUsed, unitsHeld, leftovers } = await sweepDataFolder(join(folder, 'data'));
  expect(leftovers).toEqual([]);
  expect(quotaUsed).toBe(unitsHeld);
  expect(recorded).toBeGreaterThanOrEqual(accepted);
}
