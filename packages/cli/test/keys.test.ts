import { existsSync } from 'node:fs';
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
  const init = args[1] === 'create' ? ['--init'] : [];
  const code = await main([...args, ...init, '--data', data], terminal);
  return { code, printed, notes };
}

test('create --json prints id, name, owner and the key, and nothing else', async () => {
  const { code, printed, notes } = await platen('keys', 'create', '--name', 'mine', '--json');
  const created = JSON.parse(printed.join('')) as Record<string, unknown>;
  expect(Object.keys(created)).toEqual(['id', 'name', 'ownerId', 'key']);
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
  for (const wrong of ['maxSheets=1', 'maxPages=many', 'maxPages', 'constructor=1']) {
    const { code, notes } = await platen('keys', 'create', '--limit', wrong);
    expect(code).toBe(exitCodes.usage);
    expect(notes.join('')).toContain('--limit');
  }
});

test.each([
  ['--expires-days', '1e99'],
  ['--quota', '1.5'],
  ['--rate', '0'],
  ['--rate', '1e300'],
])('%s %s makes no key, and says which option is wrong', async (flag, value) => {
  const { code, printed, notes } = await platen('keys', 'create', flag, value);
  expect({ code, printed }).toEqual({ code: exitCodes.usage, printed: [] });
  expect(notes.join('')).toContain(`${flag} `);
});

test('a key cannot be rotated with a grace that no date can hold', async () => {
  await platen('keys', 'create', '--name', 'old');
  const [old] = JSON.parse((await platen('keys', 'list', '--json')).printed.join('')) as readonly { id: string }[];
  expect((await platen('keys', 'rotate', `${old?.id}`, '--grace-hours', '1e99')).code).toBe(exitCodes.usage);
  expect((await platen('keys', 'rotate', `${old?.id}`)).code).toBe(exitCodes.success);
});

test('keys of one owner share it, and lists can be of one owner', async () => {
  await platen('keys', 'create', '--name', 'web', '--owner', 'acme');
  await platen('keys', 'create', '--name', 'batch', '--owner', 'acme');
  await platen('keys', 'create', '--name', 'alone');
  const listed = async (...args: readonly string[]) =>
    JSON.parse((await platen('keys', 'list', '--json', ...args)).printed.join('')) as readonly {
      readonly id: string;
      readonly ownerId: string;
    }[];
  expect((await listed('--owner', 'acme')).map(({ ownerId }) => ownerId)).toEqual(['acme', 'acme']);
  const alone = (await listed()).at(-1);
  expect(alone?.ownerId).toBe(alone?.id);
});

test('a rotated key gives owner, scopes and limits on, and works until its grace is over', async () => {
  const wanted = ['--owner', 'acme', '--scope', 'pdf/merge', '--quota', '5'];
  const old = JSON.parse((await platen('keys', 'create', '--json', ...wanted)).printed.join('')) as {
    readonly id: string;
  };
  const before = Date.now();
  const rotated = await platen('keys', 'rotate', old.id, '--grace-hours', '2', '--json');
  const { id, key } = JSON.parse(rotated.printed.join('')) as { readonly id: string; readonly key: string };
  expect(isApiKey(key)).toBe(true);
  const records = JSON.parse((await platen('keys', 'list', '--json')).printed.join('')) as readonly Record<
    string,
    unknown
  >[];
  expect(records[1]).toMatchObject({ id, ownerId: 'acme', scopes: ['pdf/merge'], limits: { quotaPerMonth: 5 } });
  expect(records[0]).toMatchObject({ id: old.id, successorId: id });
  expect(Number(records[0]?.expiresAt) - before).toBeGreaterThanOrEqual(2 * 3_600_000);
  const again = await platen('keys', 'rotate', old.id);
  expect([again.code, again.notes.join('')]).toEqual([
    exitCodes.usage,
    expect.stringContaining('rotate its successor'),
  ]);
});

test('a revoked key says so', async () => {
  const { id } = JSON.parse((await platen('keys', 'create', '--json')).printed.join('')) as { readonly id: string };
  const revoked = await platen('keys', 'revoke', id, '--json');
  expect(revoked.code).toBe(exitCodes.success);
  expect(JSON.parse(revoked.printed.join(''))).toEqual({ id, revoked: true });
  expect((await platen('keys', 'list')).printed.join('')).toContain('revoked');
});

test.each([
  [['keys', 'revoke']],
  [['keys', 'revoke', 'nobody']],
  [['keys', 'rotate']],
  [['keys', 'rotate', 'nobody']],
  [['keys', 'create', '--owner', 'a b']],
  [['keys', 'frobnicate']],
  [['keys', 'create', '--quota', 'many']],
  [['keys', 'create', '--name', ' ']],
  [['keys', 'create', '--expires-days', '0']],
  [['keys', 'create', '--expires-days=-1']],
  [['keys', 'list', '--bogus']],
  [['frobnicate']],
])('%j is a usage error with words', async (args) => {
  await platen('keys', 'create');
  const { code, notes } = await platen(...args);
  expect(code).toBe(exitCodes.usage);
  expect(notes[0]).toMatch(/^platen: /);
  expect(notes.join('\n')).not.toMatch(/\n\s+at /);
});

test('a misspelt folder makes no new database', async () => {
  const { terminal, notes } = createRecordingTerminal();
  const misspelt = join(data, 'misspelt');
  expect(await main(['keys', 'create', '--data', misspelt], terminal)).toBe(exitCodes.unavailable);
  expect(notes).toEqual([expect.stringContaining(`there is no database in the folder ${misspelt}`)]);
  expect(existsSync(misspelt)).toBe(false);
});

test('an unknown scope is refused with the one that is meant, and makes no key', async () => {
  const { code, notes } = await platen('keys', 'create', '--scope', 'pdf/merg');
  expect(code).toBe(exitCodes.usage);
  expect(notes[0]).toContain('did you mean "pdf/merge"?');
  await platen('keys', 'create', '--name', 'only');
  expect((await platen('keys', 'list')).printed).toHaveLength(1);
});
