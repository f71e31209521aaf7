import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { generateApiKey, type KeyStore } from '@platen/core';
import type { DataFolder } from './data-folder.ts';
import { samplePdf } from './sample-pdf.ts';

/** Creates a first key when there is none, and returns it; null when there are keys already. */
export async function createFirstKey(keys: KeyStore): Promise<string | null> {
  if ((await keys.list()).length > 0) return null;
  const { key, record } = generateApiKey({ id: crypto.randomUUID(), name: 'first key', createdAt: Date.now() });
  await keys.create(record);
  return key;
}

/** Command lines to paste: they merge two sample files over HTTP, and fetch the result. */
export async function describeFirstSteps({ sampleFolder }: DataFolder, url: string, key: string): Promise<string> {
  await mkdir(sampleFolder, { recursive: true });
  const files = ['first.pdf', 'second.pdf'].map((name) => join(sampleFolder, name));
  for (const [index, file] of files.entries()) await writeFile(file, samplePdf(`Sample ${index + 1}`));

  const header = `-H 'X-API-Key: ${key}'`;
  const parts = files.map((file) => `-F 'files=@${relative('', file)}'`).join(' ');
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
