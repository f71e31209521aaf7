#!/usr/bin/env node
// Plain JavaScript that any Node can read: it has to say so when Node is too old for the rest.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/** What was printed is written by then, and nobody waits for longer. */
const lingerMs = 500;

/** Operations that decode neither pages nor images. */
const withoutPixels = ['pdf/merge', 'pdf/split', 'merge', 'split'];

const command = process.argv[2];
const [major, minor] = process.versions.node.split('.').map(Number);
// Inside the repository the sources run as they are: "npm start" and "npm run platen" ask for them, tests by NODE_OPTIONS.
const nodeOptions = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(' ')];
const runsSources = nodeOptions.includes('--conditions=@platen/source');
const entry = new URL(runsSources ? '../src/main.ts' : '../dist/main.js', import.meta.url);

if (major < 22 || (major === 22 && minor < 13)) {
  console.error(
    `platen needs Node 22.13 or newer; this is ${process.version}. Inside the repository, "npm start" uses the right one.`,
  );
  process.exitCode = 4;
} else if (!existsSync(entry)) {
  console.error(
    'platen is not built: run "npm run build" first, or "npm start" and "npm run platen --", which need no build.',
  );
  process.exitCode = 4;
} else {
  // Before anything is loaded, for what has grown stays: with its space for young objects kept small, V8 collects the
  // buffers of an upload sooner, and one of 1 GB takes some 35 MB of a server, not 85. Same as --max-semi-space-size=1,
  // which V8 heeds on the command line only.
  if (command === 'serve') setFlagsFromString('--semi-space-growth-factor=1');
  if (command === 'convert' && !withoutPixels.includes(process.argv[3])) returnFreedMemory();
  // Servers start once, and write in their data folder alone.
  if (runsSources || (command !== 'serve' && command !== 'worker')) useCompileCache();
  const { main } = await import(entry.href);
  process.exitCode = await main(process.argv.slice(2));
  // Nothing is left to do: what still keeps the process alive then, such as a name server that does not answer, must not.
  setTimeout(() => process.exit(), lingerMs).unref();
}

/**
 * Restarts this program in the same process with settings of the allocator, which glibc reads at the start alone: the memory
 * of decoded images returns to the system when it is freed. For 30 ms, compressing a page at 300 dpi peaks at 180 MB instead of 250.
 */
function returnFreedMemory() {
  const canRestart = process.platform === 'linux' && process.execve !== undefined && process.permission === undefined;
  if (!canRestart || 'MALLOC_ARENA_MAX' in process.env) return;
  // As for worker processes (process-command.ts), but before anything is loaded.
  const settings = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, words, { ...process.env, ...settings });
}

/**
 * Keeps compiled code for the next start: a tenth less of its processor time, a third where sources run, which are stripped of
 * their types once. In a folder of this user's alone, as what lies there is run. Threads know it by the variable.
 */
function useCompileCache() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const forUser = process.platform === 'win32' ? LOCALAPPDATA : XDG_CACHE_HOME;
  const folder = runsSources
    ? fileURLToPath(new URL('../../../node_modules/.cache/platen', import.meta.url))
    : join(forUser || join(homedir(), '.cache'), 'platen', 'compile-cache');
  const { status } = module.enableCompileCache(folder);
  // Where it cannot be written, a read-only system or a user without a home, all is compiled as ever.
  if (status === module.constants.compileCacheStatus.ENABLED) process.env.NODE_COMPILE_CACHE = folder;
}
