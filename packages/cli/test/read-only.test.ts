import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { builtCli } from './built-cli.ts';

/** Makes everything read-only but the folder in `$0`, for the command that follows. */
const seal = 'mount --bind "$0" "$0" && mount -o remount,ro,bind / && ! touch /platen-probe 2>/dev/null && exec "$@"';
const canSeal = spawnSync('unshare', ['--mount', 'bash', '-c', seal, tmpdir(), 'true']).status === 0;

test.skipIf(!canSeal)(
  'serves and converts where only its data folder can be written (needs unshare as root)',
  { timeout: 120_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-read-only-'));
    const command = [process.execPath, builtCli, 'serve', '--port', '0', '--data', folder];
    const server = spawn('unshare', ['--mount', 'bash', '-c', seal, folder, ...command], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(async () => {
      const closed = once(server, 'close');
      server.kill('SIGTERM');
      await closed;
      await rm(folder, { recursive: true });
    });
    const url = await servedUrl(server);
    const headers = { 'X-API-Key': (await readFile(join(folder, 'first-key'), 'utf8')).trim() };
    const body = new FormData();
    for (const name of ['a.pdf', 'b.pdf']) body.append('files', new Blob([Uint8Array.from(samplePdf(name))]), name);
    const submitted = await fetch(`${url}/api/v1/pdf/merge`, { method: 'POST', headers, body });
    expect(submitted.status).toBe(202);
    const { statusUrl } = (await submitted.json()) as { readonly statusUrl: string };
    const read = async () =>
      ((await (await fetch(statusUrl, { headers })).json()) as { readonly status: string }).status;
    await expect.poll(read, { interval: 1_100 }).toBe('completed');
  },
);

async function servedUrl({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new TypeError('the server has no output');
  for await (const line of createInterface({ input: stdout })) {
    const [, url] = /Platen serves (\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('the server ended before it said where it is');
}
