import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateApiKey } from '@platen/core';
import { platen } from '@platen/express';
import { createPlaten } from '@platen/host';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { exitCodes } from '../src/exit-code.ts';
import { main } from '../src/main.ts';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

async function run(...args: readonly string[]) {
  const { terminal, printed, notes } = createRecordingTerminal();
  const code = await main(['convert', ...args], terminal);
  return { code, printed: printed.join('\n'), noted: notes.join('\n') };
}

test('a file is converted on a server as it would be here', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-remote-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [input, output] = [join(folder, 'one.pdf'), join(folder, 'out.pdf')];
  await writeFile(input, samplePdf('one'));
  await using host = await createPlaten({ data: join(folder, 'data') });
  const { key, record } = generateApiKey({ id: 'key', name: 'test', createdAt: Date.now() });
  await host.keys.create(record);
  const server = createServer(express().use('/convert', platen(host)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/convert`;

  const merged = await run('pdf/merge', input, input, '-o', output, '--server', url, '--key', key, '--json');
  expect(merged).toMatchObject({ code: exitCodes.success, noted: '' });
  expect(JSON.parse(merged.printed)).toEqual({ outputs: [output], warnings: [] });
  expect((await readFile(output)).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await host.engine.list()).jobs).toHaveLength(1);

  const [source] = (await host.engine.list()).jobs;
  const chained = ['split', '--from', `${source?.id}/1`, '-o', join(folder, 'chained/'), '--server', url];
  expect(await run(...chained, '--key', key)).toMatchObject({ code: exitCodes.success });
  expect(await readdir(join(folder, 'chained'))).toEqual(['one-merged-001.pdf', 'one-merged-002.pdf']);
  const beside = ['merge', input, '--from', String(source?.id), '-o', output, '-f', '--server', url, '--key', key];
  expect(await run(...beside)).toMatchObject({ code: exitCodes.success });
  expect((await run('split', '--from', 'a/b', '-o', output, '--server', url, '--key', key)).noted).toContain(
    '--from a/b',
  );
  expect((await run('split', '--from', 'a', '-o', output)).noted).toContain('--server');

  await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7 and nothing else');
  const batch = ['split', input, join(folder, 'broken.pdf'), '-o', join(folder, 'parts/'), '--server', url];
  const several = await run(...batch, '--key', key);
  expect(several.code).toBe(exitCodes.incomplete);
  expect(several.noted).toContain('2 files: 1 converted, 1 failed');
  expect(await readdir(join(folder, 'parts'))).toEqual(['one-001.pdf']);
  // What every other file would meet as well ends a batch.
  const denied = await run(...batch, '--jobs', '1', '--key', 'wrong');
  expect(denied.code).toBe(exitCodes.usage);
  expect(denied.noted).toContain('is not valid');
  expect(denied.noted).toContain('2 files: 0 converted, 0 failed, 2 not converted');

  await writeFile(input, 'no PDF');
  expect(await run('pdf/split', input, '-o', output, '-f', '--server', url, '--key', key)).toMatchObject({
    code: exitCodes.usage,
    noted: expect.stringContaining('UNSUPPORTED_FORMAT'),
  });
  const refused = await run('pdf/split', input, '-o', output, '-f', '--server', url, '--key', 'wrong');
  expect(refused).toMatchObject({ code: exitCodes.usage, noted: expect.stringContaining('is not valid') });
  expect(await run('pdf/split', join(folder, 'none'), '-o', output, '-f', '--server', url, '--key', key)).toMatchObject(
    {
      code: exitCodes.usage,
    },
  );
});

test('a server that is not said, or a key that is missing, is told in a line', async () => {
  expect((await run('pdf/split', 'a.pdf', '-o', 'b', '--key', 'x')).noted).toContain('--server');
  expect((await run('pdf/split', 'a.pdf', '-o', 'b', '--server', 'http://x')).noted).toContain('--key');
  expect((await run('pdf/split', 'package.json', '-o', 'b', '--server', 'x', '--key', 'k')).noted).toContain(
    'absolute http',
  );
});
