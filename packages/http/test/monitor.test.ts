import { type ConversionEngine, silentLogger } from '@platen/core';
import { createMonitor } from '@platen/http';
import { expect, test } from 'vitest';

test('a node that serves nothing else is looked at by three paths, and by GET and HEAD alone', async () => {
  let state = 'running';
  const status = async () => ({
    state,
    running: 0,
    maxQueued: 9,
    storage: 'ok',
    store: 'ok',
    workers: 'ok',
    workerStarts: null,
  });
  const none = async () => [];
  const engine = {
    status,
    get: async () => null,
    on: () => () => {},
    operations: new Map(),
    backlog: none,
    nodes: none,
  };
  const monitor = createMonitor({ engine: engine as unknown as ConversionEngine, logger: silentLogger });
  const look = async (path: string, method = 'GET') => {
    const { status: code, body } = await monitor.answer(method, path);
    return { code, text: String(body ?? '') };
  };
  expect(await look('/healthz')).toEqual({ code: 200, text: '{"status":"ok"}' });
  expect((await look('/readyz')).code).toBe(200);
  expect((await look('/metrics')).text).toContain('platen_jobs_running 0');
  expect(await look('/readyz', 'HEAD')).toEqual({ code: 200, text: '' });
  for (const [path, method] of [['/api/v1/account'], ['/toString'], ['/metrics', 'POST']]) {
    expect((await look(String(path), method)).code).toBe(404);
  }
  state = 'draining';
  expect((await look('/readyz')).code).toBe(503);
  monitor.close();
});
