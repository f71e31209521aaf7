import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, chown, copyFile, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findConfinement, isComplete } from '@platen/engine/confinement';
import { expect, onTestFinished, test } from 'vitest';
import { samplePdf } from '../src/service/sample-pdf.ts';
import type { AttackTarget, AttemptReport } from './fixtures/attack.ts';

const platform = `@koromix/koffi-linux-${process.arch}`;
const koffi = createRequire(import.meta.resolve('@platen/engine')).resolve(
  `${platform}/linux_${process.arch}/koffi.node`,
);

const canary = 'canary-of-another-task';
const nobody = 65534;
const isRoot = process.getuid?.() === 0;
/** Other versions of Node to try as well, by the path of their program. They run the built packages. */
const nodes = [
  process.execPath,
  ...(process.env.PLATEN_TEST_NODES ?? '').split(delimiter).filter((path) => path !== ''),
];
const users = isRoot ? ['root', 'nobody'] : ['this user'];
const { sandbox } = await findConfinement();

test.skipIf(!isComplete(sandbox)).each(nodes.flatMap((node) => users.map((user) => [node, user] as const)))(
  'a decoder that was taken over reaches nothing, with %s as %s (needs Linux with Landlock and seccomp)',
  { timeout: 120_000 },
  async (node, user) => {
    const { folder, data, addon, server } = await startAttackServer(node, user);
    const target = await prepareTarget(data, addon, server);
    const keysBefore = await readFile(join(data, 'platen.db'));
    const reports = await attackServer(server, target);

    expect(reports.length).toBeGreaterThan(100);
    expect(reports.filter(({ outcome }) => outcome === 'done')).toEqual([
      { name: 'native: read its own input, which it may', outcome: 'done', detail: expect.stringContaining('%PDF') },
    ]);
    expect(reports.filter(({ detail }) => detail.includes(canary))).toEqual([]);
    expect(server.child.exitCode).toBeNull();
    expect((await stat(join(data, 'platen.db'))).mode & 0o777).not.toBe(0o666);
    expect(keysBefore.includes('planted') || (await readFile(join(data, 'platen.db'))).includes('planted')).toBe(false);
    expect(await readdir(folder)).toEqual(['data', 'fonts', 'inherited']);
  },
);

interface AttackServer {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
}

/** `platen serve` with the attack as an operation, which inherits a descriptor that it should not pass on. */
async function startAttackServer(node: string, user: string) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-confinement-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  if (user === 'nobody') for (const path of [folder, data]) await chown(path, nobody, nobody);
  await writeFile(join(folder, 'inherited'), canary, { mode: 0o600 });
  const inherited = await open(join(folder, 'inherited'));
  onTestFinished(() => inherited.close());

  const script = fileURLToPath(new URL('./attack-server.ts', import.meta.url));
  const sources = node === process.execPath ? ['--conditions=@platen/source'] : [];
  const program = user === 'nobody' ? await copyForOthers(node) : node;
  const command = [program, ...sources, script, '--port', '0', '--data', data, '--log-level', 'error'];
  const asUser = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'];
  const [file = '', ...args] = user === 'nobody' ? [...asUser, ...command] : command;
  // What lies among the fonts may be read, and so loaded: machine code needs no file, but a test needs a way to bring it.
  const addons = join(folder, 'fonts');
  await mkdir(addons);
  await copyFile(koffi, join(addons, 'addon'));
  const env = { ...process.env, PLATEN_FONTS: addons };
  const child = spawn(file, args, { cwd: '/', env, stdio: ['ignore', 'pipe', 'inherit', 'ignore', inherited.fd] });
  onTestFinished(async () => {
    if (child.exitCode !== null || !child.kill('SIGKILL')) return;
    await once(child, 'exit');
  });
  return { folder, data, addon: join(addons, 'addon'), server: { child, ...(await readGreeting(child)) } };
}

/** A copy of a program that may lie in a folder of this user alone, such as the home of root. */
async function copyForOthers(program: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-confinement-node-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const copy = join(folder, 'node');
  await copyFile(program, copy);
  return copy;
}

async function readGreeting({ stdout }: ChildProcess): Promise<{ readonly url: string; readonly key: string }> {
  if (stdout === null) throw new TypeError('the server has no output');
  const lines: string[] = [];
  for await (const line of createInterface({ input: stdout })) {
    lines.push(line);
    if (line.startsWith('  curl -sS -o ')) break;
  }
  const text = lines.join('\n');
  const keyFile = /API key: in (\S+)/.exec(text)?.[1] ?? '';
  return {
    url: /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '',
    key: (await readFile(keyFile, 'utf8')).trim(),
  };
}

/** What the attack is told: files of another task, and servers that it could reach. */
async function prepareTarget(data: string, nativeAddon: string, { child }: AttackServer): Promise<AttackTarget> {
  const staging = join(data, 'staging');
  const [run = ''] = await readdir(staging);
  const otherTask = join(staging, run, '5b1f9a52-0000-4000-8000-000000000000');
  await mkdir(otherTask);
  await writeFile(join(otherTask, 'input-0'), canary);
  const socketPath = join(data, 'socket');
  const listen = async (where: { readonly path: string } | { readonly host: string; readonly port: number }) => {
    const server = createServer((socket) => socket.end()).listen(where);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    return server;
  };
  const tcp = await listen({ host: '127.0.0.1', port: 0 });
  await listen({ path: socketPath });
  const udp = createSocket('udp4').bind(0, '127.0.0.1');
  onTestFinished(() => void udp.close());
  await once(udp, 'listening');
  return {
    hostPid: child.pid ?? 0,
    dataFolder: data,
    secrets: [join(data, 'platen.db'), join(data, 'link-secrets'), join(otherTask, 'input-0')],
    folders: [staging, join(staging, run), otherTask, join(data, 'blobs')],
    canary,
    tcpPort: (tcp.address() as AddressInfo).port,
    udpPort: udp.address().port,
    socketPath,
    nativeAddon,
  };
}

async function attackServer({ url, key }: AttackServer, target: AttackTarget): Promise<readonly AttemptReport[]> {
  const headers = { 'X-API-Key': key };
  const form = new FormData();
  form.append('target', JSON.stringify(target));
  form.append('file', new Blob([new Uint8Array(samplePdf('attack'))]), 'attack.pdf');
  const submitted = await fetch(`${url}/api/v1/test/attack`, { method: 'POST', headers, body: form });
  const { jobId } = (await submitted.json()) as { readonly jobId: string };
  const read = async () => {
    const response = await fetch(`${url}/api/v1/jobs/${jobId}`, { headers });
    return (await response.json()) as { status: string; outputs?: { downloadUrl: string }[] };
  };
  await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 1_500 }).not.toBe('processing');
  const job = await read();
  const [output] = job.outputs ?? [];
  if (output === undefined) throw new Error(JSON.stringify(job));
  return (await (await fetch(new URL(output.downloadUrl, url))).json()) as AttemptReport[];
}
