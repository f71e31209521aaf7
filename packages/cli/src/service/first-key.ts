import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { generateApiKey, type KeyStore } from '@platen/core';
import type { DataFolder } from '@platen/host/data-folder';
import { samplePdf } from './sample-pdf.ts';

export interface FirstKey {
  /** How it is shown to the user. */
  readonly notice: string;
  /** The key as it goes into a command line of the shell. */
  readonly inShell: string;
  /** The file that holds it; null for one that was shown. */
  readonly file: string | null;
}

/**
 * Creates a first key when there is none; null when there are keys already. Only a terminal is shown the key itself: what
 * a service prints is kept in logs, so there it goes into a file that only its owner may read.
 */
export async function createFirstKey(keys: KeyStore, data: DataFolder, isShown: boolean): Promise<FirstKey | null> {
  if ((await keys.list()).length > 0) return null;
  const { key, record } = generateApiKey({ id: crypto.randomUUID(), name: 'first key', createdAt: Date.now() });
  const file = join(data.path, 'first-key');
  // Before the key is good for anything: one that nobody could read would be the first all the same.
  if (!isShown) await writeFile(file, `${key}\n`, { mode: 0o600 });
  await keys.create(record);
  if (isShown) return { notice: `API key (shown only this once): ${key}`, inShell: key, file: null };
  const notice = `API key: in ${file} (keep it elsewhere and delete the file)`;
  return { notice, inShell: `$(cat ${inShell(file)})`, file };
}

/** Command lines to paste: they merge two sample files over HTTP, and fetch the result. */
export async function describeFirstSteps({ sampleFolder }: DataFolder, url: string, key: FirstKey): Promise<string> {
  const files = ['first.pdf', 'second.pdf'].map((name) => join(sampleFolder, name));
  for (const [index, file] of files.entries()) await writeFile(file, samplePdf(`Sample ${index + 1}`));

  const header = `-H "X-API-Key: ${key.inShell}"`;
  const parts = files.map((file) => `-F files=@${inShell(relative('', file))}`).join(' ');
  const submit = `curl -sS ${header} ${parts} ${url}/api/v1/pdf/merge`;
  const field = (name: string) => `sed -E 's/.*"${name}":"([^"]+)".*/\\1/'`;
  const wait = `until curl -sS ${header} "$JOB" | grep -qE '"status":"(completed|failed)"'; do sleep 1; done`;
  const fetch = `curl -sS -o merged.pdf "$(curl -sS ${header} "$JOB" | ${field('downloadUrl')})"`;
  return [
    'Merge two PDFs:',
    '',
    `  ${submit}`,
    '',
    'The same, waiting for the result and downloading it as merged.pdf:',
    '',
    `  JOB=$(${submit} | ${field('statusUrl')}) && ${wait} && ${fetch} && ls -l merged.pdf`,
  ].join('\n');
}

/** A path as one word of a POSIX shell. */
function inShell(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
