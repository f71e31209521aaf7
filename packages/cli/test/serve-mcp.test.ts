import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { agentFile, connectAgent, firstLink } from './connect-agent.ts';
import { startServer } from './server-process.ts';

test('an agent converts at /mcp in confined workers, within the limits of the server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-cli-serve-mcp-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = await startServer(folder, '--mcp', '--limit', 'maxPages=1', '--no-dashboard');
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  const agent = await connectAgent(server.url, server.key);
  const merged = await agent.call('pdf_merge', agentFile('one'), agentFile('two'));
  expect(merged.isError).toBeUndefined();
  const link = firstLink(merged);
  expect(link).toMatch(`${server.url}/api/download/`);
  expect(await (await fetch(link)).text()).toMatch(/^%PDF-/);
  const tooMany = await agent.call('pdf_to_image', { name: 'merged.pdf', link });
  expect(tooMany).toMatchObject({ isError: true, structuredContent: { error: { code: 'PROCESSING_FAILED' } } });
  const image = await agent.call('pdf_to_image', agentFile('one'));
  expect(image.structuredContent).toMatchObject({ outputs: [{ mediaType: 'image/png' }] });
  expect(server.errors).toEqual([]);
  await agent.close();
  expect(await server.stop('SIGTERM')).toBe(0);
});
