import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { samplePdf } from '../src/service/sample-pdf.ts';

test('an agent converts files of its folder, and reaches no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-cli-mcp-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['one', 'two']) await writeFile(join(folder, `${name}.pdf`), samplePdf(name));
  await symlink('/etc/hosts', join(folder, 'hosts.pdf'));
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      '--conditions=@platen/source',
      fileURLToPath(new URL('../bin/platen.js', import.meta.url)),
      ...['mcp', '--folder', folder, '--log-level', 'error'],
    ],
  });
  await client.connect(transport);
  const { pid } = transport;
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['pdf_to_word', 'pdf_merge', 'ocr']));
  const merged = await client.callTool({ name: 'pdf_merge', arguments: { files: ['one.pdf', 'two.pdf'] } });
  expect(merged.isError).toBeUndefined();
  const { outputs } = merged.structuredContent as { readonly outputs: readonly { readonly fileName: string }[] };
  expect((await readFile(join(folder, outputs[0]?.fileName ?? ''))).subarray(0, 5).toString()).toBe('%PDF-');
  for (const files of [
    ['hosts.pdf', 'one.pdf'],
    ['/etc/hosts', 'one.pdf'],
  ]) {
    const refused = await client.callTool({ name: 'pdf_merge', arguments: { files } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: 'INVALID_REQUEST' } } });
  }
  expect(await readdir(folder)).toHaveLength(4);
  await client.close();
  await expect.poll(() => isAlive(pid ?? 0)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
