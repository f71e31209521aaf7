// Run before `npm start`, `npm run platen` and `npm test`, on whatever Node the machine has: installs what is missing, then
// runs the rest of the command line. Nothing is built: Node runs the sources.
//
//   node scripts/setup.mjs serving -- …      what a server needs: neither the tools nor what only tests use
//   node scripts/setup.mjs everything -- …   that, too
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pruneModules, restoreModules } from './prune-modules.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
const lock = join(root, 'package-lock.json');
/** npm writes it at the end of each install: what is there. */
const marker = join(root, 'node_modules', '.package-lock.json');
const pinned = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const [scope, , ...command] = process.argv.slice(2);
// Tools that are there stay there: what a server needs is installed beside them.
const hadTools = Object.keys(devDependencies).every((name) => installedNames().has(`node_modules/${name}`));
const wantsTools = hadTools || scope === 'everything';
const node = wantsTools || !runsSources() ? pinned : process.execPath;

if (isOutdated() || (wantsTools && !hadTools) || !existsSync(node)) install();
run(node, command);

function installedNames() {
  return new Set(existsSync(marker) ? Object.keys(JSON.parse(readFileSync(marker, 'utf8')).packages) : []);
}

function isOutdated() {
  return !existsSync(marker) || statSync(marker).mtimeMs < statSync(lock).mtimeMs;
}

/** Whether the Node of the machine reads the sources as they are: with their types and `await using`, without a warning. */
function runsSources() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 3);
}

/**
 * Brings what the lock file names. Not `npm ci`, which removes everything first: a server that runs from this folder goes on
 * while the tests bring their tools.
 */
function install() {
  const what = wantsTools ? 'everything, with the tools of the tests' : 'what a server needs';
  console.log(`Installing ${what}…`);
  // As a dependency like any other, for this once: the pinned Node is one of the tools.
  const withoutTools = [
    '--omit=dev',
    '--omit=peer',
    ...(node === pinned ? ['--save-prod', `node@${devDependencies.node}`] : []),
  ];
  const args = [
    'install',
    '--no-save',
    ...(wantsTools ? [] : withoutTools),
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const modules = join(root, 'node_modules');
  if (wantsTools) restoreModules(modules);
  const { status } = spawnSync('npm', args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
  if (!wantsTools) pruneModules(modules);
  const now = new Date();
  utimesSync(marker, now, now);
}

/** Signals meant for this process go on to the child: it is the one that has to shut down in order. */
function run(program, args) {
  const child = spawn(program, args, { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm that is told to stop does not tell us: it ends, and the shell between us with it.
  const { ppid } = process;
  const watch = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
  watch.unref();
  child.on('error', (error) => {
    console.error(`${program} could not be started: ${error.message}. Run "npm ci" and try again.`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
}
