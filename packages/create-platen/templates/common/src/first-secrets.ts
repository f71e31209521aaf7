import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateApiKey } from '@platen/core';
import { hashPassword } from '@platen/dashboard';
import type { Platen } from '@platen/host';

/** Creates a first API key when there is none, and shows it. */
export async function createFirstKey({ keys }: Platen, data: string): Promise<void> {
  if ((await keys.list()).length > 0) return;
  const { key, record } = generateApiKey({ id: crypto.randomUUID(), name: 'first key', createdAt: Date.now() });
  await show('API key', key, join(data, 'first-key'));
  await keys.create(record);
}

/** The hash of the dashboard's password, which is made and shown at the first start: delete the file to get a new one. */
export async function openPasswordHash(data: string): Promise<string> {
  const file = join(data, 'dashboard-password');
  const stored = await readFile(file, 'utf8').catch(() => '');
  if (stored !== '') return stored.trim();
  const password = randomBytes(15).toString('base64url');
  await show('Password of the dashboard', password, join(data, 'first-password'));
  const hash = await hashPassword(password);
  await writeFile(file, `${hash}\n`, { mode: 0o600 });
  return hash;
}

/** On a terminal, once. What a service prints is kept in logs: there it goes into a file that only its owner may read. */
async function show(name: string, secret: string, file: string): Promise<void> {
  if (process.stdout.isTTY) return console.log(`${name} (shown only this once): ${secret}`);
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  console.log(`${name}: in ${file} (store it elsewhere, then delete the file)`);
}
