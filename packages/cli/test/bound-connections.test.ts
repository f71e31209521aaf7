import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { boundConnections } from '../src/service/bound-connections.ts';

test('the largest request may come at 100 KB/s, and a silent connection is closed', () => {
  const server = createServer();
  boundConnections(server, 300 * 1024 * 1024);
  expect(server.requestTimeout).toBe(60_000 + 3_072_000);
  expect(server.timeout).toBe(120_000);
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
  boundConnections(server, 0);
  expect(server.requestTimeout).toBe(60_000);
});
