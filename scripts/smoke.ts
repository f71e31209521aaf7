import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { copyFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { samplePdf } from '../packages/cli/src/service/sample-pdf.ts';
import { followGuide, type Guide } from './documents/follow-guide.ts';
import { freePort } from './documents/free-port.ts';
import { tryFrameworks } from './frameworks/try-frameworks.ts';
import {
  installLine,
  installPacked,
  type PackedPackage,
  packPackages,
  readManifest,
  readPacked,
  runNpm,
} from './packed.ts';
import { startExample } from './start-example.ts';

// Tries the packages as a user gets them: packed, installed in an empty folder, each example run there for real.
// Needs a build, and packs it unless it is given the folder of packages that `check-packages` has left.

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'platen-smoke-'));
const [given] = process.argv.slice(2);
const tarballs = given === undefined ? join(folder, 'tarballs') : resolve(given);
const first = join(folder, 'first.pdf');
const second = join(folder, 'second.pdf');

try {
  const packed = given === undefined ? await packPackages(tarballs) : readPacked(tarballs);
  await installExamples(packed);
  await writeFile(first, samplePdf('one'));
  await writeFile(second, samplePdf('two'));
  for (const example of ['express-embed', 'fastify-embed']) await tryServer(example, 'main.js');
  await tryServer('express-embed', await bundle('express-embed'));
  await tryWholeBundle('express-embed');
  await tryFrameworks(folder, packed, (what) => check(what, true));
  for (const entry of ['main.js', 'main.cjs']) await tryInProcess(entry);
  await tryCommandLine();
  for (const framework of ['express', 'fastify']) await tryCreated(framework, packed);
  await tryGuide({ document: 'README.md', section: 'Five lines' }, 'report.docx', 'PK');
  await tryGuide({ document: 'docs/writing-an-operation.md' }, 'titled.pdf', '%PDF-');
  console.log('Packed packages: every example works.');
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** One folder with every package of ours as a tarball, and what the examples need besides. */
async function installExamples(packed: readonly PackedPackage[]): Promise<void> {
  const examples = globSync('examples/*/package.json', { cwd: root });
  const dependencies = Object.assign({}, ...examples.map((path) => readManifest(join(root, path)).dependencies));
  const own = new Set(packed.map(({ name }) => name));
  const others = Object.entries<string>(dependencies).filter(([name]) => !own.has(name));
  await installPacked(folder, packed, [...own], { dependencies: Object.fromEntries(others) });

  for (const path of await readdir(join(root, 'examples'))) {
    await cp(join(root, 'examples', path), join(folder, path), {
      recursive: true,
      filter: (source) => !source.includes('node_modules'),
    });
  }
}

/** Starts an example server, merges two files and renders one through it, and stops it. */
async function tryServer(example: string, entry: string): Promise<void> {
  const { url, key, stop } = await startExample(join(folder, example), [entry]);
  let code: number | null = null;
  try {
    const merged = await convertOverHttp(`${url}/api/v1/pdf/merge`, key, [first, second]);
    check(`${example} ${entry}: merge`, merged.subarray(0, 5).toString() === '%PDF-');
    const image = await convertOverHttp(`${url}/api/v1/pdf/to-image`, key, [first]);
    check(`${example} ${entry}: render`, image.subarray(1, 4).toString() === 'PNG');
    check(`${example} ${entry}: routes of the host`, (await fetch(`${url}/`)).ok);
  } finally {
    code = await stop();
  }
  // Windows has no signals: there the process is ended at once.
  if (process.platform !== 'win32') check(`${example} ${entry}: ends by itself on SIGTERM`, code === 0);
}

/** As docs/install.md says: the code of the host in one file, packages beside it. */
async function bundle(example: string): Promise<string> {
  const outfile = 'bundled.mjs';
  await build({
    absWorkingDir: join(folder, example),
    entryPoints: ['main.js'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
  });
  return outfile;
}

/** A bundle of everything cannot work, and says so before anything else goes wrong. */
async function tryWholeBundle(example: string): Promise<void> {
  for (const format of ['esm', 'cjs'] as const) {
    const outfile = join(folder, example, `whole.${format === 'esm' ? 'mjs' : 'cjs'}`);
    const contents = `import { createPlaten } from '@platen/host'; console.log(createPlaten);`;
    const stdin = { contents, resolveDir: folder };
    await build({ stdin, bundle: true, platform: 'node', format, outfile, logLevel: 'silent' });
    const { code, stderr } = await run(process.execPath, [outfile]).catch((error) => error);
    check(`a bundle of everything (${format}) says what to do`, code === 1 && stderr.includes('--packages=external'));
  }
}

interface Job {
  readonly status: string;
  readonly statusUrl: string;
  readonly outputs?: readonly { readonly downloadUrl: string }[];
}

async function convertOverHttp(url: string, key: string, paths: readonly string[]): Promise<Buffer> {
  const form = new FormData();
  for (const path of paths) form.append('files', new Blob([await readFile(path)]), 'sample.pdf');
  const headers = { 'X-API-Key': key };
  const submitted = await fetch(url, { method: 'POST', headers, body: form });
  const { statusUrl } = (await submitted.json()) as Job;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const job = (await (await fetch(statusUrl, { headers })).json()) as Job;
    const downloadUrl = job.outputs?.[0]?.downloadUrl;
    if (downloadUrl !== undefined) return Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
    if (job.status !== 'processing') throw new Error(`${url}: ${JSON.stringify(job)}`);
    // Sixty requests a minute: the limit holds here, too.
    await delay(1000);
  }
  throw new Error(`${url} did not finish`);
}

async function tryInProcess(entry: string): Promise<void> {
  const cwd = join(folder, 'in-process');
  await run(process.execPath, [entry, first, second], { cwd });
  check(`in-process ${entry}: merge`, (await readFile(join(cwd, 'merged.pdf'))).subarray(0, 5).toString() === '%PDF-');
  check(`in-process ${entry}: render`, (await readFile(join(cwd, 'page.png'))).subarray(1, 4).toString() === 'PNG');
  await rm(join(cwd, 'merged.pdf'));
  await rm(join(cwd, 'page.png'));
}

async function tryCommandLine(): Promise<void> {
  const platen = join(folder, 'node_modules', 'platen', 'bin', 'platen.js');
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache'), LOCALAPPDATA: join(folder, 'cache') };
  await run(process.execPath, [platen, 'convert', 'pdf/merge', first, second, '-o', 'out.pdf'], { cwd: folder, env });
  check('platen convert', (await readFile(join(folder, 'out.pdf'))).subarray(0, 5).toString() === '%PDF-');
  check('platen keeps compiled code', existsSync(join(folder, 'cache', 'platen', 'compile-cache')));
  // As it is where nobody asked for several machines.
  await rm(join(folder, 'node_modules', '@platen', 'cluster'), { recursive: true });
  const worker = [platen, 'worker', '--store', 'postgres://localhost/platen', '--blobs', 's3://bucket'];
  const { code, stderr } = await run(process.execPath, worker, { cwd: folder }).catch((error) => error);
  check('platen worker names the package it lacks', code === 4 && stderr.includes('npm install @platen/cluster'));
}

/** Makes a host as `npm create platen` does, and runs its own checks with the packed packages. */
async function tryCreated(framework: string, packed: readonly PackedPackage[]): Promise<void> {
  const host = join(folder, `created-${framework}`);
  const create = join(folder, 'node_modules', 'create-platen', 'bin', 'create-platen.js');
  await run(process.execPath, [create, host, '--framework', framework, '--no-install'], { cwd: folder });
  const manifest = readManifest(join(host, 'package.json'));
  const own = Object.keys(manifest.dependencies ?? {}).filter((name) => packed.some((each) => each.name === name));
  await installPacked(host, packed, own, manifest);
  for (const script of ['typecheck', 'test']) await runNpm(['run', script], host);
  check(`npm create platen, ${framework}: its type check and its tests pass`, true);
  const created = await runNpm(['run', '--silent', 'keys', '--', 'create', '--init', '--json'], host);
  check(`npm create platen, ${framework}: npm run keys`, JSON.parse(created).key.startsWith('platen_'));
}

/** Does what a page says, word by word, with the line of `npm run pack` where the page installs packages of ours. */
async function tryGuide(guide: Guide, result: string, start: string): Promise<void> {
  // The page is for a shell with curl and grep.
  if (process.platform === 'win32') return;
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  const end = await followGuide(guide, await mkdtemp(join(folder, 'guide-')), {
    port: await freePort(),
    adapt: (line) => line,
    async install(project, names) {
      const others = names.filter((name) => !name.startsWith('@platen/'));
      const pinned = others.map((name) => `${name}@${packages[`node_modules/${name}`]?.version}`).join(' ');
      const line = `npm install --prefer-offline --no-audit --no-fund ${installLine(tarballs)} ${pinned}`;
      await run('sh', ['-c', line], { cwd: project, maxBuffer: 2 ** 26 });
      await copyFile(first, join(project, 'report.pdf'));
    },
  });
  const bytes = await readFile(join(end, result));
  check(`${guide.document}, followed word by word`, bytes.subarray(0, start.length).toString() === start);
}

function check(what: string, holds: boolean): void {
  if (!holds) throw new Error(`${what}: not as it should be`);
  console.log(`ok  ${what}`);
}
