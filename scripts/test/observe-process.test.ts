import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { observeProcess } from '../observe-process.ts';

const root = new URL('../../', import.meta.url);
const listener = () => {};
const fetched = globalThis.fetch;
const { PATH } = process.env;

test.each([
  ['a listener for platen', () => process.on('platen', listener), () => process.off('platen', listener)],
  ['environment variable PATH', () => (process.env.PATH = ''), () => (process.env.PATH = PATH)],
  ['another global fetch', () => (globalThis.fetch = async () => new Response()), () => (globalThis.fetch = fetched)],
  ['a mock of console.debug', () => vi.spyOn(console, 'debug'), () => vi.restoreAllMocks()],
  ['the current folder', () => process.chdir('..'), () => process.chdir(new URL('.', root).pathname)],
])('%s that a test leaves behind is named', (name, leave, restore) => {
  process.chdir(root.pathname);
  const changes = observeProcess();
  expect(changes()).toEqual([]);
  leave();
  onTestFinished(() => void restore());
  expect(changes()).toEqual([name]);
  restore();
  expect(changes()).toEqual([]);
});

test('fake timers that a test leaves behind are named', () => {
  const changes = observeProcess();
  vi.useFakeTimers();
  const left = changes();
  vi.useRealTimers();
  expect(left).toContain('fake timers');
  expect(changes()).toEqual([]);
});

test('a server that a test leaves behind is named', async () => {
  const changes = observeProcess();
  await using server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  expect(changes()).toEqual(['an open TCPServerWrap']);
});

/** Not of these, each of whose files has a process of its own. */
const ownProcess = /node_modules|^packages\/(blobs|cli|cluster|dashboard|mcp)\//;

test('no test that shares its process mocks a module, which others have loaded', () => {
  const files = globSync('packages/{*,*/*}/test/**/*.test.ts', { cwd: root }).filter((file) => !ownProcess.test(file));
  expect(files.length).toBeGreaterThan(300);
  const mocking = files.filter((file) =>
    /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(new URL(file, root), 'utf8')),
  );
  expect(mocking.filter((file) => !file.endsWith('.system.test.ts'))).toEqual([]);
});
