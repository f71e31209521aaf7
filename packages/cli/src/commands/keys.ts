import { existsSync } from 'node:fs';
import { type ApiKeyRecord, generateApiKey, type KeyLimits, type KeyStore } from '@platen/core';
import { createSqliteStore } from '@platen/sqlite';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { readLimits } from '../options/limit-flags.ts';
import { numberFlag } from '../options/number-flag.ts';
import { parseArguments } from '../options/parse-arguments.ts';
import { databaseFileOf } from '../service/data-folder.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `platen keys create [--name <text>] [--scope <operation>]… [--quota <jobs a month>] [--rate <requests a minute>]
                   [--limit <name>=<number>]… [--expires-days <number>] [--data <folder>] [--json]
platen keys list [--data <folder>] [--json]
platen keys revoke <id> [--data <folder>]

Works on the data folder (./platen-data), also while a server runs on it. A key is shown once, when it is created. A limit
that overrides the server's for this key is one of docs/limits.md: --limit maxPages=50 --limit maxRunningPerOwner=1`;

const flags = {
  data: { type: 'string', default: 'platen-data' },
  name: { type: 'string', default: 'key' },
  scope: { type: 'string', multiple: true },
  quota: { type: 'string' },
  rate: { type: 'string' },
  limit: { type: 'string', multiple: true },
  'expires-days': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

const dayMs = 24 * 3_600_000;

/** `platen keys create | list | revoke`. */
export async function keys(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseArguments({ args: [...args], options: flags, allowPositionals: true });
  const [action, id] = positionals;
  if (values.help === true || action === undefined) {
    terminal.print(help);
    return values.help === true ? exitCodes.success : exitCodes.usage;
  }
  const file = databaseFileOf(values.data);
  if (action !== 'create' && !existsSync(file)) throw new UsageError(`there is no database in ${values.data}`);
  await using store = createSqliteStore({ file });

  // Awaited here, while the store is open.
  switch (action) {
    case 'create':
      return await create(store.keys, values, terminal);
    case 'list':
      return await list(store.keys, values.json, terminal);
    case 'revoke':
      return await revoke(store.keys, id, terminal);
    default:
      throw new UsageError(`keys can be created, listed and revoked, not "${action}"`);
  }
}

interface CreateValues {
  readonly name: string;
  readonly scope?: readonly string[] | undefined;
  readonly quota?: string | undefined;
  readonly rate?: string | undefined;
  readonly limit?: readonly string[] | undefined;
  readonly 'expires-days'?: string | undefined;
  readonly json: boolean;
}

async function create(store: KeyStore, values: CreateValues, terminal: Terminal): Promise<ExitCode> {
  const createdAt = Date.now();
  const quotaPerMonth = numberFlag('quota', values.quota);
  const requestsPerMinute = numberFlag('rate', values.rate);
  const expiresDays = numberFlag('expires-days', values['expires-days']);
  const limits: KeyLimits = {
    ...readLimits(values.limit),
    ...(quotaPerMonth === undefined ? {} : { quotaPerMonth }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
  };
  const { key, record } = generateApiKey({
    id: crypto.randomUUID(),
    name: values.name,
    createdAt,
    scopes: values.scope ?? null,
    limits,
    expiresAt: expiresDays === undefined ? null : createdAt + expiresDays * dayMs,
  });
  await store.create(record);
  if (values.json) {
    terminal.print(JSON.stringify({ id: record.id, name: record.name, key }));
  } else {
    terminal.print(key);
    terminal.note(`Created "${record.name}" (${record.id}). The key is shown only this once.`);
  }
  return exitCodes.success;
}

async function list(store: KeyStore, asJson: boolean, terminal: Terminal): Promise<ExitCode> {
  const records = await store.list();
  if (asJson) {
    terminal.print(JSON.stringify(records.map(({ hash: _, ...shown }) => shown)));
    return exitCodes.success;
  }
  for (const record of records) {
    terminal.print(`${record.id}  ${record.prefix}…  ${stateOf(record).padEnd(18)}  ${record.name}`);
  }
  if (records.length === 0) terminal.note('There are no keys yet: platen keys create');
  return exitCodes.success;
}

async function revoke(store: KeyStore, id: string | undefined, terminal: Terminal): Promise<ExitCode> {
  if (id === undefined) throw new UsageError('say which key: platen keys revoke <id>');
  if (!(await store.revoke(id, Date.now()))) throw new UsageError(`there is no key with the id "${id}"`);
  terminal.note('Revoked: its next request is refused.');
  return exitCodes.success;
}

function stateOf({ revokedAt, expiresAt, lastUsedAt }: ApiKeyRecord): string {
  if (revokedAt !== null) return `revoked ${dateOf(revokedAt)}`;
  if (expiresAt !== null && expiresAt <= Date.now()) return `expired ${dateOf(expiresAt)}`;
  return lastUsedAt === null ? 'never used' : `used ${dateOf(lastUsedAt)}`;
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length);
}
