import { generateApiKey } from '@platen/core';
import { createMemoryKeyStore } from '@platen/core/memory';
import { createEngine } from '@platen/engine';
import { testCopy } from '@platen/testing';
import { onTestFinished } from 'vitest';

/** What a test mounts, with a key to it. The engine is not started, and stops with the test. */
export async function keyedSurface() {
  const engine = createEngine({ operations: [testCopy] });
  onTestFinished(() => engine.stop(0));
  const keys = createMemoryKeyStore();
  const { key, record } = generateApiKey({ id: 'key', name: 'test', createdAt: Date.now() });
  await keys.create(record);
  const linkSecrets = ['a secret of at least 32 characters'];
  return { surface: { engine, keys, linkSecrets, trustUploads: true }, key };
}
