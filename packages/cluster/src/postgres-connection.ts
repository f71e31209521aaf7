import { errorCode, isError } from '@platen/core/internal';
import { StartError } from '@platen/host/folder-problem';
import pg from 'pg';

/** What pg-boss and the statements of the store need. */
const minServerVersion = 130_000;
const defaultTimeoutMs = 1_500;

/** How every connection to the database is made, within `timeoutMs`. */
export function connectionOptions(url: URL, timeoutMs = defaultTimeoutMs) {
  return {
    connectionString: withSslMode(url).href,
    application_name: 'platen',
    keepAlive: true,
    connectionTimeoutMillis: timeoutMs,
  };
}

/**
 * `sslmode` as every PostgreSQL tool has it, from the address or PGSSLMODE: `require` encrypts, `verify-ca` and `verify-full` also
 * check whom it is that answers. The client would take all of them for `verify-full`.
 */
function withSslMode(url: URL, environment: NodeJS.ProcessEnv = process.env): URL {
  const isSocket = url.searchParams.get('host')?.startsWith('/') === true;
  const mode = url.searchParams.get('sslmode') ?? environment.PGSSLMODE;
  if (isSocket || mode === undefined || !libpqModes.includes(mode) || url.searchParams.has('uselibpqcompat'))
    return url;
  const withMode = new URL(url);
  withMode.searchParams.set('sslmode', mode);
  withMode.searchParams.set('uselibpqcompat', 'true');
  const authority = environment.PGSSLROOTCERT;
  if (authority !== undefined && !url.searchParams.has('sslrootcert')) {
    withMode.searchParams.set('sslrootcert', authority);
  }
  return withMode;
}

const libpqModes: readonly string[] = ['require', 'verify-ca', 'verify-full'];

/** What a look at the database found. */
export interface DatabaseReport {
  /** As `15.4`. */
  readonly version: string;
  /** How far its clock is ahead of ours. */
  readonly clockAheadMs: number;
}

/** Connects once. Rejects with a `StartError` of one line: where, and what is wrong. */
export async function checkDatabaseServer(url: URL, timeoutMs?: number): Promise<DatabaseReport> {
  let client: pg.Client | null = null;
  try {
    client = new pg.Client(connectionOptions(url, timeoutMs));
    client.on('error', () => {}); // The call that fails reports it.
    await client.connect();
    const { rows } = await client.query<{ number: number; version: string; now: number }>(
      `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
         (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
    );
    const clockAheadMs = Math.round((rows[0]?.now ?? 0) - Date.now());
    assertServerVersion(url, rows[0]?.number ?? 0);
    return { version: rows[0]?.version.split(' ')[0] ?? '', clockAheadMs };
  } catch (error) {
    throw databaseProblem(url, error);
  } finally {
    await client?.end().catch(() => {});
  }
}

/** `number` as PostgreSQL has it: 150004 is 15.4. */
export function assertServerVersion(url: URL, number: number): void {
  if (number >= minServerVersion) return;
  throw new StartError(
    `the database ${shownDatabase(url)} cannot be used: PostgreSQL ${Math.floor(number / 10_000)} is too old, ${minServerVersion / 10_000} or newer is needed`,
  );
}

const untrusted = 'its certificate is from an unknown authority (sslrootcert=<file>, or PGSSLROOTCERT)';

const problems: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong (PGPASSWORD, or PLATEN_STORE)',
  '28000': 'this user may not connect',
  '3D000': 'there is no such database on the server',
  '42501':
    'this user lacks rights: grant CREATE on the database, or create the schemas platen and platen_queue for this user',
  '53300': 'the server has no free connection',
  '57P03': 'the server is starting up',
  ECONNREFUSED: 'nothing listens there',
  ENOENT: 'nothing listens there',
  ENOTFOUND: 'the name cannot be resolved',
  EAI_AGAIN: 'the name cannot be resolved',
  ECONNRESET: 'the connection was closed',
  ETIMEDOUT: 'it does not answer',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name (sslmode=verify-ca checks only who issued it)',
};

/** What keeps the database from being used, as one line without any secret. */
export function databaseProblem(url: URL, error: unknown): StartError {
  if (error instanceof StartError) return error;
  const problem = problems[codeOf(error)] ?? messageOf(error);
  return new StartError(`the database ${shownDatabase(url)} cannot be used: ${problem}`, { cause: error });
}

/** A database as messages name it: without user and password. */
export function shownDatabase({ hostname, port, pathname, searchParams }: URL): string {
  const host = hostname === '' ? (searchParams.get('host') ?? 'localhost') : hostname;
  return `${host}${port === '' ? '' : `:${port}`}${pathname}`;
}

/** The code of an error or of what led to it, a few steps down. */
function codeOf(error: unknown): string {
  for (let cause = error, depth = 0; isError(cause) && depth < 5; cause = cause.cause, depth += 1) {
    if (errorCode(cause) in problems) return errorCode(cause);
    // Of several addresses of a name none answered.
    if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0]);
  }
  return '';
}

function messageOf(error: unknown): string {
  let message = error instanceof Error ? error.message : String(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause) message = cause.message;
  if (/timeout|timed out/i.test(message)) return 'it does not answer';
  if (/SCRAM|password must be a string/i.test(message)) return 'it needs a password (PGPASSWORD, or PLATEN_STORE)';
  return (message.split('\n')[0] ?? message).replace('the database cannot be used: ', '');
}
