import {
  type ApiKeyRecord,
  generateApiKey,
  type KeyLimits,
  type KeyStore,
  managementScopes,
  type NewApiKey,
} from '@platen/core';
import { counted, dayOf, suggest } from '@platen/core/internal';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { readLimits } from '../options/limit-flags.ts';
import { countFlag, numberFlag, positiveFlag, timeAfter } from '../options/number-flag.ts';
import { type ActionCommand, parseAction } from '../options/parse-action.ts';
import { readRecordsPlace, recordsFlags } from '../options/store-flags.ts';
import { openRecords } from '../service/open-records.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `platen keys create [options]
platen keys list [--data <folder>] [--owner <name>] [--json]
platen keys rotate <id> [--grace-hours <number>] [--data <folder>] [--json]
platen keys revoke <id> [--data <folder>] [--json]

Works on the data folder of a server, also while it runs. A key is shown once, when it is created.

  --data <folder>            Data folder of the server (default: ./platen-data)
  --store <postgres://…>     Use the store that several machines share instead of --data (PLATEN_STORE)
  --init                     create: create the data folder, if no server has used it yet
  --name <text>              create: name that lists show
  --owner <name>             create: owner of its jobs and quota; several keys can share one (default: the key itself)
                             list: only the keys of this owner
  --grace-hours <number>     rotate: hours for which the old key still works (default: 24)
  --scope <scope>            create: what the key may do: an operation such as pdf/merge, or jobs:read, jobs:delete,
                             webhooks; may be repeated (default: everything)
  --quota <number>           create: jobs that it may submit in a calendar month (default: unlimited)
  --rate <number>            create: requests per minute (default: as the server allows)
  --limit <name>=<number>    create: another limit of docs/limits.md for this key, such as maxPages=50; may be repeated
  --expires-days <number>    create: days for which it is valid (default: no end)
  --json                     Print JSON`;

const flags = {
  ...recordsFlags,
  name: { type: 'string', default: 'key' },
  owner: { type: 'string' },
  'grace-hours': { type: 'string', default: '24' },
  scope: { type: 'string', multiple: true },
  quota: { type: 'string' },
  rate: { type: 'string' },
  limit: { type: 'string', multiple: true },
  init: { type: 'boolean', default: false },
  'expires-days': { type: 'string' },
} as const;

const command: ActionCommand<typeof flags, 'create' | 'list' | 'rotate' | 'revoke'> = {
  name: 'keys',
  help,
  flags,
  actions: {
    create: { flags: ['init', 'name', 'owner', 'scope', 'quota', 'rate', 'limit', 'expires-days'] },
    list: { flags: ['owner'] },
    rotate: { takes: '<id>', flags: ['grace-hours'] },
    revoke: { takes: '<id>' },
  },
};
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Short enough for every list, and free of what a terminal or a log would take for something else. */
const ownerPattern = /^[\w.@-]{1,100}$/;

/** `platen keys create | list | rotate | revoke`. */
export async function keys(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseAction(command, args, terminal);
  if (typeof parsed === 'number') return parsed;
  const { action, given, values } = parsed;
  const [id = ''] = given;
  const wanted = action === 'create' ? await readWanted(values) : null;
  const hint = wanted === null ? undefined : '; start a server on it first, or add --init to create it';
  await using store = await openRecords(readRecordsPlace(values), values.init ? null : hint);

  // Awaited here, while the store is open.
  if (wanted !== null) return await create(store.keys, wanted, values.json, terminal);
  if (action === 'list') return await list(store.keys, values.owner, values.json, terminal);
  if (action === 'rotate') return await rotate(store.keys, id, values, terminal);
  return await revoke(store.keys, id, values.json, terminal);
}

interface CreateValues {
  readonly name: string;
  readonly owner?: string | undefined;
  readonly scope?: readonly string[] | undefined;
  readonly quota?: string | undefined;
  readonly rate?: string | undefined;
  readonly limit?: readonly string[] | undefined;
  readonly 'expires-days'?: string | undefined;
  readonly json: boolean;
}

/** What the flags ask for; throws a `UsageError` before anything is made. */
async function readWanted(values: CreateValues): Promise<NewApiKey> {
  const createdAt = Date.now();
  const quotaPerMonth = countFlag('quota', values.quota, 0);
  const requestsPerMinute = countFlag('rate', values.rate);
  const expiresDays = positiveFlag('expires-days', values['expires-days']);
  if (values.name.trim() === '') throw new UsageError('--name needs a name');
  if (values.owner !== undefined && !ownerPattern.test(values.owner)) {
    throw new UsageError('--owner takes up to 100 letters, digits and the characters . _ - @');
  }
  await checkScopes(values.scope ?? []);
  const limits: KeyLimits = {
    ...readLimits(values.limit),
    ...(quotaPerMonth === undefined ? {} : { quotaPerMonth }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
  };
  return {
    id: crypto.randomUUID(),
    ...(values.owner === undefined ? {} : { ownerId: values.owner }),
    name: values.name,
    createdAt,
    scopes: values.scope ?? null,
    limits,
    expiresAt: expiresDays === undefined ? null : timeAfter('expires-days', createdAt, expiresDays, dayMs),
  };
}

async function checkScopes(scopes: readonly string[]): Promise<void> {
  if (scopes.length === 0) return;
  const { standardOperations } = await import('@platen/standard');
  const known = [...standardOperations.map(({ name }): string => name), ...managementScopes];
  const unknown = scopes.find((scope) => !known.includes(scope));
  if (unknown === undefined) return;
  const hint = suggest(unknown, known);
  throw new UsageError(
    `--scope "${unknown}" is not a scope${hint === '' ? '.' : hint} The scopes are ${known.join(', ')}`,
  );
}

async function create(store: KeyStore, wanted: NewApiKey, asJson: boolean, terminal: Terminal): Promise<ExitCode> {
  const { key, record } = generateApiKey(wanted);
  await store.create(record);
  show(key, record, asJson, terminal, `Created "${record.name}" (${record.id}). The key is shown only this once.`);
  return exitCodes.success;
}

/** A new key is shown once: here. */
function show(key: string, { id, name, ownerId }: ApiKeyRecord, asJson: boolean, terminal: Terminal, note: string) {
  terminal.print(asJson ? JSON.stringify({ id, name, ownerId, key }) : key);
  if (!asJson) terminal.note(note);
}

interface RotateValues {
  readonly 'grace-hours': string;
  readonly json: boolean;
}

/** A successor with the owner, name, scopes and limits of a key, which itself works for a while yet. */
async function rotate(store: KeyStore, id: string, values: RotateValues, terminal: Terminal): Promise<ExitCode> {
  const graceHours = numberFlag('grace-hours', values['grace-hours']) ?? 0;
  const old = (await store.list()).find((record) => record.id === id);
  if (old === undefined) throw unknownKey(id);
  const { ownerId, name, scopes, limits, expiresAt } = old;
  const now = Date.now();
  const wanted = { id: crypto.randomUUID(), ownerId, name, scopes, limits, expiresAt, createdAt: now };
  const { key, record } = generateApiKey(wanted);
  if (!(await store.rotate(old.id, record, timeAfter('grace-hours', now, graceHours, hourMs)))) {
    throw new UsageError(`the key ${old.id} was already revoked or rotated: rotate its successor, or create a new key`);
  }
  const note = `Rotated "${name}": ${record.id} has its jobs and quota. The old key works for ${counted(graceHours, 'more hour')}.`;
  show(key, record, values.json, terminal, note);
  return exitCodes.success;
}

function unknownKey(id: string): UsageError {
  return new UsageError(`there is no key with the id "${id}"`);
}

async function list(
  store: KeyStore,
  ownerId: string | undefined,
  asJson: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  const records = await store.list(ownerId === undefined ? {} : { ownerId });
  if (asJson) {
    terminal.print(JSON.stringify(records.map(({ hash: _, ...shown }) => shown)));
    return exitCodes.success;
  }
  for (const record of records) {
    const owner = record.ownerId === record.id ? '' : `  (${record.ownerId})`;
    terminal.print(`${record.id}  ${record.prefix}…  ${stateOf(record).padEnd(18)}  ${record.name}${owner}`);
  }
  if (records.length === 0) terminal.note('There are no keys yet: platen keys create');
  return exitCodes.success;
}

async function revoke(store: KeyStore, id: string, asJson: boolean, terminal: Terminal): Promise<ExitCode> {
  if (!(await store.revoke(id, Date.now()))) throw unknownKey(id);
  if (asJson) terminal.print(JSON.stringify({ id, revoked: true }));
  else terminal.note('Revoked: its next request is refused.');
  return exitCodes.success;
}

function stateOf({ revokedAt, expiresAt, lastUsedAt }: ApiKeyRecord): string {
  if (revokedAt !== null) return `revoked ${dayOf(revokedAt)}`;
  if (expiresAt !== null && expiresAt <= Date.now()) return `expired ${dayOf(expiresAt)}`;
  return lastUsedAt === null ? 'never used' : `used ${dayOf(lastUsedAt)}`;
}
