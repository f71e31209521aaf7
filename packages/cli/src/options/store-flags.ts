import type { SharedSettings, SharedUrls } from '@platen/cluster';
import { UsageError } from '../usage-error.ts';
import { positiveFlag } from './number-flag.ts';

/** Where several machines keep what they share. */
export interface StoreUrls {
  /** Of a PostgreSQL database. */
  readonly store: URL;
  /** `s3://bucket/prefix`; null for a command that needs no files. */
  readonly blobs: URL | null;
}

/** What `parseArguments` takes. */
export const storeFlags = {
  store: { type: 'string' },
  blobs: { type: 'string' },
} as const;

/** Flags of commands that run a node, beside `storeFlags`. */
export const nodeFlags = {
  ...storeFlags,
  'listen-store': { type: 'string' },
  migrate: { type: 'boolean', default: true },
  'store-timeout-ms': { type: 'string' },
  'blob-timeout-ms': { type: 'string' },
} as const;

/** Flags of commands that look into the records of a server: those of a data folder, or those that machines share. */
export const recordsFlags = { data: { type: 'string' }, store: storeFlags.store } as const;

/** Where the records of a server are. */
export interface RecordsPlace {
  /** The data folder, where nothing is shared. */
  readonly data: string;
  readonly urls: StoreUrls | null;
}

/** `--data` goes before `PLATEN_STORE`, as every flag before its variable; beside `--store` it is refused. */
export function readRecordsPlace({
  data,
  store,
}: {
  readonly data?: string | undefined;
  readonly store?: string | undefined;
}): RecordsPlace {
  if (data !== undefined && store !== undefined) {
    throw new UsageError('--data and --store name two places: leave one of them out');
  }
  return { data: data ?? 'platen-data', urls: data === undefined ? readStoreUrls({ store }) : null };
}

/** For `--help` of commands that need records and files. */
export const storeHelp = `  --store <postgres://…>           Database for jobs and keys that several machines share (PLATEN_STORE); set the password in PGPASSWORD
  --blobs <s3://bucket/prefix>     Bucket for their files (PLATEN_BLOBS); ?endpoint=<url>&region=<name> for servers other than Amazon's;
                                   set credentials as for other AWS tools, such as in AWS_ACCESS_KEY_ID`;

/** For `--help` of commands that run a node. */
export const nodeHelp = `${storeHelp}
  --listen-store <postgres://…>    Direct address of the database, if --store is a pooler in transaction mode (PLATEN_LISTEN_STORE)
  --no-migrate                     Do not change tables, because "platen migrate" has updated them
  --store-timeout-ms <number>      Deadline of a call to the database, in milliseconds (default: 1500)
  --blob-timeout-ms <number>       Deadline of a request to the bucket, plus one second for each megabyte (default: 1500)`;

interface StoreValues {
  readonly store?: string | undefined;
  readonly blobs?: string | undefined;
}

/**
 * What is shared, by flags or environment; null when nothing is. A password in a flag is refused: everybody on the machine
 * can read the command lines of its processes.
 */
export function readStoreUrls(
  { store, blobs }: StoreValues,
  environment: NodeJS.ProcessEnv = process.env,
): StoreUrls | null {
  const storeText = store ?? environment.PLATEN_STORE;
  const blobsText = blobs ?? environment.PLATEN_BLOBS;
  if (storeText === undefined && blobsText === undefined) return null;
  if (storeText === undefined) throw new UsageError('--blobs needs --store as well: a database that keeps the jobs');
  const storeUrl = databaseUrl(storeText, 'store', store !== undefined);
  return { store: storeUrl, blobs: blobsText === undefined ? null : parseBlobs(blobsText) };
}

function databaseUrl(text: string, flag: 'store' | 'listen-store', isInFlag: boolean): URL {
  const url = parseUrl(text, flag, ['postgres:', 'postgresql:'], 'postgres://host/database');
  if (!isInFlag || (url.password === '' && !url.searchParams.has('password'))) return url;
  const variable = flag === 'store' ? 'PLATEN_STORE' : 'PLATEN_LISTEN_STORE';
  throw new UsageError(
    `--${flag} contains a password, which everybody on this machine can read: put the password into PGPASSWORD, or the whole address into ${variable}`,
  );
}

/** As `readStoreUrls`, of a command that works with files too. */
export function readSharedUrls(
  values: StoreValues & { readonly 'listen-store'?: string | undefined },
): SharedUrls | null {
  const urls = readStoreUrls(values);
  const listen = values['listen-store'] ?? process.env.PLATEN_LISTEN_STORE;
  if (urls === null) {
    if (values['listen-store'] !== undefined) throw new UsageError('--listen-store needs --store as well');
    return null;
  }
  const { store, blobs } = urls;
  if (blobs === null) throw new UsageError('--store needs --blobs as well: a bucket that keeps the files');
  if (listen === undefined) return { store, blobs };
  return { store, blobs, listen: databaseUrl(listen, 'listen-store', values['listen-store'] !== undefined) };
}

/** How a node uses what is shared, by flags. */
export function readSharedSettings(values: {
  readonly migrate: boolean;
  readonly 'store-timeout-ms'?: string | undefined;
  readonly 'blob-timeout-ms'?: string | undefined;
}): SharedSettings {
  return {
    migrate: values.migrate,
    storeTimeoutMs: positiveFlag('store-timeout-ms', values['store-timeout-ms']),
    blobTimeoutMs: positiveFlag('blob-timeout-ms', values['blob-timeout-ms']),
  };
}

function parseBlobs(text: string): URL {
  const url = parseUrl(text, 'blobs', ['s3:'], 's3://bucket/prefix');
  if (url.username === '' && url.password === '') return url;
  throw new UsageError('--blobs takes no credentials: put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
}

/** The text itself is not shown: it may hold a password. */
function parseUrl(text: string, flag: string, protocols: readonly string[], example: string): URL {
  // `postgres:///database?host=/folder` of a Unix socket is a URL too.
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && protocols.includes(url.protocol)) return url;
  throw new UsageError(`--${flag} takes an address such as ${example}`);
}
