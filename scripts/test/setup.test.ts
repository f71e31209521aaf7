import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// What `npm start` and `npm test` install before they run, with an npm that only notes what it is asked for.

const run = promisify(execFile);
const scripts = ['setup.mjs', 'prune-modules.mjs'];
const isWindows = process.platform === 'win32';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'platen-setup-'));
  for (const folder of ['scripts', 'bin', 'node_modules']) await mkdir(join(root, folder));
  for (const name of scripts) {
    await copyFile(fileURLToPath(new URL(`../${name}`, import.meta.url)), join(root, 'scripts', name));
  }
  const devDependencies = { node: '24.21.0', vitest: '5.1.1' };
  await writeFile(join(root, 'package.json'), JSON.stringify({ devDependencies }));
  await writeFile(join(root, 'package-lock.json'), '{}');
  await writeFile(join(root, 'hello.mjs'), 'console.log("runs", process.execPath)');
  await writeFile(join(root, 'bin', 'npm'), fakeNpm);
  await chmod(join(root, 'bin', 'npm'), 0o755);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Leaves what npm leaves: its list of what is installed, a package unless it is there, and the pinned Node where that is among it. */
const fakeNpm = `#!/bin/sh
echo "$@" >> asked
[ -d node_modules/pdf-lib ] || for entry in cjs es; do mkdir -p node_modules/pdf-lib/$entry; touch node_modules/pdf-lib/$entry/index.js; done
case "$*" in *--omit=dev*) tools= ;; *) tools='"node_modules/vitest":{},"node_modules/node":{}' ;; esac
case "$*" in *node@*) tools='"node_modules/node":{}' ;; esac
case "$tools" in *node_modules/node*) mkdir -p node_modules/node/bin && ln -sf "$REAL_NODE" node_modules/node/bin/node ;; esac
echo "{\\"packages\\":{$tools}}" > node_modules/.package-lock.json
`;

/** Runs a program as `npm start` (`serving`) or `npm test` (`everything`) does; resolves to what npm was asked for. */
async function setUp(scope: 'serving' | 'everything', version = '24.21.0'): Promise<readonly string[]> {
  await rm(join(root, 'asked'), { force: true });
  const claim = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  const env = {
    ...process.env,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(claim)}`,
    REAL_NODE: process.execPath,
    PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}`,
  };
  const args = [join(root, 'scripts', 'setup.mjs'), scope, '--', 'hello.mjs'];
  const { stdout } = await run(process.execPath, args, { cwd: root, env });
  expect(stdout).toContain('runs');
  const asked = await readFile(join(root, 'asked'), 'utf8').catch(() => '');
  return asked.split('\n').filter((line) => line !== '');
}

/** As after a pull that changed the lock file. */
async function changeLock(): Promise<void> {
  const later = new Date(Date.now() + 60_000);
  await utimes(join(root, 'package-lock.json'), later, later);
}

describe.skipIf(isWindows)('setup', () => {
  test('a server is installed without tools, once', async () => {
    expect(await setUp('serving')).toEqual([expect.stringMatching(/^install --no-save --omit=dev --omit=peer /)]);
    expect(await setUp('serving')).toEqual([]);
  });

  test('the tests bring the tools, and a later start leaves them there', async () => {
    await setUp('serving');
    expect(await setUp('everything')).toEqual([expect.not.stringContaining('--omit')]);
    expect(await setUp('everything')).toEqual([]);
    expect(await setUp('serving')).toEqual([]);
    await changeLock();
    expect(await setUp('serving')).toEqual([expect.not.stringContaining('--omit')]);
  });

  test('what a server never loads of a package is removed, and brought again for the tests', async () => {
    const entries = () => readdir(join(root, 'node_modules', 'pdf-lib'));
    await setUp('serving');
    expect(await entries()).toEqual(['es']);
    await setUp('everything');
    expect(await entries()).toEqual(['cjs', 'es']);
    await changeLock();
    await setUp('serving');
    expect(await entries()).toEqual(['cjs', 'es']);
  });

  test('a lock file that changed is installed anew, still without tools', async () => {
    await setUp('serving');
    await changeLock();
    expect(await setUp('serving')).toEqual([expect.stringContaining('--omit=dev')]);
  });

  test.each(['20.20.2', '22.13.0', '24.2.0'])(
    'Node %s, which cannot run the sources, fetches the pinned one, once',
    async (version) => {
      expect(await setUp('serving', version)).toEqual([expect.stringContaining('--save-prod node@24.21.0')]);
      expect(await setUp('serving', version)).toEqual([]);
    },
  );
});
