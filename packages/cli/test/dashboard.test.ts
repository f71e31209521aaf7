import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { main } from '../src/main.ts';
import { createRecordingTerminal } from './recording-terminal.ts';
import { type ServerProcess, startServer } from './server-process.ts';

let folder = '';
let server: ServerProcess | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-dashboard-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server?.stop('SIGKILL');
  server = null;
  await rm(folder, { recursive: true, force: true });
});

/** Signs in; the cookie of the session, or null when that is no password. */
async function signIn(password: string, actor = 'admin'): Promise<string | null> {
  const response = await fetch(`${server?.url}/dashboard/data/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Platen-Dashboard': '1', Origin: String(server?.url) },
    body: JSON.stringify({ actor, password }),
  });
  await response.arrayBuffer();
  return response.ok ? (response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '') : null;
}

async function read<Answer>(path: string, cookie: string): Promise<Answer> {
  const response = await fetch(`${server?.url}/dashboard/data/${path}`, { headers: { Cookie: cookie } });
  return (await response.json()) as Answer;
}

/** What somebody with that password may do; null when it is none. */
async function roleOf(password: string, actor = 'admin'): Promise<string | null> {
  const cookie = await signIn(password, actor);
  if (cookie === null) return null;
  const { visitor } = await read<{ readonly visitor: { readonly role: string } | null }>('session', cookie);
  return visitor?.role ?? null;
}

async function passwordFile(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

test('the first line of a password file signs in, and no password is made beside it', async () => {
  const manager = await passwordFile('manager', 'correct horse battery\r\nanything else\n');
  const viewer = await passwordFile('viewer', 'just looking\n');
  server = await startServer(folder, '--dashboard-password-file', manager, '--dashboard-viewer-file', viewer);
  expect(server.greeting.join('\n')).toContain(`Dashboard: ${server.url}/dashboard/`);
  expect(server.greeting.join('\n')).not.toContain('Password');
  expect(await roleOf('correct horse battery')).toBe('manager');
  expect(await roleOf('just looking', 'viewer')).toBe('viewer');
  expect(await roleOf('just looking')).toBeNull();
  expect(await roleOf('anything else')).toBeNull();
  expect(await roleOf('correct horse battery\r')).toBeNull();
});

test('the page that asks for the password says where it is, and no path of the machine', async () => {
  const hint = async () => (await read<{ readonly passwordHint: string }>('session', '')).passwordHint;
  server = await startServer(folder);
  // Nobody watches a terminal here: the password is in a file.
  expect(await hint()).toBe('The first password is in the file first-password in the data folder of the server.');
  await server.stop('SIGTERM');
  await rm(join(folder, 'data', 'first-password'));
  server = await startServer(folder);
  expect(await hint()).toContain('delete the file dashboard-password in its data folder');
  await server.stop('SIGTERM');
  server = await startServer(folder, '--dashboard-password-file', await passwordFile('manager', 'correct horse'));
  expect(await hint()).toBe('The password is in the file that the server was started with.');
});

test('the dashboard answers at its path alone, in these letters', async () => {
  server = await startServer(folder);
  const status = async (path: string) => (await fetch(`${server?.url}${path}`, { redirect: 'manual' })).status;
  for (const path of ['/dashboard/', '/dashboard/data/session']) expect(await status(path), path).toBe(200);
  for (const path of ['/DASHBOARD/', '/Dashboard', '/dashboarD/data/session', '/dashboard/DATA/session']) {
    expect(await status(path), path).toBe(404);
  }
});

test('a password file that changed holds from the next start', async () => {
  const file = await passwordFile('manager', 'the first one');
  server = await startServer(folder, '--dashboard-password-file', file);
  await writeFile(file, 'the second one');
  expect(await roleOf('the first one')).toBe('manager');
  await server.stop('SIGTERM');
  server = await startServer(folder, '--dashboard-password-file', file);
  expect(await roleOf('the first one')).toBeNull();
  expect(await roleOf('the second one')).toBe('manager');
});

test.each([
  ['that is missing', async () => join(folder, 'nowhere'), /cannot be read: there is no such file/],
  ['with a short password', () => passwordFile('short', 'seven 7\n'), /at least 8 characters/],
  ['that is empty', () => passwordFile('empty', ''), /at least 8 characters/],
])('nothing is served with a password file %s', async (_what, make, problem) => {
  const { terminal, notes } = createRecordingTerminal();
  const args = ['serve', '--port', '0', '--data', join(folder, 'data'), '--dashboard-password-file', await make()];
  expect(await main(args, terminal)).not.toBe(0);
  expect(notes.join('\n')).toMatch(problem);
});

test('nothing of the dashboard is loaded where it is not served', async () => {
  // Says of every module of it that it is loaded.
  const watch = `import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        if (/packages\\/dashboard\\/|@platen\\/dashboard|preact/.test(url)) console.error('loaded ' + url);
        return next(url, context);
      },
    });`;
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(watch)}`);
  server = await startServer(folder, '--no-dashboard');
  expect((await fetch(`${server.url}/dashboard/`)).status).toBe(404);
  const jobId = await server.submit(server.key, 'pdf/merge', 2);
  await server.poll(server.key, jobId);
  expect(server.errors.filter((line) => line.startsWith('loaded '))).toEqual([]);
  await server.stop('SIGTERM');

  server = await startServer(folder);
  await expect.poll(() => server?.errors.filter((line) => line.startsWith('loaded ')).length).toBeGreaterThan(0);
});

test('what the doctor finds is on the page Health', async () => {
  const file = await passwordFile('manager', 'correct horse battery');
  server = await startServer(folder, '--dashboard-password-file', file);
  const cookie = await signIn('correct horse battery');
  const { findings } = await read<{ readonly findings: readonly { readonly name: string }[] }>('checks', cookie ?? '');
  expect(findings).toContainEqual({ name: 'fonts', ok: true, text: expect.stringMatching(/^\d+ faces/) });
  expect(findings).toContainEqual({ name: 'confinement', ok: true, text: expect.stringContaining('heap bound') });
  expect(findings.map(({ name }) => name)).toContain('ocr languages');
});
