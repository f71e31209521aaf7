import { generateApiKey, type KeyStore } from '@platen/core';
import { createKeyAuthenticator } from '@platen/core/internal';
import { createMemoryKeyStore } from '@platen/core/memory';
import { expect, test } from 'vitest';

const minuteMs = 60_000;

/** A key store, a key in it, and a function that authenticates that key at a moment. */
async function createCaller(touch?: (keys: KeyStore) => KeyStore['touch']) {
  const keys = createMemoryKeyStore();
  const { key: apiKey, record } = generateApiKey({ id: 'key-1', name: 'Key', createdAt: 0 });
  await keys.create(record);
  let now = 0;
  const clock = { now: () => now };
  const observed = touch === undefined ? keys : { ...keys, touch: touch(keys) };
  const { authenticate } = createKeyAuthenticator({ keys: observed, clock });
  const callAt = (at: number) => {
    now = at;
    return authenticate({ apiKey, request: undefined as never });
  };
  return { callAt, lastUsedAt: async () => (await keys.list())[0]?.lastUsedAt };
}

test('the use of a key is recorded once a minute', async () => {
  const { callAt, lastUsedAt } = await createCaller();
  for (const at of [minuteMs, 2 * minuteMs - 1]) {
    await callAt(at);
    expect(await lastUsedAt()).toBe(minuteMs);
  }
  await callAt(2 * minuteMs);
  expect(await lastUsedAt()).toBe(2 * minuteMs);
});

test('a key is good though its use cannot be recorded, or takes long to be', async () => {
  const full = await createCaller(() => () => Promise.reject(new Error('database or disk is full')));
  expect(await full.callAt(0)).toMatchObject({ keyId: 'key-1' });
  let writes = 0;
  const locked = await createCaller(() => () => {
    writes += 1;
    return new Promise(() => {});
  });
  for (let turn = 0; turn < 3; turn += 1) expect(await locked.callAt(turn)).toMatchObject({ keyId: 'key-1' });
  expect(writes).toBe(1);
});
