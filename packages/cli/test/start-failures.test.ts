import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { errorCode } from '@platen/core/internal';
import { createSqliteStore } from '@platen/sqlite';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { descriptorShortage } from '../src/descriptor-shortage.ts';
import { main } from '../src/main.ts';
import { builtCli } from './built-cli.ts';
import { createRecordingTerminal } from './recording-terminal.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === 'win32';
/** `nobody` of every common Linux. */
const nobody = 65_534;
/** A process that does not end is ended, and the test fails by its exit code. */
const timeout = 20_000;

let folder = '';
let data = '';
let servers: ServerProcess[] = [];
let taken: Server | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-start-'));
  data = join(folder, 'data');
});
afterEach(async () => {
  for (const server of servers) await server.stop('SIGKILL');
  servers = [];
  taken?.close();
  taken = null;
  await rm(folder, { recursive: true, force: true });
});

interface Ending {
  readonly code: number | string;
  readonly stderr: string;
}

/** Starts a server that cannot start, without the privileges of root, and resolves to how it ended. */
async function failToServe(...args: readonly string[]): Promise<Ending> {
  const options = { cwd: folder, timeout, ...(isRoot ? { uid: nobody, gid: nobody } : {}) };
  const all = [builtCli, 'serve', '--data', data, ...args, '--log-level', 'error'];
  return run(process.execPath, all, options).then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }: Ending) => ({ code, stderr }),
  );
}

/** What the doctor finds amiss. */
async function diagnose(...args: readonly string[]): Promise<readonly string[]> {
  const { terminal, printed } = createRecordingTerminal();
  await main(['doctor', '--data', data, '--port', '0', ...args], terminal);
  return printed.filter((line) => line.startsWith('FAIL'));
}

async function giveToAnybody(...paths: readonly string[]): Promise<void> {
  if (isRoot) for (const path of [folder, ...paths]) await chown(path, nobody, nobody);
}

async function fillDatabase(): Promise<string> {
  const file = join(data, 'platen.db');
  await using store = createSqliteStore({ file });
  await store.keys.list();
  return file;
}

async function takePort(): Promise<number> {
  const server = createServer();
  taken = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function expectOneLine({ code, stderr }: Ending, exitCode: number, ...parts: readonly string[]): void {
  expect({ code, lines: stderr.trim().split('\n').length, stderr }).toMatchObject({ code: exitCode, lines: 1 });
  for (const part of parts) expect(stderr).toContain(part);
}

test('a port that is taken ends the start and is found by the doctor', async () => {
  await giveToAnybody();
  const port = await takePort();
  expectOneLine(await failToServe('--port', `${port}`), 4, `127.0.0.1:${port}`, 'in use');
  expect(await diagnose('--port', `${port}`)).toEqual([
    expect.stringContaining(`127.0.0.1:${port}: the port is in use`),
  ]);
});

test('where no port is named, a usual one that is taken costs the next free one, and is said', async () => {
  const usual = createServer();
  taken = usual; // By this test, or by whatever runs on the machine.
  await new Promise<void>((resolve) =>
    usual
      .once('listening', resolve)
      .once('error', () => resolve())
      .listen(8080, '127.0.0.1'),
  );
  const child = spawn(process.execPath, [builtCli, 'serve', '--data', data, '--log-level', 'error']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [greeting] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  expect(greeting).toMatch(/^Platen serves http:\/\/127\.0\.0\.1:80(8[1-9]|9\d) {2}\(port 8080 is in use; data in /);
  const { terminal, printed } = createRecordingTerminal();
  expect(await main(['doctor', '--data', join(folder, 'other')], terminal)).toBe(0);
  expect(printed.join('\n')).toMatch(/ok +address +127\.0\.0\.1:8080 is in use: a server would listen on port 80/);
});

test.each([['192.0.2.1'], ['no.such.host.invalid']])('the host %s, which is not ours, ends the start', async (host) => {
  await giveToAnybody();
  expectOneLine(await failToServe('--port', '0', '--host', host), 4, host);
});

test.each([['99999'], ['-1'], ['80.5'], [' ']])('the port "%s" is a usage error', async (port) => {
  await giveToAnybody();
  expectOneLine(await failToServe(`--port=${port}`), 2, `"${port}"`, '65535');
});

test('a database that is none, or damaged, ends the start and is found by the doctor', async () => {
  const file = await fillDatabase();
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0xa5, 4096));
  await giveToAnybody(data, file);
  expectOneLine(await failToServe('--port', '0'), 4, file, 'damaged');
  expect(await diagnose()).toEqual([expect.stringMatching(/database .*it is damaged/)]);
  await writeFile(file, 'no database at all, but text of some length '.repeat(100));
  expectOneLine(await failToServe('--port', '0'), 4, file, 'not a SQLite database');
  expect(await diagnose()).toEqual([expect.stringMatching(/database .*it is not a SQLite database/)]);
});

test.skipIf(isWindows)('a read-only database and a folder that cannot be written end the start', async () => {
  const file = await fillDatabase();
  await giveToAnybody(data, file);
  await chmod(file, 0o400);
  expectOneLine(await failToServe('--port', '0'), 4, file, 'cannot be written');
  await chmod(data, 0o500);
  expectOneLine(await failToServe('--port', '0'), 4, data, 'this user may not write there');
});

test.skipIf(process.platform !== 'linux')(
  'a data folder where none can be made ends the start',
  async () => {
    await giveToAnybody();
    for (const path of ['/proc/platen', '/proc/platen/data', join(folder, 'dangling')]) {
      if (path.endsWith('dangling')) await symlink('/nowhere/at/all', path);
      expectOneLine(await failToServe('--port', '0', '--data', path), 4, path);
    }
  },
  60_000,
);

test('a data folder that is a file, or lies in one, ends the start and is found by the doctor', async () => {
  await writeFile(data, 'a file');
  await giveToAnybody();
  expectOneLine(await failToServe('--port', '0'), 4, data, 'it is a file, not a folder');
  expect(await diagnose()).toEqual([expect.stringMatching(/data folder .*it is a file/)]);
  data = join(data, 'inside');
  expectOneLine(await failToServe('--port', '0'), 4, data, 'a file is where a folder should be');
  expect(await diagnose()).toEqual([expect.stringMatching(/data folder .*a file is where/)]);
});

test('a part of the data folder that is a file ends the start', async () => {
  await mkdir(data);
  await writeFile(join(data, 'blobs'), 'a file');
  await giveToAnybody(data);
  expectOneLine(await failToServe('--port', '0'), 4, join(data, 'blobs'), 'it is a file, not a folder');
});

test('a second server on one data folder is refused; after kill -9 of the first it starts', async () => {
  const first = await startServer(folder);
  servers.push(first);
  const second = startServer(folder);
  await expect(second).rejects.toThrow('ended early');
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  await first.stop('SIGKILL');
  servers = [await startServer(folder)];
});

test.skipIf(isWindows)('the data folder and all in it are their owner’s alone, also when they were not', async () => {
  await mkdir(join(data, 'blobs'), { recursive: true });
  await chmod(data, 0o755);
  await chmod(join(data, 'blobs'), 0o755);
  await writeFile(join(data, 'link-secrets'), `${'x'.repeat(40)}\n`, { mode: 0o644 });
  const server = await startServer(folder);
  servers.push(server);
  await server.poll(server.key, await server.submit(server.key, 'pdf/merge', 2));
  expect(await modeOf(data)).toBe('700');
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // The inputs of a job that has ended are removed meanwhile.
    const mode = await modeOf(path).catch((error) => (errorCode(error) === 'ENOENT' ? null : Promise.reject(error)));
    if (mode !== null) expect(`${path} ${mode}`).toBe(`${path} ${entry.isDirectory() ? '700' : '600'}`);
  }
});

test.skipIf(isWindows)('a folder that holds other things keeps its mode', async () => {
  await mkdir(data);
  await chmod(data, 0o755);
  await writeFile(join(data, 'letter.txt'), '');
  servers.push(await startServer(folder));
  expect(await modeOf(data)).toBe('755');
  expect(await modeOf(join(data, 'platen.db'))).toBe('600');
  expect(await modeOf(join(data, 'blobs'))).toBe('700');
});

test('without a terminal the first key goes into a private file and not into what is printed', async () => {
  const server = await startServer(folder);
  servers.push(server);
  expect(server.key).toMatch(/^platen_/);
  expect(server.greeting.join('\n')).not.toContain(server.key);
  expect((await fetch(`${server.url}/api/v1/account`, { headers: { 'X-API-Key': server.key } })).status).toBe(200);
});

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

/** How the command line ends that may have so many files open. */
async function runWithDescriptors(limit: number, ...args: readonly string[]): Promise<Ending> {
  const command = [process.execPath, builtCli, ...args];
  return run('sh', ['-c', 'ulimit -n "$1"; shift; exec "$@"', 'sh', String(limit), ...command], { timeout }).then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }: Ending) => ({ code, stderr }),
  );
}

test('a lack of file descriptors is said in one line, whoever found it', () => {
  const manifest = '/app/node_modules/@platen/cli/package.json';
  const found = [
    Object.assign(new Error(`EMFILE: too many open files, open '${manifest}'`), { code: 'EMFILE' }),
    Object.assign(new Error('ENFILE: file table overflow'), { code: 'ENFILE' }),
    new Error(`Cannot read package config ${manifest}: too many open files.`),
  ];
  for (const error of found) {
    expect(descriptorShortage(error)).toMatchObject({
      name: 'StartError',
      message: 'too many files are open: raise the limit of file descriptors (ulimit -n 1024)',
    });
  }
  expect(descriptorShortage(new Error('of another kind'))).toBeNull();
});

test.skipIf(isWindows)('a server with too few file descriptors to confine its workers does not start', async () => {
  expect(await runWithDescriptors(40, 'serve', '--port', '0', '--data', data)).toEqual({
    code: 4,
    stderr:
      'platen: only 40 files may be open at once, but Platen needs 128: raise the limit of file descriptors (ulimit -n 1024)\n',
  });
});
