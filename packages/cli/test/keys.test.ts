import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isApiKey } from '@platen/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exitCodes } from '../src/exit-code.ts';
import { main } from '../src/main.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

let data = '';
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'platen-cli-keys-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

async function platen(...args: readonly string[]) {
  const { terminal, printed, notes } = createRecordingTerminal();
  const code = await main([...args, '--data', data], terminal);
  return { code, printed, notes };
}

test('create --json prints id, name and the key, and nothing else', async () => {
  const { code, printed, notes } = await platen('keys', 'create', '--name', 'mine', '--json');
  const created = JSON.parse(printed.join('')) as Record<string, unknown>;
  expect(Object.keys(created)).toEqual(['id', 'name', 'key']);
  expect(created.name).toBe('mine');
  expect(isApiKey(String(created.key))).toBe(true);
  expect([code, notes]).toEqual([exitCodes.success, []]);
});

test('a list shows names and states, and never a key or its hash', async () => {
  const [key = ''] = (await platen('keys', 'create', '--name', 'one')).printed;
  await platen('keys', 'create', '--name', 'two', '--quota', '5', '--scope', 'pdf/merge', '--expires-days', '1');
  const { printed } = await platen('keys', 'list');
  expect(printed).toHaveLength(2);
  expect(printed[0]).toContain('one');
  const asJson = (await platen('keys', 'list', '--json')).printed.join('');
  const records = JSON.parse(asJson) as readonly Record<string, unknown>[];
  expect(records[1]).toMatchObject({ name: 'two', scopes: ['pdf/merge'], limits: { quotaPerMonth: 5 } });
  for (const text of [printed.join(''), asJson]) {
    expect(text).not.toContain(key);
    expect(text).not.toContain('hash');
  }
});

test('a key takes any limit of its own, and no other', async () => {
  const limits = ['--limit', 'maxPages=50', '--limit', 'maxRunningPerOwner=1'];
  await platen('keys', 'create', ...limits);
  const [record] = JSON.parse((await platen('keys', 'list', '--json')).printed.join('')) as readonly unknown[];
  expect(record).toMatchObject({ limits: { maxPages: 50, maxRunningPerOwner: 1 } });
  for (const wrong of ['maxSheets=1', 'maxPages=many', 'maxPages']) {
    const { code, notes } = await platen('keys', 'create', '--limit', wrong);
    expect(code).toBe(exitCodes.usage);
    expect(notes.join('')).toContain('--limit');
  }
});

test('a revoked key says so', async () => {
  const { id } = JSON.parse((await platen('keys', 'create', '--json')).printed.join('')) as { readonly id: string };
  expect((await platen('keys', 'revoke', id)).code).toBe(exitCodes.success);
  expect((await platen('keys', 'list')).printed.join('')).toContain('revoked');
});

test.each([
  [['keys', 'revoke']],
  [['keys', 'revoke', 'nobody']],
  [['keys', 'frobnicate']],
  [['keys', 'create', '--quota', 'many']],
  [['keys', 'list', '--bogus']],
  [['frobnicate']],
])('%j is a usage error with words', async (args) => {
  await platen('keys', 'create');
  const { code, notes } = await platen(...args);
  expect(code).toBe(exitCodes.usage);
  expect(notes[0]).toMatch(/^platen: /);
  expect(notes.join('\n')).not.toMatch(/\n\s+at /);
});
