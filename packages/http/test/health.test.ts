import { type ConversionEngine, type EngineStatus, silentLogger } from '@platen/core';
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

async function answerOf(status: Partial<EngineStatus>) {
  const engine = { status: async () => ({ ...well, ...status }) } as ConversionEngine;
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

test('it is not ready while the engine cannot tell', async () => {
  const engine = { status: async () => Promise.reject(new Error('it is being closed')) } as Partial<ConversionEngine>;
  const reply = await readinessReply({ engine, logger: silentLogger } as Surface);
  expect([reply.status, JSON.parse(String(reply.body))]).toEqual([503, { status: 'not-ready' }]);
});
