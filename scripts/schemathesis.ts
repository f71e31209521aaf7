import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Attacks `platen serve` with schemathesis: requests that the OpenAPI document allows and requests that it does not, each
 * answer held against the document, with every check. Needs Python and the package index; says so when it has neither.
 *
 * SCHEMATHESIS names a program that is there already, PLATEN_SCHEMATHESIS_EXAMPLES how many requests each operation
 * gets in each phase: 10 make some 900 requests. `npm run build` first, or run it with `--conditions=@platen/source`.
 */
const version = '4.32.5';
const examples = process.env.PLATEN_SCHEMATHESIS_EXAMPLES ?? '10';
const server = fileURLToPath(new URL('../packages/cli/bin/platen.js', import.meta.url));
const hooks = fileURLToPath(new URL('schemathesis-hooks.py', import.meta.url));
const run = promisify(execFile);

const folder = await mkdtemp(join(tmpdir(), 'platen-schemathesis-'));
try {
  const program = process.env.SCHEMATHESIS ?? (await install(folder));
  if (program !== null) process.exitCode = await attack(program, join(folder, 'data'));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The program in an environment of its own; null, and a line that says why, when it cannot be had. */
async function install(target: string): Promise<string | null> {
  const environment = join(target, 'venv');
  try {
    await run('python3', ['-m', 'venv', environment]);
    await run(join(environment, 'bin/pip'), ['install', '--quiet', `schemathesis==${version}`]);
    return join(environment, 'bin/schemathesis');
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error)
      .trim()
      .split('\n')
      .slice(-1);
    console.log(`SKIPPED: schemathesis ${version} cannot be installed here: ${reason}`);
    return null;
  }
}

async function attack(program: string, data: string): Promise<number> {
  const flags = [
    '--json',
    '--manage',
    '--keep-failed-inputs',
    '--webhook-urls',
    '--port',
    '0',
    '--data',
    data,
    '--requests-per-minute',
    '1000000000',
    '--failed-keys-per-minute',
    '1000000000',
    '--log-level',
    'error',
  ];
  const platen = spawn(process.execPath, [...process.execArgv, server, 'serve', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  platen.on('error', (error) => console.error(error));
  const ended = once(platen, 'exit');
  try {
    const { url, firstKeyFile } = await whereItIs(platen.stdout);
    const key = (await readFile(firstKeyFile, 'utf8')).trim();
    const { jobId, token } = await convertOnce(url, key);
    const streams = await openCutter(url);
    const settings = ['--checks', 'all', '--seed', '1', '-n', examples, '--continue-on-failure', '--no-color'];
    const run = async (...target: readonly string[]): Promise<number> => {
      const report = ['--report-dir', join(folder, 'report')];
      const attacker = spawn(program, ['run', ...target, '-H', `X-API-Key: ${key}`, ...report, ...settings], {
        cwd: folder,
        env: { ...process.env, SCHEMATHESIS_HOOKS: hooks, PLATEN_JOB: jobId, PLATEN_DOWNLOAD_TOKEN: token },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      attacker.on('error', (error) => console.error(error));
      const [code] = (await once(attacker, 'exit')) as [number | null];
      return code ?? 1;
    };
    // A stream of events has no end to wait for: those are asked for through something that ends them.
    const codes = [
      await run('--exclude-path-regex', 'events$', `${url}/api/openapi.json`),
      await run(
        '--include-path-regex',
        'events$',
        '--phases',
        'examples,coverage,fuzzing',
        '--url',
        streams.url,
        `${url}/api/openapi.json`,
      ),
    ];
    streams.close();
    if (platen.exitCode === null && platen.signalCode === null) return Math.max(...codes);
    console.error(`the server ended with ${platen.exitCode ?? platen.signalCode}`);
    return 1;
  } finally {
    platen.kill('SIGKILL');
    await ended;
  }
}

/** A merge, which is waited for, and the token of the link to its output. */
async function convertOnce(url: string, key: string): Promise<{ readonly jobId: string; readonly token: string }> {
  const headers = { 'X-API-Key': key };
  const page = await readFile(new URL('../packages/operations/standard/test/fixtures/page.pdf', import.meta.url));
  const form = new FormData();
  for (const name of ['one.pdf', 'two.pdf']) form.append('files', new Blob([page]), name);
  const submitted = await fetch(`${url}/api/v1/pdf/merge`, { method: 'POST', headers, body: form });
  const { jobId, statusUrl } = (await submitted.json()) as { readonly jobId: string; readonly statusUrl: string };
  for (let poll = 0; poll < 300; poll += 1) {
    const job = (await (await fetch(statusUrl, { headers })).json()) as {
      readonly outputs?: readonly { readonly downloadUrl: string }[];
    };
    const token = job.outputs?.[0]?.downloadUrl.split('/').at(-1);
    if (token !== undefined) return { jobId, token };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the first job did not complete within 30 s');
}

/** Passes requests on, and ends a stream of events with what has come of it by then. */
async function openCutter(target: string): Promise<{ readonly url: string; close(): void }> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const passed = request({ hostname, port, path: incoming.url, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      if (answer.headers['content-type']?.startsWith('text/event-stream')) {
        answer.once('data', () => setImmediate(() => passed.destroy()));
      }
      answer.on('error', () => outgoing.end());
      answer.on('close', () => outgoing.end());
    });
    passed.on('error', () => outgoing.end());
    incoming.on('error', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.on('error', (error) => console.error(error));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const own = (server.address() as AddressInfo).port;
  return { url: `http://127.0.0.1:${own}`, close: () => server.close() };
}

/** Where the server says it is. */
async function whereItIs(
  output: NodeJS.ReadableStream,
): Promise<{ readonly url: string; readonly firstKeyFile: string }> {
  for await (const line of createInterface({ input: output })) return JSON.parse(line);
  throw new Error('the server ended before it was ready');
}
