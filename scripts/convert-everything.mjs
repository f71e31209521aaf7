// Every operation in each way there is: in threads and processes of an engine, mounted on Express and on Fastify, and by
// `platen serve`; or, where a fresh clone is named, by its `npm start`. Plain JavaScript, for any Node that is supported; the
// packages are built ones. Prints a line for each way and everything that a process warned of.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** The folder whose node_modules has the packages, two PDFs, and a clone without a node_modules. */
const [root, first, second, clone] = process.argv.slice(2);
const require = createRequire(join(root, 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

/** A job is asked for several times a second. */
const unlimited = { requestsPerMinute: null };

const kinds = { pdf: '%PDF-', office: 'PK\u0003\u0004', png: '\u0089PNG' };
/** `image` stands for the page that pdf/to-image draws. */
const conversions = [
  ['pdf/to-image', [first], {}, kinds.png],
  ['pdf/to-word', [first], {}, kinds.office],
  ['pdf/to-excel', [first], { content: 'all' }, kinds.office],
  ['pdf/compress', [first], {}, kinds.pdf],
  ['pdf/merge', [first, second], {}, kinds.pdf],
  ['pdf/split', [second], {}, kinds.pdf],
  ['image/to-pdf', ['image'], {}, kinds.pdf],
  ['ocr', ['image'], {}, kinds.pdf],
];

const folder = await mkdtemp(join(tmpdir(), 'platen-runtime-'));
try {
  if (clone === undefined) await tryBuilt();
  else await tryFirstStart();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function tryBuilt() {
  const { createEngine, createProcessExecutor, createThreadExecutor } = await load('@platen/engine');
  await tryEngine('in threads', createEngine, createThreadExecutor({ threads: 1 }));
  await tryEngine('in processes', createEngine, createProcessExecutor({ processes: 2 }));
  await tryExpress();
  await tryFastify();
  const bin = join(root, 'packages/cli/bin/platen.js');
  await tryServe('by platen serve', process.execPath, [bin, 'serve', '--log-level', 'error']);
}

/** The first thing that anybody runs: it installs what serving needs, and a Node where this one cannot run the sources. */
async function tryFirstStart() {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
  const start = performance.now();
  const started = () => console.log(`ok  ${process.version} npm start: serves after ${seconds(start)} s`);
  await tryServe('by npm start', 'npm', ['start', '--', '--log-level', 'error'], { cwd: clone, env }, started);
}

function seconds(start) {
  return ((performance.now() - start) / 1000).toFixed(1);
}

/** Converts by `convert(operation, inputs, options)`, which resolves to the bytes of the first output. */
async function tryAll(way, convert) {
  let image = null;
  for (const [operation, names, options, kind] of conversions) {
    const inputs = await Promise.all(names.map((name) => (name === 'image' ? image : readFile(name))));
    const output = await convert(operation, inputs, options);
    if (!output.toString('latin1').startsWith(kind)) throw new Error(`${way}: ${operation} gave something else`);
    if (operation === 'pdf/to-image') image = output;
  }
  console.log(`ok  ${process.version} ${way}: ${conversions.length} operations`);
}

async function tryEngine(way, createEngine, executor) {
  const { standardOperations } = await load('@platen/standard');
  const engine = createEngine({ operations: standardOperations, executor });
  try {
    await tryAll(way, async (operation, inputs, options) => {
      const conversion = await engine.convert(operation, inputs, options);
      const bytes = await readFile(conversion.outputs[0].path);
      await conversion[Symbol.asyncDispose]();
      return bytes;
    });
  } finally {
    await engine.stop(0);
  }
}

async function createHost(name) {
  const { createPlaten } = await load('@platen/host');
  const host = await createPlaten({ data: join(folder, name) });
  const { generateApiKey } = await load('@platen/core');
  const { key, record } = generateApiKey({ id: crypto.randomUUID(), name: 'runtime', createdAt: Date.now() });
  await host.keys.create(record);
  return { host, key };
}

async function tryExpress() {
  const { host, key } = await createHost('express');
  const [{ platen }, { default: express }] = [await load('@platen/express'), await load('express')];
  const server = express()
    .use(platen({ ...host, ...unlimited }))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  await tryServer('on Express', `http://127.0.0.1:${server.address().port}`, key);
  await host.stop(0);
  server.close();
  server.closeAllConnections();
}

async function tryFastify() {
  const { host, key } = await createHost('fastify');
  const [{ platen }, { default: fastify }] = [await load('@platen/fastify'), await load('fastify')];
  const app = fastify({ forceCloseConnections: true });
  await app.register(platen, { ...host, ...unlimited });
  await tryServer('on Fastify', await app.listen({ port: 0, host: '127.0.0.1' }), key);
  await host.stop(0);
  await app.close();
}

async function tryServe(way, program, args, options = {}, onServes = () => {}) {
  const served = [...args, '--requests-per-minute', '100000', '--port', '0', '--data', join(folder, 'serve')];
  const child = spawn(program, served, { stdio: ['ignore', 'pipe', 'inherit'], ...options });
  child.on('error', (error) => console.error(error));
  // npm ends before the server that it started, which has the other end of its output.
  const ended = once(child, 'close');
  try {
    let url;
    let keyFile;
    for await (const line of createInterface({ input: child.stdout })) {
      url ??= /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      keyFile ??= /API key: in (\S+)/.exec(line)?.[1];
      if (url !== undefined && keyFile !== undefined) break;
    }
    child.stdout.resume();
    onServes();
    const key = (await readFile(keyFile, 'utf8')).trim();
    await tryServer(way, url, key);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function tryServer(way, url, key) {
  const headers = { 'X-API-Key': key };
  await tryAll(way, async (operation, inputs, options) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(options)) form.append(name, value);
    for (const data of inputs) form.append('files', new Blob([data]), 'sample');
    const body = { method: 'POST', headers, body: form };
    const submitted = await (await fetch(`${url}/api/v1/${operation}`, body)).json();
    if (submitted.statusUrl === undefined) throw new Error(`${operation}: ${JSON.stringify(submitted)}`);
    for (;;) {
      await delay(250);
      const job = await (await fetch(submitted.statusUrl, { headers })).json();
      if (job.status === 'completed') return Buffer.from(await (await fetch(job.outputs[0].downloadUrl)).arrayBuffer());
      if (job.status !== 'processing') throw new Error(`${operation}: ${JSON.stringify(job)}`);
    }
  });
}
