import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JobStore, KeyStore, WebhookStore } from '@platen/core';
import { databaseFileOf, openStore, StartError } from '@platen/host/data-folder';
import type { StoreUrls } from '../options/store-flags.ts';
import { importCluster } from './import-cluster.ts';

/** Jobs and keys of a server, for as long as a command looks at them. */
export interface Records extends AsyncDisposable {
  readonly jobs: JobStore;
  readonly keys: KeyStore;
  readonly webhookStore: WebhookStore;
}

/** Which: those of a data folder, or those that several machines share. */
export interface RecordsSettings {
  readonly data: string;
  readonly urls: StoreUrls | null;
  /** Said after "there is no database in the folder …"; null when a database may be made. */
  readonly hint: string | null;
}

/** Rejects with a `StartError`: a misspelt `--data` must not make another database, whose keys no server knows. */
export async function openRecords({ data, urls, hint }: RecordsSettings): Promise<Records> {
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
