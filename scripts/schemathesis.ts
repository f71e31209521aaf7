import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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
 * gets in each phase: 10 make some 900 requests.
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
    '--manage',
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
  const platen = spawn(process.execPath, [server, 'serve', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  platen.on('error', (error) => console.error(error));
  const ended = once(platen, 'exit');
  try {
    const url = await addressOf(platen.stdout);
    const key = (await readFile(join(data, 'first-key'), 'utf8')).trim();
    const settings = ['--checks', 'all', '--seed', '1', '-n', examples, '--continue-on-failure', '--no-color'];
    const target = [
      'run',
      // A stream of events has no end to wait for; that of one job is asked for with ids that nobody has.
      '--exclude-path',
      '/api/manage/events',
      `${url}/api/openapi.json`,
      '-H',
      `X-API-Key: ${key}`,
      '--report-dir',
      join(folder, 'report'),
    ];
    const attacker = spawn(program, [...target, ...settings], {
      cwd: folder,
      env: { ...process.env, SCHEMATHESIS_HOOKS: hooks },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    attacker.on('error', (error) => console.error(error));
    const [code] = (await once(attacker, 'exit')) as [number | null];
    if (platen.exitCode === null && platen.signalCode === null) return code ?? 1;
    console.error(`the server ended with ${platen.exitCode ?? platen.signalCode}`);
    return 1;
  } finally {
    platen.kill('SIGKILL');
    await ended;
  }
}

/** Where the server says it is, once the lines to paste are printed: by then the key is there. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  let url = '';
  for await (const line of createInterface({ input: output })) {
    url ||= /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
    if (line.startsWith('  JOB=')) return url;
  }
  throw new Error('the server ended before it was ready');
}
