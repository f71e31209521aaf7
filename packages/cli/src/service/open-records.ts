import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JobStore, KeyStore, WebhookStore } from '@platen/core';
import { databaseFileOf, openStore } from '@platen/host/data-folder';
import { StartError } from '@platen/host/folder-problem';
import type { RecordsPlace } from '../options/store-flags.ts';
import { importCluster } from './import-cluster.ts';

/** Jobs and keys of a server, for as long as a command looks at them. */
export interface Records extends AsyncDisposable {
  readonly jobs: JobStore;
  readonly keys: KeyStore;
  readonly webhookStore: WebhookStore;
}

/**
 * Rejects with a `StartError` where there is no database: a misspelt `--data` must not make another one, whose keys no
 * server knows. `hint` is said after that; with null, a database may be made.
 */
export async function openRecords(
  { data, urls }: RecordsPlace,
  hint: string | null = '; --data names the folder of the server',
): Promise<Records> {
  if (urls !== null) {
    const { openSharedRecords } = await importCluster();
    const { close, ...records } = await openSharedRecords(urls.store);
    return { ...records, [Symbol.asyncDispose]: close };
  }
  const file = databaseFileOf(data);
  if (hint !== null && !existsSync(file)) {
    throw new StartError(`there is no database in the folder ${resolve(data)}${hint}`);
  }
  return openStore(file);
}
