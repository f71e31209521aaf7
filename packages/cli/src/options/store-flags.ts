import type { SharedUrls } from '@platen/cluster';
import { UsageError } from '../usage-error.ts';

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
    throw new UsageError('--data and --store are two places: leave one of them out');
  }
  return { data: data ?? 'platen-data', urls: data === undefined ? readStoreUrls({ store }) : null };
}

/** For `--help` of commands that need records and files. */
export const storeHelp = `  --store <postgres://…>           Share jobs and keys with other machines (PLATEN_STORE); its password in PGPASSWORD
  --blobs <s3://bucket/prefix>     and files (PLATEN_BLOBS); ?endpoint=<url>&region=<name> for other servers than Amazon's;
                                   credentials as every AWS tool takes them, such as AWS_ACCESS_KEY_ID`;

interface StoreValues {
  readonly store?: string | undefined;
  readonly blobs?: string | undefined;
}

/**
 * What is shared, by flags or environment; null when nothing is. A password in a flag is refused: everybody on the machine
 * can read the command lines of its processes.
 */
function readStoreUrls({ store, blobs }: StoreValues, environment: NodeJS.ProcessEnv = process.env): StoreUrls | null {
  const storeText = store ?? environment.PLATEN_STORE;
  const blobsText = blobs ?? environment.PLATEN_BLOBS;
  if (storeText === undefined && blobsText === undefined) return null;
  if (storeText === undefined) throw new UsageError('--blobs needs --store as well: a database that keeps the jobs');
  const storeUrl = parseUrl(storeText, 'store', ['postgres:', 'postgresql:'], 'postgres://host/database');
  const isInFlag = store !== undefined && (storeUrl.password !== '' || storeUrl.searchParams.has('password'));
  if (isInFlag) {
    throw new UsageError(
      '--store has a password in it, which everybody on this machine can read: put it into PGPASSWORD, or all of it into PLATEN_STORE',
    );
  }
  return { store: storeUrl, blobs: blobsText === undefined ? null : parseBlobs(blobsText) };
}

/** As `readStoreUrls`, of a command that works with files too. */
export function readSharedUrls(values: StoreValues): SharedUrls | null {
  const urls = readStoreUrls(values);
  if (urls === null) return null;
  const { store, blobs } = urls;
  if (blobs === null) throw new UsageError('--store needs --blobs as well: a bucket that keeps the files');
  return { store, blobs };
}

function parseBlobs(text: string): URL {
  const url = parseUrl(text, 'blobs', ['s3:'], 's3://bucket/prefix');
  if (url.username === '' && url.password === '') return url;
  throw new UsageError('--blobs takes no credentials: they belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
}

/** The text itself is not shown: it may hold a password. */
function parseUrl(text: string, flag: string, protocols: readonly string[], example: string): URL {
  // `postgres:///database?host=/folder` of a Unix socket is a URL too.
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && protocols.includes(url.protocol)) return url;
  throw new UsageError(`--${flag} takes an address such as ${example}`);
}
