import { type ConversionEngine, ConversionError, type EngineStatus, silentLogger } from '@platen/core';
import { expect, test } from 'vitest';
import { readinessReply } from '../src/health.ts';
import type { Surface } from '../src/surface-options.ts';

const well: EngineStatus = {
  state: 'running',
  running: 2,
  maxQueued: 5,
  storage: 'ok',
  store: 'ok',
  workers: 'ok',
  unavailable: [],
  workerStarts: null,
};

async function answerOf(status: Partial<EngineStatus>, get: ConversionEngine['get'] = async () => null) {
  const engine = { status: async () => ({ ...well, ...status }), get } as ConversionEngine;
  const reply = await readinessReply({ engine, logger: silentLogger } as Surface);
  return { status: reply.status, body: JSON.parse(String(reply.body)) };
}

test('it is ready while a submission would be taken', async () => {
  const body = {
    status: 'ready',
    engine: 'running',
    running: 2,
    storage: 'ok',
    store: 'ok',
    workers: 'ok',
    unavailable: [],
  };
  expect(await answerOf({})).toEqual({ status: 200, body });
});

test('an operation whose workers cannot be started is named, and leaves it ready for the others', async () => {
  const broken = { workers: 'degraded', unavailable: ['pdf/to-word'] } as const;
  expect(await answerOf(broken)).toMatchObject({ status: 200, body: { status: 'ready', ...broken } });
});

test.each([
  { state: 'idle' },
  { state: 'draining' },
  { state: 'stopped' },
  { storage: 'full' },
  { storage: 'unavailable' },
  { store: 'failing' },
  { workers: 'failing', unavailable: ['pdf/to-word'] },
] as const)('it is not ready with %j, and says why', async ({ state: engine, ...rest }: Partial<EngineStatus>) => {
  const status = engine === undefined ? rest : { state: engine };
  const shown = engine === undefined ? rest : { engine };
  expect(await answerOf(status)).toMatchObject({ status: 503, body: { status: 'not-ready', ...shown } });
});

test('it asks the store for one record alone: whatever counts jobs takes longer the more there are', async () => {
  const asked: PropertyKey[] = [];
  const engine = new Proxy({} as ConversionEngine, {
    get: (_, name) => {
      asked.push(name);
      return name === 'status' ? async () => well : async () => null;
    },
  });
  expect((await readinessReply({ engine, logger: silentLogger } as Surface)).status).toBe(200);
  expect(asked).toEqual(['status', 'get']);
});

test('it is not ready while the store does not answer', async () => {
  const down = async () => Promise.reject(new ConversionError('SERVICE_UNAVAILABLE', 'The store is down'));
  expect(await answerOf({}, down)).toEqual({ status: 503, body: { status: 'not-ready' } });
});

test('probes at the same time ask the store once, and the engine for its state each time', async () => {
  let asked = 0;
  const { promise: answer, resolve } = Promise.withResolvers<null>();
  const engine = {
    status: async () => well,
    get: () => {
      asked += 1;
      return answer;
    },
  } as unknown as ConversionEngine;
  const probe = async () => (await readinessReply({ engine, logger: silentLogger })).status;
  const probes = [probe(), probe(), probe()];
  resolve(null);
  expect(await Promise.all(probes)).toEqual([200, 200, 200]);
  expect(asked).toBe(1);
});

test('it does not wait for the disk before it asks the store', async () => {
  const { promise: status, resolve } = Promise.withResolvers<EngineStatus>();
  const engine = {
    status: () => status,
    get: async () => {
      resolve(well);
      return null;
    },
  } as unknown as ConversionEngine;
  expect((await readinessReply({ engine, logger: silentLogger })).status).toBe(200);
});
