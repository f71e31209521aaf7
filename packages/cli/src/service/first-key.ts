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
  const notice = `API key: in ${file} (store it elsewhere, then delete the file)`;
  return { notice, inShell: `$(cat ${inShell(shorter(file))})`, file };
}

/** Command lines to paste: they merge two sample files over HTTP, and fetch the result. */
export async function describeFirstSteps({ sampleFolder }: DataFolder, url: string, key: FirstKey): Promise<string> {
  const files = ['first.pdf', 'second.pdf'].map((name) => join(sampleFolder, name));
  for (const [index, file] of files.entries()) await writeFile(file, samplePdf(`Sample ${index + 1}`));

  const header = `-H "X-API-Key: $KEY"`;
  const parts = files.map((file) => `-F files=@${inShell(shorter(file))}`).join(' ');
  // Each answer is shown and kept, and the next line takes the address from it.
  const kept = `$(grep -o 'http[^"]*' job.json)`;
  return [
    'Merge two PDFs: submit them, poll until the job has ended, download the result.',
    '',
    `  export KEY=${key.inShell}`,
    `  curl -sS ${header} ${parts} ${url}/api/v1/pdf/merge | tee job.json`,
    `  JOB=${kept}; while curl -sS ${header} $JOB | tee job.json | grep '"processing"'; do sleep 1; done; cat job.json`,
    `  curl -sS -o merged.pdf ${kept}`,
  ].join('\n');
}

/** A path from here where that is the shorter way to say it. */
function shorter(path: string): string {
  const fromHere = relative('', path);
  return fromHere.length < path.length ? fromHere : path;
}

/** A path as one word of a POSIX shell. */
function inShell(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
