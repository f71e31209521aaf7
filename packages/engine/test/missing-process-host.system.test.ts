import { createProcessExecutor } from '@platen/engine';
import { expect, test, vi } from 'vitest';
import { createTestEngine } from './fixtures/test-engine.ts';

// As after an installation that was cut off.
vi.mock('node:module', async (original) => {
  const real = await original<typeof import('node:module')>();
  const createRequire = (from: string | URL) => {
    const require = real.createRequire(from);
    const resolve = (name: string) => require.resolve(name === '@platen/engine/process-host' ? './nowhere.js' : name);
    return Object.assign((name: string) => require(name), require, { resolve });
  };
  return { ...real, createRequire };
});

test('a script of worker processes that is missing is named in a sentence, before a job is taken', async () => {
  const { engine } = await createTestEngine({ executor: createProcessExecutor() });
  await expect(engine.start()).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The script of worker processes, @platen/engine/process-host, is missing: install @platen/engine again',
  });
});
