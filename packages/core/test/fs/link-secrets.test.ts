import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLinkSecrets } from '@platen/core/fs';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-link-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the first call makes a private secret, the next ones read it', async () => {
  const file = join(folder, 'data', 'link-secrets');
  const [secret = ''] = await readLinkSecrets(file);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(await readLinkSecrets(file)).toEqual([secret]);
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a line is a secret, and a file without any is refused by its name', async () => {
  const file = join(folder, 'link-secrets');
  const secrets = ['new', 'old'].map((name) => `a ${name} secret of 32 characters or more`);
  await writeFile(file, `${secrets[0]}\n\n${secrets[1]}\n`);
  expect(await readLinkSecrets(file)).toEqual(secrets);
  await writeFile(file, '\n');
  await expect(readLinkSecrets(file)).rejects.toThrow(file);
  await writeFile(file, `${secrets[0]}\nshort\n`);
  await expect(readLinkSecrets(file)).rejects.toThrow(`${file} cannot be used: linkSecrets[1] has 5 characters`);
});
