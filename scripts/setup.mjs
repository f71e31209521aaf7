// Run before `npm start` and `npm test`, on whatever Node the machine has: installs when that is needed, then runs the
// rest of the command line with the Node version this repository pins. Nothing is built: that Node runs the sources.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };

const separator = process.argv.indexOf('--');
const command = separator < 0 ? [] : process.argv.slice(separator + 1);

if (!isInstalled()) {
  console.log('Installing dependencies (npm ci): node_modules is missing or older than package-lock.json…');
  runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}
if (command.length > 0) runPinned(command);

/** npm writes this file at the end of each install. */
function isInstalled() {
  const marker = join(root, 'node_modules', '.package-lock.json');
  const lock = join(root, 'package-lock.json');
  return existsSync(marker) && statSync(marker).mtimeMs >= statSync(lock).mtimeMs;
}

function runNpm(args) {
  const { status } = spawnSync('npm', args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Signals meant for this process go on to the child: it is the one that has to shut down in order. */
function runPinned(args) {
  const pinned = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const child = spawn(pinned, args, { env, stdio: 'inherit' });
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
    console.error(`The pinned Node could not be started: ${error.message}. Run "npm ci" and try again.`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
}
